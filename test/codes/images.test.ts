import assert from "node:assert/strict";
import { it } from "node:test";
import type { Code } from "../../src/codes/code.ts";
import { createCodeImages } from "../../src/codes/images.ts";
import { newCode } from "../support/fixtures.ts";

const STYLE = JSON.stringify({ modules: "dots", logo: { id: "x", scale: 0.2 } });

it("A picture without its deleted logo has its own ETag", async () => {
  const there = new Set(["x"]);
  const code = newCode("owner", 0);
  const parts = { logoOf: async (_: string, id: string) => (there.has(id) ? Buffer.from(id) : null) };
  const none = { renderer: null!, styled: null!, shareBase: () => "https://example.com" };
  const images = createCodeImages({ ...none, ...parts });
  const options = { format: "png", size: 512, encode: "share" } as const;
  const etagOf = async (style: string | null) =>
    images.image(await images.asDrawn({ ...code, style } as Code), options).etag;
  const whole = await etagOf(STYLE);
  there.clear();
  assert.notEqual(await etagOf(STYLE), whole);
  const [dots, plain] = [await etagOf('{"modules":"dots"}'), await etagOf(null)];
  there.add("x");
  assert.equal(await etagOf('{"modules":"dots"}'), dots);
  assert.equal(await etagOf(null), plain);
});

it("Scannability is computed once for the same picture, even after a restart", async () => {
  const stored = new Map<string, string>();
  const kept = {
    find: async (key: string) => stored.get(key) ?? null,
    keep: async (key: string, verdict: string) => void stored.set(key, verdict),
    noteHard: async () => assert.fail("its grade is A"),
  };
  let computed = 0;
  const styled = { draw: null!, assess: async () => ({ grade: "A", number: ++computed }) as never };
  const start = () =>
    createCodeImages({
      renderer: null!,
      styled,
      kept,
      logoOf: async () => null,
      shareBase: () => "https://example.com",
    });
  const code = { ...newCode("owner", 0), style: null } as Code;
  const first = start();
  const [one, two] = await Promise.all([first.verdict(code), first.verdict(code)]);
  assert.deepEqual(await start().verdict({ ...code, name: "Another name" }), one);
  assert.deepEqual([one, two, computed], [{ grade: "A", number: 1 }, { grade: "A", number: 1 }, 1]);
  await start().verdict({ ...code, foregroundColor: "#000001" });
  assert.equal(computed, 2);
});
