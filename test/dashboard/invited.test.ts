import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { startApp, type TestApp } from "../support/app.ts";
import { onSqlite } from "../support/stores.ts";
import { createVisitor, PASSWORD, signedIn, type Visitor } from "./support.ts";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0";

onSqlite("Invited while sign-up is closed", (engine) => {
  let app: TestApp;
  let ada: Visitor;
  before(async () => {
    app = await startApp({ engine });
    ada = await signedIn(app, "ada@example.com");
  });
  after(() => app.close());

  const invite = async (): Promise<string> => {
    const { link } = (await ada.request("POST", "/invitations", { role: "editor" })).json;
    return new URL(link).hash.slice(1);
  };
  const signUp = (token: string, email: string, password = PASSWORD, name = "Ben") => {
    const headers = { "user-agent": FIREFOX };
    return createVisitor(app).request(
      "POST",
      "/join/sign-up",
      { token, name, email, password, zone: "europe/berlin" },
      { headers },
    );
  };

  it("204: creates an account that is a member, once, and that signs in", async () => {
    const token = await invite();
    const guest = createVisitor(app);
    const { json: target } = await guest.request("POST", "/join/check", { token });
    assert.deepEqual([target.name, target.role], ["ada", "editor"]);
    assert.equal(
      (await guest.request("POST", "/sign-up", { email: "ben@example.com", password: PASSWORD })).status,
      403,
    );
    assert.equal((await signUp(token, "ben@example.com")).status, 204);
    assert.equal(
      (await guest.request("POST", "/sign-in", { email: "ben@example.com", password: PASSWORD })).status,
      204,
    );
    const { workspaces } = (await guest.request("GET", "/workspaces")).json;
    assert.deepEqual(
      workspaces.map(({ name, role, zone }: Record<string, string>) => `${name} ${role} ${zone}`),
      ["Ben owner Europe/Berlin", "ada editor UTC"],
    );
    const known = await signUp(token, "ben@example.com");
    assert.equal(known.json.details[0].field, "token", "a used link does not tell who has an account");
    const { workspaceId, workspaces: own } = (await guest.request("GET", "/me")).json;
    assert.equal(workspaceId, own[1].id, "the workspace that they joined opens first, not their empty one");
    const [joined] = (await ada.request("GET", "/audit?kind=member")).json.data;
    assert.deepEqual(
      [joined.action, joined.actor?.name, joined.device, joined.detail],
      ["member.joined", "ben@example.com", "Firefox, Linux", "editor"],
    );
    const again = await signUp(token, "cy@example.com");
    assert.deepEqual([again.status, again.json.details[0].field], [400, "token"]);
    assert.equal(await app.store.users.findByEmail("cy@example.com"), null);
    assert.equal((await guest.request("POST", "/join/check", { token })).status, 400);
  });

  it("400: keeps the invitation if the account cannot be created, and nothing is created without one", async () => {
    const token = await invite();
    assert.equal((await signUp(token, "ada@example.com")).json.details[0].field, "email");
    assert.equal((await signUp(token, "dora@example.com", "short")).json.details[0].field, "password");
    for (const email of ["dora@example.com", "ada@example.com"]) {
      assert.equal(
        (await signUp("nonsense", email)).json.details[0].field,
        "token",
        "whether or not there is an account",
      );
    }
    assert.equal(await app.store.users.findByEmail("dora@example.com"), null);
    const both = await Promise.all(["dora@example.com", "eve@example.com"].map((email) => signUp(token, email)));
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [204, 400]);
    const made = await Promise.all(["dora", "eve"].map((name) => app.store.users.findByEmail(`${name}@example.com`)));
    assert.equal(made.filter(Boolean).length, 1, "one invitation, one account");
    for (const name of ["a\0b", "two\nlines"]) {
      const answer = await signUp(await invite(), "fred@example.com", PASSWORD, name);
      assert.equal(answer.json.details?.[0].field, "name", answer.text);
    }
  });

  it("400: by the link of an owner who was suspended", async () => {
    const admin = await signedIn(app, "admin@example.com", "admin");
    const owner = await signedIn(app, "suspended@example.com");
    const { link } = (await owner.request("POST", "/invitations", { role: "owner" })).json;
    const { id } = (await app.store.users.findByEmail("suspended@example.com"))!;
    await admin.request("PATCH", `/users/${id}`, { suspended: true });
    for (const path of ["/join/check", "/join"]) {
      const answer = await ada.request("POST", path, { token: new URL(link).hash.slice(1) });
      assert.deepEqual([answer.status, answer.json.details[0].field], [400, "token"]);
    }
  });

  it("204: a whole team in one network", async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 15; i++) statuses.push((await signUp(await invite(), `team${i}@example.com`)).status);
    assert.deepEqual([...new Set(statuses)], [204]);
  });
});
