/**
 * F28: for every operation of the API and every route of the dashboard that has a body: the head is sent, the right is
 * taken away, the body is sent. The operations are those of the OpenAPI document and of the router.
 */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import type { MemberRole } from "../../src/shared/vocabulary.ts";
import type { Document } from "../api/document.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { VALID_BODY } from "../support/fixtures.ts";
import { type HeldAnswer, holdBody } from "../support/held-body.ts";
import { leastRoleOf, type Operation, routesOf } from "../support/routes.ts";
import { allRows } from "../support/rows.ts";
import { onEachEngine } from "../support/stores.ts";
import { BASE, createVisitor, PASSWORD, signedIn, type Visitor } from "./support.ts";

/** They need no session: signing in and out, and what somebody with a link or an invitation does. */
const OPEN = [
  ...["/sign-in", "/sign-in/code", "/sign-in/passkey", "/sign-in/passkey/options", "/sign-up", "/sign-out"],
  ...["/link", "/set-up", "/reset", "/forgot", "/join/check", "/join/sign-up"],
];
const OF_ADMINISTRATORS = /^\/(users|settings)(\/|$)/;
/** All at once, before the server gives up waiting for the first of them. */
const AT_ONCE = 30;

type Send = () => Promise<HeldAnswer>;

/** A person who may do it, and how the right is taken away. */
interface Person {
  hold: (operation: Operation) => Promise<Send>;
  takeAway: () => Promise<{ status: number; text: string }>;
}

interface Removal {
  name: string;
  refusal: [status: number, error: string];
  concerns: (operation: Operation) => boolean;
  begin: () => Promise<Person>;
}

onEachEngine("F28: rights that are taken away while a body is held back", (engine) => {
  let app: TestApp;
  let admin: Visitor;
  let owner: Visitor;
  let workspace: string;
  let code: string;
  let people = 0;
  before(async () => {
    const settings = { PLAN_LIMITS: "free=20,pro=100000", DASHBOARD_LIMIT: "100000" };
    app = await startApp({ engine, settings });
    admin = await signedIn(app, "admin@example.com", "admin");
    owner = await signedIn(app, "owner@example.com");
    workspace = (await owner.request("POST", "/workspaces", { name: "Shared" })).json.id;
    code = (await owner.request("POST", "/qrcodes", VALID_BODY, here())).json.id;
  });
  after(() => app.close());

  const leastOf = ({ method, path }: Operation, prefix: string) => leastRoleOf(app.server, method, `${prefix}${path}`);
  const here = () => ({ headers: { "tessera-workspace": workspace } });

  /** Valid for many operations, so that a right that is not asked for would be used. */
  const bodyOf = () => ({
    ...VALID_BODY,
    ...{ ids: [code], changes: [{ ids: [code], change: { isFavorite: true } }], rows: [VALID_BODY] },
    ...{ qrcodes: [VALID_BODY], placements: [{ name: "Door" }], url: "https://hooks.example.com/" },
    ...{ host: "go.example.com", role: "editor", email: "friend@example.com", plan: "pro", signup: "open" },
    ...{ query: {}, zone: "UTC", contact: null, style: {}, isFavorite: true, codeId: code, title: "Hello" },
  });

  async function newPerson(role: MemberRole | "admin") {
    const email = `person${++people}@example.com`;
    const visitor = await signedIn(app, email, role === "admin" ? "admin" : "member");
    const { id } = (await app.store.users.findByEmail(email))!;
    const joined = role === "admin" ? "owner" : role;
    await app.store.workspaces.join(workspace, id, joined, Date.now());
    return { id, email, visitor };
  }

  const pathOf = ({ path }: Operation): string =>
    path.replace(/:version\b|\{version\}/, "1").replace(/:\w+|\{\w+\}/g, code);

  /** A logo is no JSON. */
  const typeOf = ({ path }: Operation): Record<string, string> =>
    path.endsWith("/logos") ? { "content-type": "image/png" } : {};

  const holdIn = (visitor: Visitor) => (operation: Operation) =>
    holdBody({
      method: operation.method,
      url: `${app.url}${BASE}${pathOf(operation)}`,
      headers: {
        origin: "http://tessera.test",
        cookie: visitor.cookie(),
        "tessera-workspace": workspace,
        ...typeOf(operation),
      },
      body: JSON.stringify(bodyOf()),
    });

  /** Somebody with a session, who loses the right as `takeAway` says. */
  const session =
    (
      role: MemberRole | "admin",
      takeAway: (who: Awaited<ReturnType<typeof newPerson>>) => ReturnType<Person["takeAway"]>,
    ) =>
    async (): Promise<Person> => {
      const who = await newPerson(role);
      return { hold: holdIn(who.visitor), takeAway: () => takeAway(who) };
    };

  async function withKey(
    role: MemberRole,
    takeAway: (id: string, prefix: string) => ReturnType<Person["takeAway"]>,
  ): Promise<Person> {
    const { id, visitor } = await newPerson(role);
    const made = await visitor.request("POST", "/keys", { name: "Key" }, here());
    assert.equal(made.status, 201, made.text);
    const headers = { authorization: `Bearer ${made.json.text}`, accept: "application/json, text/event-stream" };
    const hold = (operation: Operation) => {
      const body = operation.path === "/mcp" ? CALL : bodyOf();
      return holdBody({
        method: operation.method,
        url: `${app.url}${pathOf(operation)}`,
        headers: { ...headers, ...typeOf(operation) },
        body: JSON.stringify(body),
      });
    };
    return { hold, takeAway: () => takeAway(id, made.json.key.prefix) };
  }

  const setRole = (id: string, role: MemberRole) => owner.request("PATCH", `/members/${id}`, { role }, here());
  const removeMember = (id: string) => owner.request("DELETE", `/members/${id}`, undefined, here());
  const suspend = (id: string) => admin.request("PATCH", `/users/${id}`, { suspended: true });
  const revoke = (prefix: string) => owner.request("DELETE", `/keys/${prefix}`, undefined, here());

  /** The operations are held in lots, each by a new person. Every body is refused, and no row differs after it. */
  async function refuseAll(operations: readonly Operation[], { name, refusal, concerns, begin }: Removal) {
    const concerned = operations.filter(concerns);
    assert.ok(concerned.length > 0, name);
    for (let i = 0; i < concerned.length; i += AT_ONCE) {
      const lot = concerned.slice(i, i + AT_ONCE);
      const { hold, takeAway } = await begin();
      const held = await Promise.all(lot.map(hold));
      const taken = await takeAway();
      assert.ok(taken.status < 300, `${name}: ${taken.status} ${taken.text}`);
      const was = await allRows(app);
      const answers = await Promise.all(held.map((send) => send()));
      for (const [at, { status, json }] of answers.entries()) {
        assert.deepEqual([status, json?.error], refusal, `${name}: ${lot[at]!.method} ${lot[at]!.path}`);
      }
      assert.deepEqual(await allRows(app), was, name);
    }
    return `${name} ${concerned.length}`;
  }

  it("every route of the dashboard", async (t) => {
    const all = routesOf(app.server, BASE).filter(({ method }) => method !== "GET");
    const guarded: Operation[] = [];
    const open: string[] = [];
    const stranger = createVisitor(app);
    for (const operation of all) {
      const answer = await stranger.request(operation.method, pathOf(operation), {});
      if (answer.json?.error === "not_signed_in") guarded.push(operation);
      else open.push(operation.path);
    }
    assert.deepEqual(
      open.filter((path) => !OPEN.includes(path)),
      [],
      "each is behind a session, or in the list of those that need none",
    );
    assert.ok(guarded.length > 70, `${guarded.length} routes`);
    const isOfAdmins = ({ path }: Operation) => OF_ADMINISTRATORS.test(path);
    const isInWorkspace = (operation: Operation) => leastOf(operation, BASE) !== null;
    const needs = (role: MemberRole) => (operation: Operation) => leastOf(operation, BASE) === role;
    const signedOut: Removal["refusal"] = [401, "not_signed_in"];
    const ended: [string, Parameters<typeof session>[1]][] = [
      ["signed out", ({ visitor }) => visitor.request("POST", "/sign-out")],
      ["password changed", ({ email }) => changePassword(email)],
      ["suspended", ({ id }) => suspend(id)],
    ];
    const removals: Removal[] = [
      ...ended.map(([name, takeAway]) => ({
        name,
        refusal: signedOut,
        concerns: () => true,
        begin: session("admin", takeAway),
      })),
      {
        name: "administrator demoted",
        refusal: [404, "not_found"],
        concerns: isOfAdmins,
        begin: session("admin", ({ id }) => admin.request("PATCH", `/users/${id}`, { role: "member" })),
      },
      {
        name: "member removed",
        refusal: [404, "not_found"],
        concerns: isInWorkspace,
        begin: session("owner", ({ id }) => removeMember(id)),
      },
      {
        name: "editor made a viewer",
        refusal: [403, "not_allowed"],
        concerns: needs("editor"),
        begin: session("editor", ({ id }) => setRole(id, "viewer")),
      },
      {
        name: "owner made an editor",
        refusal: [403, "not_allowed"],
        concerns: needs("owner"),
        begin: session("owner", ({ id }) => setRole(id, "editor")),
      },
    ];
    const counts: string[] = [];
    for (const removal of removals) counts.push(await refuseAll(guarded, removal));
    t.diagnostic(`${guarded.length} routes behind a session, ${open.length} without: ${counts.join(", ")}`);
  });

  it("every operation of the API, and a message to /mcp", async (t) => {
    const { paths } = (await app.request("GET", "/api/v1/openapi.json")).json as Document;
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).flatMap((name) => (name === "get" ? [] : [{ method: name.toUpperCase(), path }])),
    );
    assert.ok(operations.length > 30, `${operations.length} operations`);
    const all = [...operations, { method: "POST", path: "/mcp" }];
    const refusal: Removal["refusal"] = [401, "invalid_api_key"];
    const isForOwners = (operation: Operation) => leastOf(operation, "") === "owner";
    const removals: Removal[] = [
      {
        name: "key revoked",
        refusal,
        concerns: () => true,
        begin: () => withKey("owner", (_, prefix) => revoke(prefix)),
      },
      { name: "maker suspended", refusal, concerns: () => true, begin: () => withKey("owner", suspend) },
      { name: "maker removed", refusal, concerns: () => true, begin: () => withKey("owner", removeMember) },
      {
        name: "maker owner no more",
        refusal,
        concerns: isForOwners,
        begin: () => withKey("owner", (id) => setRole(id, "editor")),
      },
    ];
    const counts: string[] = [];
    for (const removal of removals) counts.push(await refuseAll(all, removal));
    t.diagnostic(`${all.length} operations: ${counts.join(", ")}`);
  });

  async function changePassword(email: string) {
    const other = createVisitor(app);
    await other.request("POST", "/sign-in", { email, password: PASSWORD });
    return other.request("POST", "/password", { current: PASSWORD, password: "another pass phrase" });
  }
});

const CALL = {
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "create_code", arguments: VALID_BODY },
};
