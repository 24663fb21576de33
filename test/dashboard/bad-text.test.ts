import assert from "node:assert/strict";
import { before, it } from "node:test";
import { sharedApp, type TestApp } from "../support/app.ts";
import { onEachEngine } from "../support/stores.ts";
import { createVisitor, PASSWORD, signedIn, type Visitor } from "./support.ts";

onEachEngine("text that no database accepts", (engine) => {
  let app: TestApp;
  let admin: Visitor;
  before(async () => {
    app = await sharedApp({ engine });
    admin = await signedIn(app, "bad-text@example.com", "admin");
  });

  it("400: in a query, naming the field", async () => {
    for (const [path, field] of [
      ["/codes?q=%00abc", "q"],
      ["/codes?q=ab%00c", "q"],
      ["/codes?category=%00", "category"],
      ["/qrcodes?q=%00abc", "q"],
      ["/users?q=%00", "q"],
    ] as const) {
      const answer = await admin.request("GET", path);
      assert.equal(answer.status, 400, `${path} ${answer.text}`);
      assert.deepEqual(answer.json.details, [{ field, message: "must not contain the NUL character" }]);
    }
  });

  it("400: in an address; without a session it is still 401", async () => {
    for (const [method, path] of [
      ["GET", "/codes/%00"],
      ["GET", "/qrcodes/a%00b"],
      ["PATCH", "/users/%00"],
      ["DELETE", "/users/%00"],
      ["POST", "/users/%00/reset-link"],
      ["DELETE", "/keys/%00"],
    ] as const) {
      const json = method === "GET" || method === "DELETE" ? undefined : {};
      const answer = await admin.request(method, path, json);
      assert.equal(answer.status, 400, `${method} ${path} ${answer.text}`);
      assert.equal((await createVisitor(app).request(method, path, json)).status, 401);
    }
  });

  it("400: in the token of a link; 401: in an address to sign in with", async () => {
    for (const token of ["\0.a", "a\0b.c", "a.\0", "\ud800.x", "a.b.c", "."]) {
      const answer = await createVisitor(app).request("POST", "/reset", { token, password: PASSWORD });
      assert.equal(answer.status, 400, JSON.stringify(token) + answer.text);
    }
    const credentials = { email: "a\0@example.com", password: PASSWORD };
    assert.equal((await createVisitor(app).request("POST", "/sign-in", credentials)).status, 401);
  });
});
