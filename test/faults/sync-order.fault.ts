import assert from "node:assert/strict";
import { it } from "node:test";
import { cannotTrace, isDurableFirst, traceScans } from "./support/sync-order.ts";

const SCANS = 100;

it("F2: syncs the journal before each answer is sent", { skip: cannotTrace() }, async () => {
  const scans = await traceScans(SCANS);
  const durable = scans.filter(isDurableFirst).length;
  console.log(`F2: ${scans.length} answers, ${durable} of them after the sync`);
  assert.equal(scans.length, SCANS);
  assert.equal(durable, SCANS);
});
