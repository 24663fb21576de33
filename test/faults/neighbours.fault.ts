import assert from "node:assert/strict";
import { it } from "node:test";
import { onEachEngine } from "../support/stores.ts";
import { bearLargeNeighbour } from "./support/neighbours.ts";

const CODES = Number(process.env.FAULT_CODES ?? 1_000_000);
const ROUNDS = 5;
/** One round: ten of its times are beyond the 99th percentile, so that it does not depend on one or two. */
const VISITS = 500;
/** Smaller differences are noise of the machine. */
const NOISE_MS = 10;

onEachEngine("F19: one owner with 1,000,000 codes searches and sorts without pause", (engine) => {
  it("others' p99 at most doubles, and the event loop is never blocked for 50 ms", async () => {
    const { databaseUrl } = await engine.place();
    const found = await bearLargeNeighbour(databaseUrl, CODES, VISITS, { rounds: ROUNDS, isApart: true });
    const { calm, busy, held, heldCalm, lists, slowestList, bodies } = found;
    console.log(
      `F19 on ${engine.name}: others' p99 ${calm.toFixed(1)} ms before, ${busy.toFixed(1)} ms during; event loop blocked ${held.toFixed(1)} ms at most, before ${heldCalm.toFixed(1)} ms; ${lists} lists, the slowest ${slowestList.toFixed(0)} ms; ${bodies} bodies`,
    );
    assert.ok(lists >= 5 * ROUNDS && bodies >= 5 * ROUNDS, "they sent hardly any requests");
    assert.ok(busy <= Math.max(2 * calm, NOISE_MS), `${busy} ms, before ${calm} ms`);
    assert.ok(held <= 50, `the event loop was blocked for ${held} ms`);
  });
});
