import assert from "node:assert/strict";
import { it } from "node:test";
import { PATH, useApp } from "../api/support.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { eventually } from "../support/eventually.ts";
import { PHONE } from "../support/fixtures.ts";
import { createTestClock, freshDir } from "../support/stores.ts";
import { onEachEntryPoint } from "./support.ts";

const RACES = 8;
const HEADERS = { "user-agent": PHONE };

onEachEntryPoint("a change of a code", (engine) => {
  const use = useApp(engine);
  const visit = (token: string) => use.app.request("GET", `/r/${token}`, { headers: HEADERS });
  const change = async (id: string, json: object) => {
    const answer = await use.ask("PATCH", `${PATH}/${id}`, { json });
    assert.equal(answer.status, 200, answer.text);
  };

  it("is visible on the next request: content, pause, expiry, renewal, deletion", async () => {
    const { shareToken, id } = await use.code();
    const status = async () => (await visit(shareToken)).status;
    assert.equal(await status(), 302);
    await change(id, { content: "https://example.com/other" });
    assert.equal((await visit(shareToken)).headers.get("location"), "https://example.com/other");
    await change(id, { isPublic: false });
    assert.equal(await status(), 404);
    await change(id, { isPublic: true });
    assert.equal(await status(), 302);
    await change(id, { expiresAt: new Date(use.clock.now() + 1000).toISOString() });
    assert.equal(await status(), 302);
    use.clock.move(1000);
    assert.equal(await status(), 410);
    await change(id, { expiresAt: null });
    assert.equal(await status(), 302);
    assert.equal((await use.ask("DELETE", `${PATH}/${id}`)).status, 204);
    assert.equal(await status(), 404);
  });

  it("shows visitors of an expired code whom to contact, if the owner gave an address", async () => {
    const owner = await use.app.user();
    const { shareToken, id } = await use.code({ name: "Summer & fair" }, owner.key);
    await use.expire(id, owner.key);
    const before = await visit(shareToken);
    assert.equal(before.status, 410);
    assert.match(before.text, /This code has expired/);
    assert.doesNotMatch(before.text, /Summer/, "the name is private to the owner");
    assert.doesNotMatch(before.text, /mailto:/);
    assert.equal(before.headers.get("scan-id"), null);
    await use.app.store.workspaces.change(owner.id, { contact: "desk@example.com" }, Date.now());
    assert.match((await visit(shareToken)).text, /href="mailto:desk@example\.com\?/);
  });

  it(`is visible on the next request during other visits, ${RACES} times`, async () => {
    const { shareToken, id } = await use.code();
    let racing = true;
    const crowd = Array.from({ length: 4 }, async () => {
      while (racing) await visit(shareToken);
    });
    try {
      for (let i = 0; i < RACES; i++) {
        const content = `https://example.com/${i}`;
        await change(id, { content, isPublic: true });
        const answer = await visit(shareToken);
        assert.equal(answer.headers.get("location"), content);
        if (i % 5 !== 0) continue;
        await change(id, { isPublic: false });
        assert.equal((await visit(shareToken)).status, 404);
      }
    } finally {
      racing = false;
      await Promise.all(crowd);
    }
  });

  async function onEveryNode(): Promise<void> {
    const nodes: TestApp[] = [];
    try {
      const { databaseUrl } = await engine.migratedPlace();
      // By this clock no code gets old enough to be read again: only the notification can update it.
      const clock = createTestClock(Date.now());
      for (let i = 0; i < 2; i++) {
        nodes.push(await startApp({ engine, clock, place: { dataDir: freshDir(), databaseUrl } }));
      }
      const [here, there] = nodes as [TestApp, TestApp];
      const { key } = await here.user();
      const json = { name: "Shared", content: "https://example.com/0" };
      const { shareToken, id } = (await here.request("POST", PATH, { key, json })).json;
      const see = () => there.request("GET", `/r/${shareToken}`, { headers: HEADERS });
      assert.equal((await see()).status, 302);
      for (let i = 1; i <= 10; i++) {
        const content = `https://example.com/${i}`;
        await here.request("PATCH", `${PATH}/${id}`, { key, json: { content } });
        await eventually(async () =>
          assert.equal((await see()).headers.get("location"), content, "the other node is late"),
        );
      }
      await here.request("DELETE", `${PATH}/${id}`, { key });
      await eventually(async () => assert.equal((await see()).status, 404));
    } finally {
      for (const node of nodes) await node.close();
    }
  }

  // SQLite serves one node.
  if (engine.name === "postgres") it("is announced to every node", onEveryNode);
});
