import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createAccounts } from "../../src/accounts/service.ts";
import { createKeys } from "../../src/keys/service.ts";
import { DAY_MS } from "../../src/shared/days.ts";
import { createIds } from "../../src/shared/ids.ts";
import { signedIn } from "../dashboard/support.ts";
import { onEachEngine } from "../support/stores.ts";
import { assertError, badFields, MISSING, PATH, READ_FIELDS, TIME, useApp, withoutRequestId } from "./support.ts";

const FIELDS = ["version", "content", "from", "until", "scanCount"];
type Page = { data: { version: number }[]; nextCursor: string | null };

const address = (n: number) => `https://example.com/${n}`;

onEachEngine("Versions of a QR code", (engine) => {
  const use = useApp(engine);
  const { clock } = use;
  const list = (id: string, query = "") => use.ask("GET", `${PATH}/${id}/versions${query}`);
  const restore = (id: string, version: unknown) => use.ask("POST", `${PATH}/${id}/versions/${version}/restore`);
  const change = async (id: string, json: object) => {
    const answer = await use.ask("PATCH", `${PATH}/${id}`, { json });
    assert.equal(answer.status, 200, answer.text);
    return answer.json;
  };
  async function changed(times: number) {
    const code = await use.code({ content: address(0) });
    for (let n = 1; n <= times; n++) {
      clock.move(1000);
      await change(code.id, { content: address(n) });
    }
    return code;
  }

  describe("GET /qrcodes/:id/versions", () => {
    it("200: every content with its time and its scans, newest first", async () => {
      const { id, createdAt } = await use.code({ content: address(0) });
      const start = clock.now();
      await use.scan(id, [{ at: start }, { at: start + 1999 }]);
      clock.move(2000);
      const { updatedAt } = await change(id, { content: address(1) });
      await change(id, { name: "Only the name", content: address(1) });
      await use.scan(id, [{ at: start + 2000 }]);
      const answer = await list(id);
      assert.equal(answer.status, 200);
      assert.deepEqual(answer.json, {
        data: [
          { version: 2, content: address(1), from: updatedAt, until: null, scanCount: 1 },
          { version: 1, content: address(0), from: createdAt, until: updatedAt, scanCount: 2 },
        ],
        nextCursor: null,
      });
      const [present] = (await list(id)).json.data;
      assert.deepEqual(Object.keys(present), FIELDS);
      assert.match(present.from, TIME);
    });

    it("200: page by page, also on an exact boundary", async () => {
      const { id } = await changed(4);
      const seen: number[] = [];
      let cursor: string | null = "";
      while (cursor !== null) {
        const page: Page = (await list(id, `?limit=2${cursor && `&cursor=${cursor}`}`)).json;
        seen.push(...page.data.map(({ version }) => version));
        cursor = page.nextCursor;
      }
      assert.deepEqual(seen, [5, 4, 3, 2, 1]);
      assert.equal((await list(id, "?limit=5")).json.nextCursor, null);
      assert.equal((await list(id, "?limit=4")).json.nextCursor, "2");
    });

    it("400: a cursor that is not a version of this code, a limit out of range", async () => {
      const { id } = await changed(1);
      for (const cursor of ["3", "0", "x", "99999999999"]) {
        assert.deepEqual(badFields(await list(id, `?cursor=${cursor}`)), ["cursor"], cursor);
      }
      assert.deepEqual(badFields(await list(id, "?limit=501")), ["limit"]);
    });

    it("404: the same for a missing code and a deleted one", async () => {
      const deleted = await use.code();
      await use.ask("DELETE", `${PATH}/${deleted.id}`);
      const answers = await Promise.all([MISSING, deleted.id].flatMap((id) => [list(id), restore(id, 1)]));
      for (const answer of answers) assertError(answer, 404, "not_found");
      assert.equal(new Set(answers.map(withoutRequestId)).size, 1);
    });
  });

  describe("POST /qrcodes/:id/versions/:version/restore", () => {
    it("200: makes the content a new version, returns the read shape, and redirects visitors there", async () => {
      const { id, shareUrl } = await changed(2);
      clock.move(1000);
      const answer = await restore(id, 1);
      assert.equal(answer.status, 200, answer.text);
      assert.deepEqual(Object.keys(answer.json), READ_FIELDS);
      assert.equal(answer.json.content, address(0));
      assert.equal(answer.json.updatedAt, new Date(clock.now()).toISOString());
      assert.equal(answer.headers.get("etag"), (await use.ask("GET", `${PATH}/${id}`)).headers.get("etag"));
      const contents = (await list(id)).json.data.map(({ content }: { content: string }) => content);
      assert.deepEqual(contents, [0, 2, 1, 0].map(address));
      const visit = await use.app.request("GET", new URL(shareUrl).pathname);
      assert.equal(visit.headers.get("location"), address(0));
    });

    it("200: changes nothing if the code already has that content", async () => {
      const { id } = await changed(1);
      await restore(id, 1);
      const before = (await use.ask("GET", `${PATH}/${id}`)).text;
      clock.move(1000);
      for (const version of [3, 1]) {
        const answer = await restore(id, version);
        assert.equal(answer.status, 200);
        assert.equal(answer.text, before);
      }
      assert.equal((await list(id)).json.data.length, 3);
    });

    it("400: content that today's rules refuse; changes nothing", async () => {
      const { id, shareUrl } = await changed(1);
      const before = (await use.ask("GET", `${PATH}/${id}`)).text;
      for (const content of ["javascript:alert(document.domain)", shareUrl]) {
        await use.app.store.auth.db
          .updateTable("code_versions")
          .set({ content })
          .where("code_num", "=", await use.numOf(id))
          .execute();
        assert.deepEqual(badFields(await restore(id, 1)), ["content"]);
      }
      assert.equal((await use.ask("GET", `${PATH}/${id}`)).text, before);
    });

    it("400: content that does not fit the present level; changes nothing", async () => {
      const { id } = await use.code({ type: "text", content: "x".repeat(2000) });
      await change(id, { content: "short" });
      await change(id, { errorCorrection: "H" });
      const before = (await use.ask("GET", `${PATH}/${id}`)).text;
      assert.deepEqual(badFields(await restore(id, 1)), ["errorCorrection"]);
      assert.equal((await use.ask("GET", `${PATH}/${id}`)).text, before);
    });

    it("404: a version the code never had", async () => {
      const { id } = await changed(1);
      for (const version of [0, 3, "x", "01", "99999999999999999999"]) {
        assertError(await restore(id, version), 404, "not_found");
      }
    });
  });

  it("name who made each: a key by its name, a person by their email address", async () => {
    const email = `history-${engine.name}@example.com`;
    const person = await signedIn(use.app, email);
    const { store, passwordHash } = use.app;
    const accounts = createAccounts({ store, plans: ["pro"], passwordHash });
    const { id: userId, workspaceId } = (await accounts.findByEmail(email))!;
    const keys = createKeys({ store, clock, createId: createIds(clock.now) });
    const { text: key, key: made } = await keys.create({ workspaceId, userId }, "Till");
    const json = { name: "Menu", content: address(0) };
    const { id } = (await use.app.request("POST", PATH, { key, json })).json;
    await person.request("PATCH", `/qrcodes/${id}`, { content: address(1) });
    await use.app.request("PATCH", `${PATH}/${id}`, { key, json: { content: address(2) } });
    await person.request("POST", `/qrcodes/${id}/versions/1/restore`);
    await keys.revoke(made.prefix);
    const told = async () => {
      const answer = await person.request("GET", `/codes/${id}/history`);
      assert.equal(answer.status, 200, answer.text);
      return answer.json.data.map(({ by }: { by: object }) => by);
    };
    const me = { kind: "person", name: email };
    const till = { kind: "key", name: "Till" };
    assert.deepEqual(await told(), [me, till, me, till]);
    const stranger = await signedIn(use.app, `stranger-${email}`);
    assert.equal((await stranger.request("GET", `/codes/${id}/history`)).status, 404);
    const rows = await store.auth.db.selectFrom("code_versions").selectAll().execute();
    assert.ok(!JSON.stringify(rows).includes(email), "no email address is stored with a code");
  });

  it("are erased with the code's content and authors 30 days after its deletion", async () => {
    const { id } = await changed(2);
    const num = await use.numOf(id);
    const { db } = use.app.store.auth;
    const versions = () => db.selectFrom("code_versions").selectAll().where("code_num", "=", num).execute();
    await use.ask("DELETE", `${PATH}/${id}`);
    await use.app.store.maintain(clock.now() + 30 * DAY_MS - 1);
    assert.equal((await versions()).length, 2);
    await use.ask("POST", `${PATH}/${id}/restore`);
    assert.equal((await list(id)).json.data.length, 3, "it comes back with its history");
    await use.ask("DELETE", `${PATH}/${id}`);
    await use.app.store.maintain(clock.now() + 30 * DAY_MS);
    assert.deepEqual(await versions(), []);
    const code = await db.selectFrom("codes").selectAll().where("num", "=", num).executeTakeFirst();
    assert.deepEqual([code.content, code.name, code.made_by], ["", "", null]);
    assert.match(code.token, /^[a-z2-9]{12}$/, "the token remains taken");
  });
});
