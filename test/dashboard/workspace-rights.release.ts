/**
 * F26: every operation of the API and the dashboard, by everybody who may not do it: another workspace, a viewer, an
 * editor, a removed member, a read-only key. The operations are those of the OpenAPI document and of the router.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { after, before, it } from "node:test";
import { createKeys } from "../../src/keys/service.ts";
import { createSystemClock } from "../../src/shared/clock.ts";
import { createIds } from "../../src/shared/ids.ts";
import { MEMBER_ROLES, type MemberRole } from "../../src/shared/vocabulary.ts";
import type { Document } from "../api/document.ts";
import { type Answer, startApp, type TestApp } from "../support/app.ts";
import { VALID_BODY } from "../support/fixtures.ts";
import { leastRoleOf, type Operation, routesOf } from "../support/routes.ts";
import { onSqlite } from "../support/stores.ts";
import { signedIn, type Visitor } from "./support.ts";

/** The user's own account, the administrator's page, and what needs no session. */
const OUTSIDE_WORKSPACES =
  /^\/(me|name|password|sessions|delete-account|workspaces|join|users|sign-|set-up|reset|link|forgot|second-factor|passkeys|oidc|settings|claims)(\/|$|in|up|out)/;

/** Whether a slug is free, which every visitor can find out. */
const IS_OF_ALL = /\/slugs\//;

/** Without what differs between any two requests. */
const answered = ({ status, json, text }: Answer) => ({
  status,
  body: json ? { ...json, requestId: undefined } : text,
});

onSqlite("F26: rights in a workspace", (engine) => {
  let app: TestApp;
  let workspace: string;
  let owner: Visitor;
  const members = new Map<MemberRole | "removed" | "outsider", Visitor>();
  const ids = new Map<string, string>();
  const keys = { full: "", readOnly: "", outsider: "" };
  const inWorkspace = (id: string) => ({ headers: { "tessera-workspace": id } });

  before(async () => {
    app = await startApp({ engine, settings: { PLAN_LIMITS: "free=20,pro=100000", DASHBOARD_LIMIT: "100000" } });
    owner = await signedIn(app, "owner@example.com");
    const made = await owner.request("POST", "/workspaces", { name: "Shared" });
    assert.equal(made.status, 201, made.text);
    workspace = made.json.id;
    for (const name of ["viewer", "editor", "removed", "outsider"] as const) {
      const visitor = await signedIn(app, `${name}@example.com`);
      members.set(name, visitor);
      if (name === "outsider") continue;
      const role = name === "removed" ? "editor" : name;
      const invited = await owner.request("POST", "/invitations", { role }, inWorkspace(workspace));
      const token = new URL(invited.json.link).hash.slice(1);
      const joined = await visitor.request("POST", "/join", { token });
      assert.deepEqual([joined.status, joined.json.role], [200, role], joined.text);
      assert.equal((await visitor.request("POST", "/join", { token })).status, 400, "a link works once");
    }
    const { store } = app;
    const userOf = async (name: string) => (await store.users.findByEmail(`${name}@example.com`))!;
    const clock = createSystemClock();
    const service = createKeys({ store, clock, createId: createIds(clock.now) });
    const { id: userId } = await userOf("owner");
    keys.full = (await service.create({ workspaceId: workspace, userId }, "Full")).text;
    const readOnly = { scope: "read-only", endsAt: null } as const;
    keys.readOnly = (await service.create({ workspaceId: workspace, userId }, "Read", readOnly)).text;
    const outsider = await userOf("outsider");
    keys.outsider = (await service.create({ workspaceId: outsider.workspaceId, userId: outsider.id }, "Other")).text;
    const post = async (path: string, json: object) =>
      (await app.request("POST", `/api/v1${path}`, { key: keys.full, json })).json.id as string;
    ids.set("qrcodes", await post("/qrcodes", VALID_BODY)).set("codes", ids.get("qrcodes")!);
    ids.set("styles", await post("/styles", { name: "Look", style: {} }));
    ids.set("tags", await post("/tags", { name: "Tag" }));
    ids.set("domains", await post("/domains", { host: "go.example.com" }));
    ids.set("webhooks", await post("/webhooks", { url: "https://hooks.example.com/" }));
    const removed = await userOf("removed");
    ids.set("members", removed.id);
    const removal = await owner.request("DELETE", `/members/${removed.id}`, undefined, inWorkspace(workspace));
    assert.equal(removal.status, 200, removal.text);
  });
  after(() => app.close());

  /** With ids of the workspace, or with ids that do not exist. */
  const filled = ({ path }: Operation, isReal: boolean): string => {
    const real = ids.get(path.split("/")[1]!) ?? randomUUID();
    return path.replace(/:version\b/, "1").replace(/:\w+|\{\w+\}/g, () => (isReal ? real : randomUUID()));
  };

  const dashboard = () =>
    routesOf(app.server, "/api/dashboard").filter(
      ({ path }) => !OUTSIDE_WORKSPACES.test(path) && !path.endsWith("/live"),
    );

  /** Everything that somebody could have changed. */
  const picture = async () => {
    const shared = ["/codes", "/tags", "/views", "/styles", "/logos", "/webhooks", "/domains"];
    const paths = [...shared, "/brand", "/members", "/workspace"];
    const answers = paths.map((path) => owner.request("GET", path, undefined, inWorkspace(workspace)));
    const kept = (await app.store.keys.list(workspace)).map(({ prefix, revokedAt }) => ({ prefix, revokedAt }));
    return { answers: (await Promise.all(answers)).map(answered), kept };
  };

  it("the dashboard: every route has a least role, and lower ones get 403 before anything is changed", async (t) => {
    const operations = dashboard();
    assert.ok(operations.length > 60, `${operations.length} operations`);
    const was = await picture();
    let refused = 0;
    for (const operation of operations) {
      const { method, path } = operation;
      const least = leastRoleOf(app.server, method, `/api/dashboard${path}`);
      assert.ok(least, `${method} ${path} has one`);
      for (const role of ["viewer", "editor"] as const) {
        const isEnough = MEMBER_ROLES.indexOf(role) >= MEMBER_ROLES.indexOf(least);
        if (isEnough) continue;
        const json = method === "GET" ? undefined : {};
        const visitor = members.get(role)!;
        const answer = await visitor.request(method, filled(operation, true), json, inWorkspace(workspace));
        const what = `${role}: ${method} ${path}`;
        assert.deepEqual([answer.status, answer.json?.error], [403, "not_allowed"], what);
        refused += 1;
      }
    }
    assert.deepEqual(await picture(), was);
    t.diagnostic(`${operations.length} operations, ${refused} refusals`);
  });

  it("the dashboard: a viewer reads everything, and an editor changes codes", async () => {
    for (const operation of dashboard().filter(({ method }) => method === "GET")) {
      if (leastRoleOf(app.server, "GET", `/api/dashboard${operation.path}`) !== "viewer") continue;
      const path = filled(operation, true);
      const answer = await members.get("viewer")!.request("GET", path, undefined, inWorkspace(workspace));
      assert.notEqual(answer.status, 403, path);
    }
    const body = { ...VALID_BODY, name: "Of the editor" };
    const made = await members.get("editor")!.request("POST", "/qrcodes", body, inWorkspace(workspace));
    assert.equal(made.status, 201, made.text);
    const read = await app.request("GET", `/api/v1/qrcodes/${made.json.id}`, { key: keys.full });
    assert.equal(read.json.name, body.name, "in the workspace that the request named");
  });

  it("the dashboard: to others the workspace does not exist, byte for byte", async (t) => {
    const was = await picture();
    let compared = 0;
    for (const operation of dashboard()) {
      for (const name of ["outsider", "removed"] as const) {
        const visitor = members.get(name)!;
        const json = operation.method === "GET" ? undefined : {};
        const path = filled(operation, true);
        const there = await visitor.request(operation.method, path, json, inWorkspace(workspace));
        const missing = await visitor.request(operation.method, path, json, inWorkspace(randomUUID()));
        assert.equal(there.status, 404, `${name}: ${operation.method} ${path}`);
        assert.deepEqual(answered(there), answered(missing));
        compared += 1;
      }
    }
    assert.deepEqual(await picture(), was);
    t.diagnostic(`${compared} comparisons`);
  });

  it("the dashboard: from their own workspace, others do not find its codes, looks and webhooks", async () => {
    const visitor = members.get("outsider")!;
    for (const operation of dashboard().filter(({ path }) => path.includes(":") && !IS_OF_ALL.test(path))) {
      const json = operation.method === "GET" ? undefined : {};
      const there = await visitor.request(operation.method, filled(operation, true), json);
      const missing = await visitor.request(operation.method, filled(operation, false), json);
      assert.deepEqual(answered(there), answered(missing), `${operation.method} ${operation.path}`);
      assert.ok(there.status === 404 || there.status === 400, `${operation.method} ${operation.path} ${there.status}`);
    }
  });

  it("the dashboard: a member who is removed while the body of a request is under way changes nothing", async () => {
    const visitor = await signedIn(app, "slow@example.com");
    const { id } = (await app.store.users.findByEmail("slow@example.com"))!;
    const was = await picture();
    await app.store.workspaces.join(workspace, id, "editor", Date.now());
    const body = JSON.stringify({ url: "https://slow.example.com/" });
    const headers = { origin: "http://tessera.test", cookie: visitor.cookie(), "tessera-workspace": workspace };
    const request = httpRequest(`${app.url}/api/dashboard/webhooks`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json", "content-length": body.length },
    });
    const answer = once(request, "response");
    request.write(body.slice(0, 5));
    // The guard has seen the request that came before this one.
    assert.equal((await visitor.request("GET", "/workspace", undefined, inWorkspace(workspace))).status, 200);
    await owner.request("DELETE", `/members/${id}`, undefined, inWorkspace(workspace));
    request.end(body.slice(5));
    const [{ statusCode }] = await answer;
    assert.equal(statusCode, 404);
    assert.deepEqual(await picture(), was);
  });

  it("the dashboard: somebody with several workspaces has to name one", async () => {
    const unnamed = await owner.request("GET", "/codes");
    assert.equal(unnamed.status, 400);
    assert.deepEqual(unnamed.json.details[0].field, "Tessera-Workspace");
    const inQuery = await owner.request("GET", `/qrcodes/${ids.get("qrcodes")}?workspace=${workspace}`);
    assert.equal(inQuery.status, 200, "images and downloads name it in the query");
    for (const wrong of ["nonsense", "%00", ""]) {
      assert.equal((await owner.request("GET", `/codes?workspace=${wrong}`)).status, 404, wrong);
    }
  });

  it("the API: another workspace's key finds nothing, and a read-only key changes nothing", async (t) => {
    const document = (await app.request("GET", "/api/v1/openapi.json")).json as Document;
    const was = await picture();
    let operations = 0;
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const [name, { requestBody }] of Object.entries(methods)) {
        const operation = { method: name.toUpperCase(), path: path.replace(/^\/api\/v1/, "") };
        const json = requestBody ? {} : undefined;
        const send = (key: string, isReal: boolean) =>
          app.request(operation.method, `/api/v1${filled(operation, isReal)}`, { key, ...(json && { json }) });
        const what = `${operation.method} ${operation.path}`;
        if (operation.path.includes("{") && !IS_OF_ALL.test(path)) {
          const there = await send(keys.outsider, true);
          assert.deepEqual(answered(there), answered(await send(keys.outsider, false)), what);
          assert.ok(there.status === 404 || there.status === 400, `${what}: ${there.status}`);
        }
        const isRead = leastRoleOf(app.server, operation.method, `/api/v1${operation.path}`) === "viewer";
        const answer = await send(keys.readOnly, true);
        assert.equal(answer.status === 401, !isRead, `${what}: ${answer.text}`);
        operations += 1;
      }
    }
    assert.deepEqual(await picture(), was);
    t.diagnostic(`${operations} operations`);
  });
});
