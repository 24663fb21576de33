/** One filled service on each engine for all of these: filling it takes longer than most of them. */
import { after, before, describe } from "node:test";
import { onEachEngine } from "../support/stores.ts";
import { archives } from "./archives.ts";
import { powerCuts } from "./crash.ts";
import { hostileBundles } from "./hostile.ts";
import { refusedBundles } from "./refused.ts";
import { roundTrip } from "./round-trip.ts";
import { serversAnswer } from "./servers.ts";
import { type Filled, fill } from "./support.ts";

onEachEngine("Bundles", (engine) => {
  let filled: Filled;
  before(async () => {
    filled = await fill(engine);
  });
  after(() => filled.app.close());

  describe("A bundle", () => roundTrip(engine, () => filled));
  describe("A power cut", () => powerCuts(engine, () => filled));
  describe("A bundle that is refused", () => refusedBundles(engine, () => filled));
  // Files are the same on either engine.
  if (engine.name === "postgres") return;
  describe("An archive", () => archives(() => filled));
  describe("Forged bundles", () => hostileBundles(engine, () => filled));
  describe("A bundle alone", () => serversAnswer(() => filled));
});
