/** The symbols of placements are as large as that of their code, so that a sheet of copies looks like one code. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, it } from "node:test";
import { sharePayload } from "../../src/rendering/payload.ts";
import { coveredSymbol } from "../../src/rendering/styled/covered-symbol.ts";
import { symbolVersion } from "../../src/rendering/version.ts";
import { LEVELS, type Level } from "../../src/shared/vocabulary.ts";

const ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789";
const COPIES = 5;

/** The same in every run. */
const tokenOf = (seed: string): string =>
  Array.from(createHash("sha256").update(seed).digest().subarray(0, 12), (byte) => ALPHABET[byte & 31]).join("");

/** Public addresses and domains of workspaces: hosts of 6 to 60 characters, with and without a path and a port. */
const BASES = Array.from({ length: 55 }, (_, i) => `${"go-".repeat(20).slice(0, i + 2)}.com`).flatMap((host) => [
  `https://${host}`,
  `http://${host}`,
  `http://${host}:3000`,
  `https://${host}/qr`,
]);

const plainVersion = (url: string, level: Level) => symbolVersion(sharePayload(url, level), level);

/** A logo over the middle fifth, which may make the symbol larger. */
function logoVersion(url: string, level: Level): number {
  const found = coveredSymbol(sharePayload(url, level), level, (size) => {
    const side = 2 * Math.floor((size * 0.2) / 2) + 3;
    const start = (size - side) / 2;
    return start < 9 ? undefined : { box: { x: start, y: start, width: side, height: side }, seen: () => -1 };
  });
  return found!.symbol.version;
}

/** The share of codes whose copies all have a symbol of the size of the code's own. */
function shareOf(bases: readonly string[], versionOf: typeof plainVersion): number {
  const codes = bases.flatMap((base) => LEVELS.map((level) => ({ base, level })));
  const same = codes.filter(({ base, level }) => {
    const own = versionOf(`${base}/r/${tokenOf(`${base} ${level}`)}`, level);
    return Array.from({ length: COPIES }, (_, i) => tokenOf(`${base} ${level} ${i}`)).every(
      (token) => versionOf(`${base}/r/${token}`, level) === own,
    );
  });
  return same.length / codes.length;
}

describe("the links of placements", () => {
  for (const [look, bases, versionOf] of [
    ["plain", BASES, plainVersion],
    // Each takes some milliseconds.
    ["with a logo", BASES.filter((_, i) => i % 22 === 0), logoVersion],
  ] as const) {
    it(`have a symbol of the same version as the code's own link in 95 % of codes, ${look}`, (t) => {
      const share = shareOf(bases, versionOf);
      t.diagnostic(`${(100 * share).toFixed(1)} % of ${4 * bases.length} codes`);
      assert.ok(share >= 0.95, String(share));
    });
  }
});
