import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { createKeys } from "../../src/keys/service.ts";
import { AUDIT_ACTIONS } from "../../src/shared/audit.ts";
import { createSystemClock } from "../../src/shared/clock.ts";
import { DAY_MS } from "../../src/shared/days.ts";
import { createIds } from "../../src/shared/ids.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { codeOf } from "../support/authenticator.ts";
import { eventually } from "../support/eventually.ts";
import { VALID_BODY } from "../support/fixtures.ts";
import { onEachEngine } from "../support/stores.ts";
import { createVisitor, PASSWORD, signedIn, type Visitor } from "./support.ts";

interface Entry {
  id: string;
  at: string;
  action: string;
  actor: { kind: string; name: string | null; isFormer: boolean } | null;
  device: string | null;
  subject: { id: string; name: string | null } | null;
  detail: string | null;
  count: number;
}

const CHROME =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36";

onEachEngine("The audit log", (engine) => {
  let app: TestApp;
  let [ada, ben]: Visitor[] = [];
  let team = "";
  const ids = { ada: "", ben: "" };
  before(async () => {
    app = await startApp({ engine, settings: { PLAN_LIMITS: "free=1000,pro=1000", DASHBOARD_LIMIT: "1000" } });
    ada = await signedIn(app, "ada@example.com");
    ben = await signedIn(app, "ben@example.com");
    for (const name of ["ada", "ben"] as const)
      ids[name] = (await app.store.users.findByEmail(`${name}@example.com`))!.id;
    team = (await ada.request("POST", "/workspaces", { name: "Team" })).json.id;
  });
  after(() => app.close());

  const inTeam = (who: Visitor, method: string, path: string, json?: object) =>
    who.request(method, path, json, { headers: { "tessera-workspace": team, "user-agent": CHROME } });
  const act = async (method: string, path: string, json?: object) => {
    const answer = await inTeam(ada!, method, path, json);
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`);
    return answer.json;
  };
  const entries = async (query = ""): Promise<Entry[]> => (await act("GET", `/audit${query}`)).data;
  /** The entries since the last call, oldest first. */
  let seen = 0;
  const news = async () => {
    const all = await entries("?limit=500");
    const fresh = all.filter(({ id }) => Number(id) > seen).toReversed();
    seen = Number(all[0]?.id ?? 0);
    return fresh;
  };
  const idOf = async (name: string) => (await app.store.users.findByEmail(`${name}@example.com`))?.id;
  const keyOf = async (userId: string, scope: "full" | "read-only" = "full") => {
    const clock = createSystemClock();
    const keys = createKeys({ store: app.store, clock, createId: createIds(clock.now) });
    return (await keys.create({ workspaceId: team, userId }, `Key of ${userId}`, { scope, endsAt: null })).text;
  };

  it("says who did what to which code, with which kind of device, once for what is done together", async () => {
    assert.deepEqual(
      (await news()).map(({ action, actor }) => [action, actor?.name]),
      [["workspace.created", "ada@example.com"]],
    );
    const { id, name } = await act("POST", "/qrcodes", VALID_BODY);
    await act("PATCH", `/qrcodes/${id}`, { content: "https://example.com/2", category: "Tables" });
    await act("PATCH", `/qrcodes/${id}`, { category: "Tables" });
    await act("DELETE", `/qrcodes/${id}`);
    await act("POST", `/qrcodes/${id}/restore`);
    const bulk = { qrcodes: [1, 2, 3].map((n) => ({ name: `Table ${n}`, content: "https://example.com" })) };
    const { data } = await act("POST", "/qrcodes/bulk", bulk);
    const all = data.map((code: { id: string }) => code.id);
    await act("POST", "/selection/change", { changes: [{ ids: all, change: { isPublic: false } }] });
    await act("POST", "/selection/remove", { ids: all });
    await act("POST", "/selection/restore", { ids: all });
    const told = await news();
    assert.deepEqual(
      told.map(({ action, subject, count, detail }) => [action, subject?.name, count, detail]),
      [
        ["code.created", name, 1, null],
        ["code.changed", name, 1, "content, category"],
        ["code.deleted", name, 1, null],
        ["code.restored", name, 1, null],
        ["code.created", "Table 1", 3, null],
        ["code.changed", "Table 1", 3, "isPublic"],
        ["code.deleted", "Table 1", 3, null],
        ["code.restored", "Table 1", 3, null],
      ],
    );
    for (const { actor, device } of told) {
      assert.deepEqual(
        [actor, device],
        [{ kind: "person", name: "ada@example.com", displayName: "ada", isFormer: false }, "Chrome, macOS"],
      );
    }
    assert.equal(told[0]!.subject!.id, id);
  });

  it("names a key that acted, and has one entry for a repeated request", async () => {
    const key = await keyOf(ids.ada);
    const headers = { "Idempotency-Key": "audit-1" };
    for (let i = 0; i < 2; i++) await app.request("POST", "/api/v1/qrcodes", { key, json: VALID_BODY, headers });
    const refused = await app.request("POST", "/api/v1/qrcodes", { key, json: { ...VALID_BODY, size: 1 } });
    assert.equal(refused.status, 400);
    const told = await news();
    assert.deepEqual(
      told.map(({ action, actor }) => [action, actor?.kind, actor?.name]),
      [
        ["key.created", undefined, undefined],
        ["code.created", "key", `Key of ${ids.ada}`],
      ],
    );
  });

  it("has members, their invitations and roles, keys, settings, moved codes, exports and sign-ins", async () => {
    const { link, invitation } = await act("POST", "/invitations", { role: "editor" });
    const other = await act("POST", "/invitations", { role: "viewer" });
    await act("DELETE", `/invitations/${other.invitation.id}`);
    await ben!.request("POST", "/join", { token: new URL(link).hash.slice(1) });
    const made = await inTeam(ben!, "POST", "/keys", { name: "Till", scope: "full", endsAt: null });
    assert.equal(made.status, 201, made.text);
    await createVisitor(app).request("POST", "/sign-in", { email: "ben@example.com", password: PASSWORD });
    await act("PATCH", `/members/${ids.ben}`, { role: "viewer" });
    await act("PATCH", `/members/${ids.ben}`, { role: "viewer" });
    await act("PATCH", "/workspace", { name: "The Team", zone: "UTC" });
    await act("PATCH", "/workspace", { name: "The Team" });
    await act("PATCH", "/workspace", {});
    const own = (await ada!.request("GET", "/workspaces")).json.workspaces[0].id;
    const { id } = await act("POST", "/qrcodes", VALID_BODY);
    await act("POST", `/codes/${id}/move`, { workspaceId: own });
    await act("POST", "/export", {});
    await eventually(async () => assert.equal((await act("GET", "/export")).isReady, true));
    assert.equal((await inTeam(ben!, "GET", "/export/bundle.zip")).status, 200);
    await act("DELETE", `/members/${ids.ben}`);
    const told = await news();
    assert.deepEqual(
      told.map(({ action, actor, subject, detail }) => [action, actor?.name ?? null, subject?.name ?? null, detail]),
      [
        ["member.invited", "ada@example.com", "editor", "editor"],
        ["member.invited", "ada@example.com", "viewer", "viewer"],
        ["member.invitation-revoked", "ada@example.com", "viewer", null],
        // Ben is no member any more.
        ["member.joined", null, null, "editor"],
        ["key.created", null, "Till", "full"],
        ["sign-in", null, null, null],
        ["member.role-changed", "ada@example.com", null, "viewer"],
        ["key.revoked", "ada@example.com", "Till", null],
        ["workspace.changed", "ada@example.com", null, "name"],
        ["code.created", "ada@example.com", VALID_BODY.name, null],
        ["code.moved-out", "ada@example.com", VALID_BODY.name, null],
        ["export.created", null, null, null],
        ["member.removed", "ada@example.com", null, null],
      ],
    );
    assert.equal(told.at(-1)!.subject!.id, ids.ben);
    assert.equal(told[0]!.subject!.id, invitation.id);
    assert.ok(told.every(({ action }) => (AUDIT_ACTIONS as readonly string[]).includes(action)));
    const { json } = await ada!.request("GET", "/audit?kind=code", undefined, {
      headers: { "tessera-workspace": own },
    });
    assert.equal(json.data[0].action, "code.moved-in");
  });

  it("has one entry for placements that are paused or deleted together, in one request", async () => {
    const code = await act("POST", "/qrcodes", VALID_BODY);
    const path = `/codes/${code.id}/placements`;
    const drafts = ["A", "B", "C", "D"].map((name) => ({ name }));
    const { data } = await act("POST", `/qrcodes/${code.id}/placements`, { placements: drafts });
    const [a, b, c] = data.map(({ id }: { id: string }) => id);
    await news();
    const several = [a, b, crypto.randomUUID()];
    assert.deepEqual(await act("POST", `${path}/pause`, { ids: several, isPaused: true }), { changed: 2 });
    assert.deepEqual(await act("POST", `${path}/pause`, { ids: several, isPaused: true }), { changed: 2 });
    assert.deepEqual(await act("POST", `${path}/pause`, { ids: [a, c], isPaused: true }), { changed: 2 });
    assert.deepEqual(await act("POST", `${path}/remove`, { ids: several }), { changed: 2 });
    assert.deepEqual(await act("POST", `${path}/remove`, { ids: several }), { changed: 0 });
    const { placements } = await act("GET", path);
    assert.deepEqual(
      placements.map(({ name, isPaused }: { name: string; isPaused: boolean }) => [name, isPaused]),
      [
        ["D", false],
        ["C", true],
      ],
    );
    assert.deepEqual(
      (await news()).map(({ action, detail }) => [action, detail]),
      [
        ["code.placements-changed", "2"],
        ["code.placement-changed", "isPaused"],
        ["code.placements-deleted", "2"],
      ],
    );
    for (const ids of [[], [1], "all"]) {
      const { status } = await inTeam(ada!, "POST", `${path}/remove`, { ids });
      assert.equal(status, 400);
    }
    const elsewhere = `/codes/${crypto.randomUUID()}/placements/remove`;
    assert.equal((await inTeam(ada!, "POST", elsewhere, { ids: [c] })).status, 404);
  });

  it("has saved views", async () => {
    await news();
    const view = await act("POST", "/views", { name: "Paused", query: { state: "paused" } });
    await act("PATCH", `/views/${view.id}`, { name: "At rest" });
    await act("PATCH", `/views/${view.id}`, { name: "At rest", query: { state: "paused" } });
    const foreign = { name: "Of nobody", query: { tag: [crypto.randomUUID()] } };
    const refused = await inTeam(ada!, "POST", "/views", foreign);
    assert.deepEqual([refused.status, refused.json.details[0].field], [400, "query"], refused.text);
    await act("DELETE", `/views/${view.id}`);
    assert.deepEqual(
      (await news()).map(({ action, subject, detail }) => [action, subject!.name, detail]),
      [
        ["view.created", "Paused", null],
        ["view.changed", "At rest", "name"],
        ["view.deleted", "At rest", null],
      ],
    );
    assert.equal((await entries("?kind=view")).length, 3);
  });

  it("has looks, logos, webhooks by their host, and visitor pages, but no entry if nothing changed", async () => {
    const look = await act("POST", "/styles", { name: "Café", style: { modules: "dots" } });
    await act("PATCH", `/styles/${look.id}`, { name: "Bar", style: { modules: "dots" } });
    await act("PATCH", `/styles/${look.id}`, { name: "Bar" });
    await act("DELETE", `/styles/${look.id}`);
    const body = '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60"><rect width="60" height="60"/></svg>';
    const headers = { "tessera-workspace": team, "content-type": "image/svg+xml" };
    const upload = () => ada!.request("POST", "/logos", undefined, { body, headers });
    const logo = (await upload()).json;
    assert.equal((await upload()).json.id, logo.id);
    const brand = { name: "Mosaic", color: null, logoId: logo.id, showFooter: true };
    for (let i = 0; i < 2; i++) await act("PUT", "/brand", brand);
    assert.equal((await inTeam(ada!, "DELETE", `/logos/${logo.id}`)).status, 400);
    await act("PUT", "/brand", { ...brand, logoId: null });
    await act("DELETE", `/logos/${logo.id}`);
    const webhook = { url: "https://hooks.example.com/secret-path", events: ["qrcode.created"] };
    const { id } = await act("POST", "/webhooks", webhook);
    await act("PATCH", `/webhooks/${id}`, { ...webhook, isActive: false });
    await act("POST", `/webhooks/${id}/rotate`);
    await act("DELETE", `/webhooks/${id}`);
    const told = await news();
    assert.deepEqual(
      told.map(({ action, subject, detail }) => [action, subject?.name ?? null, detail]),
      [
        ["look.created", "Café", null],
        ["look.changed", "Bar", "name"],
        ["look.deleted", "Bar", null],
        ["look.logo-added", null, null],
        ["workspace.brand-changed", null, "name, logoId"],
        ["workspace.brand-changed", null, "logoId"],
        ["look.logo-deleted", null, null],
        ["webhook.created", "hooks.example.com", null],
        ["webhook.changed", "hooks.example.com", "isActive"],
        ["webhook.changed", "hooks.example.com", "secret"],
        ["webhook.deleted", "hooks.example.com", null],
      ],
    );
    assert.ok(told.every(({ actor }) => actor?.name === "ada@example.com"));
    assert.equal((await entries("?kind=webhook")).length, 4);
  });

  it("tells a second factor that is turned on or off from a sign-in", async () => {
    const { secret } = (await ada!.request("POST", "/second-factor/start", { password: PASSWORD })).json;
    const code = codeOf(secret, Date.now());
    assert.equal((await ada!.request("POST", "/second-factor", { code })).status, 204);
    const again = createVisitor(app);
    await again.request("POST", "/sign-in", { email: "ada@example.com", password: PASSWORD });
    const next = codeOf(secret, Date.now() + 30_000);
    assert.equal((await again.request("POST", "/sign-in/code", { code: next })).status, 204);
    assert.equal((await ada!.request("POST", "/second-factor/remove", { password: PASSWORD })).status, 204);
    assert.deepEqual(
      (await news()).map(({ action, actor, subject }) => [action, actor?.name, subject?.name ?? null]),
      [
        ["sign-in.second-factor-on", "ada@example.com", null],
        ["sign-in", "ada@example.com", null],
        ["sign-in.second-factor-off", "ada@example.com", "ada@example.com"],
      ],
    );
  });

  it("is filtered by kind and day, read in pages, and downloaded as CSV", async () => {
    const all = await entries("?limit=500");
    const today = new Date().toISOString().slice(0, 10);
    const yesterday = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10);
    assert.deepEqual(await entries(`?limit=500&from=${yesterday}&to=${today}`), all);
    assert.deepEqual(await entries(`?to=${yesterday}`), []);
    const first = all.at(-1)!.at;
    const dayIn = (timeZone: string) => new Intl.DateTimeFormat("en-CA", { timeZone }).format(Date.parse(first));
    // One of them has another day than UTC.
    for (const zone of ["Pacific/Kiritimati", "Pacific/Niue"]) {
      const day = dayIn(zone);
      const before = Temporal.PlainDate.from(day).subtract({ days: 1 });
      const last = async (query: string) => (await entries(`?limit=500&timezone=${zone}&${query}`)).at(-1)?.at;
      assert.equal(await last(`from=${day}&to=${day}`), first, zone);
      assert.equal(await last(`to=${before}`), undefined, zone);
    }
    const members = await entries("?kind=member");
    assert.equal(members.length, all.filter(({ action }) => action.startsWith("member.")).length);
    const pages: Entry[] = [];
    for (let cursor = ""; ; ) {
      const page = await act("GET", `/audit?limit=5${cursor && `&cursor=${cursor}`}`);
      pages.push(...page.data);
      if (page.nextCursor === null) break;
      cursor = page.nextCursor;
    }
    assert.deepEqual(pages, all);
    for (const query of ["from=yesterday", "to=2026-02-30", "cursor=x", "kind=none", "limit=501", "timezone=Mars"]) {
      assert.equal((await inTeam(ada!, "GET", `/audit?${query}`)).status, 400, query);
    }
    const wrong = await inTeam(ada!, "GET", "/audit.csv?from=yesterday");
    assert.deepEqual([wrong.status, wrong.json.details[0].field], [400, "from"]);
    const csv = await inTeam(ada!, "GET", "/audit.csv?kind=member");
    const lines = csv.text.trim().split("\r\n");
    assert.equal(
      lines[0],
      "at,action,actorKind,actor,device,subjectId,subject,detail,count,changes,names,actorDisplayName,subjectDisplayName",
    );
    assert.equal(lines.length, members.length + 1);
    assert.match(lines[1]!, /,member\.removed,person,ada@example\.com,"Chrome, macOS",.*,,,1,,,ada,$/);
    assert.doesNotMatch(csv.text, /ben@example/, "no member any more");
  });

  it("is for owners: 403 in the dashboard, and 401 for every key but a full one of an owner", async () => {
    await app.store.workspaces.join(team, ids.ben, "editor", Date.now());
    const refused = await inTeam(ben!, "GET", "/audit");
    assert.deepEqual([refused.status, refused.json.error], [403, "not_allowed"]);
    const status = async (key: string) => {
      const answer = await app.request("GET", "/api/v1/audit", { key });
      return [answer.status, answer.json.error];
    };
    const [owners, readOnly, editors] = [await keyOf(ids.ada), await keyOf(ids.ada, "read-only"), await keyOf(ids.ben)];
    assert.deepEqual(await status(owners), [200, undefined]);
    assert.deepEqual(await status(readOnly), [401, "invalid_api_key"]);
    assert.deepEqual(await status(editors), [401, "invalid_api_key"]);
    await inTeam(ada!, "PATCH", `/members/${ids.ben}`, { role: "owner" });
    assert.deepEqual(await status(editors), [200, undefined]);
  });

  it("says that a member is gone whose account was removed, and does not say who it was", async () => {
    await news();
    for (const [name, remove] of [
      ["cy", (cy: Visitor) => cy.request("POST", "/delete-account", { password: PASSWORD })],
      ["dora", async () => app.store.accounts.remove((await idOf("dora"))!, Date.now())],
    ] as const) {
      const visitor = await signedIn(app, `${name}@example.com`);
      await app.store.workspaces.join(team, (await idOf(name))!, "editor", Date.now());
      await remove(visitor);
      assert.equal(await idOf(name), undefined);
    }
    assert.deepEqual(
      (await news()).map(({ action, subject }) => [action, subject?.name]),
      [
        ["member.joined", null],
        ["member.left", null],
        ["member.joined", null],
        ["member.removed", null],
      ],
    );
  });

  it("never has an address, and is kept for 400 days", async () => {
    const { db } = app.store.auth;
    const rows: { at: number }[] = await db.selectFrom("audit").selectAll().execute();
    assert.doesNotMatch(JSON.stringify(rows), /127\.0\.0\.1|::1/);
    const last = Math.max(...rows.map(({ at }) => at));
    await app.store.maintain(last + 400 * DAY_MS);
    assert.ok((await db.selectFrom("audit").select("num").execute()).length > 0);
    await app.store.maintain(last + 400 * DAY_MS + 1);
    assert.deepEqual(await db.selectFrom("audit").select("num").execute(), []);
  });
});
