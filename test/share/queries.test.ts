import assert from "node:assert/strict";
import { it } from "node:test";
import { DAY_MS } from "../../src/shared/days.ts";
import { PATH, useOwnApp } from "../api/support.ts";
import { PHONE } from "../support/fixtures.ts";
import { createCountingEngine, onEachEntryPoint } from "./support.ts";

const VISITS = 100;
const AT_ONCE = 20;

onEachEntryPoint("queries of visits that are not counted", (engine) => {
  const store = createCountingEngine(engine);
  const use = useOwnApp(store);
  const visit = async (token: string) =>
    (await use.app.request("GET", `/r/${token}`, { headers: { "user-agent": PHONE } })).status;

  /** The queries of so many visits, each answered like the first. */
  async function queriesOf(token: string, status: number): Promise<string[]> {
    store.queries.length = 0;
    const crowd = Array.from({ length: AT_ONCE }, async () => {
      for (let i = 0; i < VISITS / AT_ONCE; i++) assert.equal(await visit(token), status);
    });
    await Promise.all(crowd);
    return [...store.queries];
  }

  it("are one a second if the code has expired, however many come at once", async () => {
    const { shareToken, id } = await use.code();
    const json = { expiresAt: new Date(use.clock.now() + 1000).toISOString() };
    await use.ask("PATCH", `${PATH}/${id}`, { json });
    assert.equal(await visit(shareToken), 302);
    for (let second = 0; second < 2; second++) {
      use.clock.move(1000);
      assert.deepEqual(await queriesOf(shareToken, 410), ["codes.findByTokens"]);
      use.clock.move(999);
      assert.deepEqual(await queriesOf(shareToken, 410), []);
      use.clock.move(-999);
    }
  });

  it("are none if the code is known to be paused", async () => {
    const { shareToken } = await use.code({ isPublic: false });
    assert.equal(await visit(shareToken), 404);
    assert.deepEqual(await queriesOf(shareToken, 404), []);
  });

  it("are none if the code is known not to exist, and it is found once it is created", async () => {
    const slug = `spring-${engine.name}`;
    assert.equal(await visit(slug), 404);
    assert.deepEqual(await queriesOf(slug, 404), []);
    await use.code({ slug });
    assert.equal(await visit(slug), 302);
  });

  it("do not keep an expired code from being renewed at once, and by a scan that is settled later", async () => {
    const { shareToken, id } = await use.code();
    await use.expire(id);
    assert.equal(await visit(shareToken), 410);
    await use.ask("PATCH", `${PATH}/${id}`, { json: { expiresAt: null } });
    assert.equal(await visit(shareToken), 302);

    const { expiresAt } = (await use.ask("GET", `${PATH}/${id}`)).json;
    use.clock.move(Date.parse(expiresAt) - use.clock.now());
    assert.equal(await visit(shareToken), 410);
    // As if another node had settled it now.
    await use.scan(id, [{ at: use.clock.now() - DAY_MS }]);
    use.clock.move(1000);
    assert.equal(await visit(shareToken), 302);
  });
});
