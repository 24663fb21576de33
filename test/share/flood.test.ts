import assert from "node:assert/strict";
import { it } from "node:test";
import { createToken } from "../../src/shared/ids.ts";
import { useOwnApp } from "../api/support.ts";
import { PHONE } from "../support/fixtures.ts";
import type { Engine } from "../support/stores.ts";
import { onEachEntryPoint } from "./support.ts";

const VISITORS = 100;
const FLOOD = 1000;
const OWN_VISITS = 10;

/** An engine that counts how often its stores are asked for tokens. */
function createCountingEngine(engine: Engine): Engine & { queries: number } {
  const counting = {
    ...engine,
    queries: 0,
    open: async (...args: Parameters<Engine["open"]>) => {
      const store = await engine.open(...args);
      const findByTokens = (tokens: readonly string[]) => {
        counting.queries += 1;
        return store.codes.findByTokens(tokens);
      };
      return { ...store, codes: { ...store.codes, findByTokens } };
    },
  };
  return counting;
}

onEachEntryPoint("a flood of unknown tokens", (engine) => {
  const store = createCountingEngine(engine);
  const use = useOwnApp(store);
  const visit = (token: string) => use.app.request("GET", `/r/${token}`, { headers: { "user-agent": PHONE } });

  it("reaches the store seldom, and a known code is served meanwhile", async () => {
    const { shareToken } = await use.code();
    await visit(shareToken);
    store.queries = 0;
    let sent = 0;
    let served = 0;
    const flood = Array.from({ length: VISITORS }, async () => {
      while (sent < FLOOD || served < OWN_VISITS) {
        sent += 1;
        assert.equal((await visit(createToken())).status, 404);
      }
    });
    for (; served < OWN_VISITS; served++) assert.equal((await visit(shareToken)).status, 302);
    await Promise.all(flood);
    console.log(`flood on ${engine.name}: ${sent} unknown tokens, ${store.queries} queries`);
    assert.ok(store.queries < sent / 5, `${store.queries} queries`);
  });

  it("of one token asks the store once", async () => {
    const token = createToken();
    await visit(token);
    store.queries = 0;
    await Promise.all(Array.from({ length: 200 }, () => visit(token)));
    assert.equal(store.queries, 0);
  });
});
