import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const names = (text: string, pattern: RegExp) =>
  [...new Set([...text.matchAll(pattern)].map(([, name]) => name))].sort();

describe("docs/settings.md", () => {
  it("lists exactly the settings that config.ts reads", () => {
    const held = names(read("src/config.ts"), /"([A-Z][A-Z_]+)"/g);
    const told = names(read("docs/settings.md"), /^\| `([A-Z_]+)` \|/gm);
    assert.ok(held.length >= 14);
    assert.deepEqual(told, held);
  });
});
