import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { createKeyText, hashKey, readPrefix } from "../../src/keys/format.ts";

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

describe("The format of a key", () => {
  it("is tsr_, 8 characters, _, and 38 more", () => {
    for (let i = 0; i < 50; i++) {
      const { text, prefix, lastFour } = createKeyText();
      assert.match(text, /^tsr_[0-9A-Za-z]{8}_[0-9A-Za-z]{38}$/);
      assert.equal(text.slice(4, 12), prefix);
      assert.equal(text.slice(-4), lastFour);
      assert.equal(readPrefix(text), prefix);
    }
  });

  it("detects any one changed character, and any two swapped", () => {
    const { text } = createKeyText();
    const place = fc.integer({ min: 0, max: text.length - 1 });
    fc.assert(
      fc.property(place, fc.constantFrom(...BASE62), (at, character) => {
        const changed = text.slice(0, at) + character + text.slice(at + 1);
        assert.equal(readPrefix(changed) === null, changed !== text);
      }),
      { numRuns: 500 },
    );
    fc.assert(
      fc.property(place, place, (a, b) => {
        const characters = [...text];
        [characters[a], characters[b]] = [characters[b]!, characters[a]!];
        const exchanged = characters.join("");
        assert.equal(readPrefix(exchanged) === null, exchanged !== text);
      }),
      { numRuns: 500 },
    );
  });

  it("matches nothing else", () => {
    const { text } = createKeyText();
    for (const other of ["", "tsr_", text.slice(1), `${text}\n`, ` ${text}`, text.toLowerCase()]) {
      assert.equal(readPrefix(other), null);
    }
  });

  it("is stored as SHA-256", () => {
    assert.equal(hashKey("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  });
});
