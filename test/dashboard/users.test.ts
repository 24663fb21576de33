import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { startApp, type TestApp } from "../support/app.ts";
import { onEachEngine } from "../support/stores.ts";
import { signedIn, type Visitor } from "./support.ts";

onEachEngine("GET /users", (engine) => {
  let app: TestApp;
  let admin: Visitor;
  const emails: string[] = ["admin@example.com"];
  before(async () => {
    app = await startApp({ engine });
    admin = await signedIn(app, emails[0]!, "admin");
    for (let i = 0; i < 12; i++) emails.push((await app.user()).email);
  });
  after(() => app.close());

  const users = async (query: string) => {
    const answer = await admin.request("GET", `/users?${query}`);
    assert.equal(answer.status, 200, answer.text);
    const { total, users: found } = answer.json;
    return { total, emails: found.map((user: { email: string }) => user.email) };
  };

  it("200: hands users out page by page, each once, those who came first before the others", async () => {
    assert.deepEqual(await users(""), { total: 13, emails });
    const pages = [1, 2, 3, 4].map((page) => users(`limit=5&page=${page}`));
    const answers = await Promise.all(pages);
    assert.deepEqual(
      answers.map(({ total, emails: shown }) => [total, shown.length]),
      [
        [13, 5],
        [13, 5],
        [13, 3],
        [13, 0],
      ],
    );
    assert.deepEqual(
      answers.flatMap((answer) => answer.emails),
      emails,
    );
  });

  it("200: finds them by a part of their address, in either case and to the letter", async () => {
    assert.deepEqual(await users("q=ADMIN%40"), { total: 1, emails: ["admin@example.com"] });
    assert.equal((await users("q=user&limit=5")).total, 12);
    for (const q of ["%", "_", "\\", "'", "nobody"]) {
      assert.deepEqual(await users(`q=${encodeURIComponent(q)}`), { total: 0, emails: [] }, q);
    }
  });

  it("400: refuses what is no page", async () => {
    for (const query of ["page=0", "limit=101", "limit=x", "page=1.5"]) {
      assert.equal((await admin.request("GET", `/users?${query}`)).status, 400, query);
    }
  });
});
