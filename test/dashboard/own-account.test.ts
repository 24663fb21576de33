import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { startApp, type TestApp } from "../support/app.ts";
import { eventually } from "../support/eventually.ts";
import { createTestClock, onEachEngine } from "../support/stores.ts";
import { createVisitor, PASSWORD, signedIn, type Visitor } from "./support.ts";

onEachEngine("the account of a user", (engine) => {
  const clock = createTestClock(Date.now());
  let app: TestApp;
  let admin: Visitor;
  before(async () => {
    app = await startApp({ engine, clock });
    admin = await signedIn(app, "admin@example.com", "admin");
  });
  after(() => app.close());

  const listed = async (email: string) => (await admin.request("GET", `/users?q=${email}`)).json.users[0];
  async function secondDevice(email: string): Promise<Visitor> {
    const visitor = createVisitor(app);
    const headers = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" };
    const answer = await visitor.request("POST", "/sign-in", { email, password: PASSWORD }, { headers });
    assert.equal(answer.status, 204);
    return visitor;
  }

  it("has a name, which cannot be empty", async () => {
    const ada = await signedIn(app, "name@example.com");
    assert.equal((await ada.request("GET", "/me")).json.name, "name");
    assert.equal((await ada.request("POST", "/name", { name: " Ada Lovelace " })).status, 204);
    assert.equal((await ada.request("GET", "/me")).json.name, "Ada Lovelace");
    assert.equal((await ada.request("POST", "/name", { name: " " })).json.details[0].field, "name");
    assert.equal((await ada.request("POST", "/name", { name: "x".repeat(101) })).status, 400);
    for (const name of ["a\0b", "two\nlines", "\u202eadA"]) {
      assert.equal((await ada.request("POST", "/name", { name })).json.details?.[0].field, "name", name);
    }
  });

  it("is signed in on several devices, and one of them can sign out the others", async () => {
    const here = await signedIn(app, "devices@example.com");
    const sessions = async () => (await here.request("GET", "/sessions")).json.sessions;
    assert.equal((await sessions()).length, 1);
    const there = await secondDevice("devices@example.com");
    const [newest, oldest] = await sessions();
    assert.deepEqual([newest.isCurrent, oldest.isCurrent, newest.device], [false, true, "Firefox, Linux"]);
    assert.equal((await here.request("DELETE", `/sessions/${newest.id}`)).status, 204);
    assert.equal((await there.request("GET", "/me")).status, 401);
    assert.equal((await admin.request("DELETE", `/sessions/${oldest.id}`)).status, 404, "somebody else's");
    await secondDevice("devices@example.com");
    assert.equal((await sessions()).length, 2);
    assert.equal((await here.request("POST", "/sessions/end-others")).status, 204);
    assert.equal((await sessions()).length, 1);
    assert.equal((await there.request("GET", "/me")).status, 401);
    assert.equal((await admin.request("GET", "/me")).status, 200, "other users stay signed in");
  });

  it("is deleted by its password, with its sessions, and its codes stop", async () => {
    const email = "leaving@example.com";
    const here = await signedIn(app, email);
    const there = await secondDevice(email);
    const code = { name: "Poster", content: "https://example.com" };
    const { shareToken } = (await here.request("POST", "/qrcodes", code)).json;
    const wrong = await here.request("POST", "/delete-account", { password: "not this one" });
    assert.deepEqual([wrong.status, wrong.json.details[0].field], [400, "password"]);
    assert.equal(
      (await here.request("GET", "/sessions")).json.sessions.length,
      2,
      "a wrong password starts no session",
    );
    assert.equal((await here.request("POST", "/delete-account", { password: PASSWORD })).status, 204);
    for (const visitor of [here, there]) assert.equal((await visitor.request("GET", "/me")).status, 401);
    assert.equal(await app.store.users.findByEmail(email), null);
    await eventually(async () => assert.equal((await app.request("GET", `/r/${shareToken}`)).status, 404));
  });

  it("400: names the workspaces that would have no owner", async () => {
    const here = await signedIn(app, "owning@example.com");
    for (const name of ["Studio", "Alone", "Café"]) await here.request("POST", "/workspaces", { name });
    const { workspaces } = (await here.request("GET", "/workspaces")).json;
    const { id: guest } = await app.user();
    for (const { id, name } of workspaces) {
      if (["Studio", "Café"].includes(name)) await app.store.workspaces.join(id, guest, "editor", clock.now());
    }
    const answer = await here.request("POST", "/delete-account", { password: PASSWORD });
    const message =
      "In “Café”, “Studio” this account is the only owner, apart from suspended ones, and there are other members. Make another member an owner there first, or delete the workspace.";
    assert.deepEqual([answer.status, answer.json.message], [400, message]);
    assert.equal((await here.request("GET", "/me")).status, 200);
  });

  it("400: the only administrator stays", async () => {
    const answer = await admin.request("POST", "/delete-account", { password: PASSWORD });
    assert.equal(answer.status, 400);
    assert.match(answer.json.message, /only administrator/);
    assert.equal((await admin.request("GET", "/me")).status, 200);
  });

  it("shows administrators its codes and workspaces, and when it was last seen, to the hour", async () => {
    await admin.request("POST", "/users", { email: "new@example.com", plan: "free" });
    assert.equal((await listed("new@example.com")).lastSeenAt, null);
    const email = "seen@example.com";
    const user = await signedIn(app, email);
    await user.request("POST", "/qrcodes", { name: "One", content: "https://example.com" });
    const first = await listed(email);
    assert.deepEqual([first.codes, first.lastSeenAt], [1, new Date(clock.now()).toISOString()]);
    assert.equal(first.workspaces, 1);
    await user.request("POST", "/workspaces", { name: "Second" });
    assert.equal((await listed(email)).workspaces, 2);
    clock.move(59 * 60_000);
    await user.request("GET", "/me");
    assert.equal((await listed(email)).lastSeenAt, first.lastSeenAt);
    clock.move(2 * 60_000);
    await user.request("GET", "/me");
    assert.equal((await listed(email)).lastSeenAt, new Date(clock.now()).toISOString());
  });
});
