import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { VisitedCode } from "../../src/codes/code.ts";
import { createCodeFinder } from "../../src/codes/code-finder.ts";
import { createTestClock } from "../support/stores.ts";

const TOKEN = "aaaaaaaaaaaa";

/** A store in which settling moves the expiry of a scanned code. */
function createParts({ known, isScanned = false }: { known: boolean; isScanned?: boolean }) {
  const clock = createTestClock();
  const end = clock.now() + 1000;
  const code = { token: TOKEN, isPublic: true, expiresAt: end } as VisitedCode;
  let stored = code;
  const asked: string[] = [];
  const finder = createCodeFinder({
    clock,
    knownCodes: {
      peek: () => (known ? code : undefined),
      async find(token) {
        asked.push(token);
        return stored;
      },
    },
    async scansSettled() {
      asked.push("settled");
      if (isScanned) stored = { ...code, expiresAt: end + 1000 };
    },
  });
  return { finder, clock, asked, code };
}

describe("a known code that has not expired", () => {
  it("is returned immediately, without a query", async () => {
    const { finder, clock, asked, code } = createParts({ known: true });
    assert.equal(finder.peek(TOKEN, clock.now()), code);
    assert.equal(await finder.find(TOKEN), code);
    assert.deepEqual(asked, []);
  });
});

for (const known of [true, false]) {
  describe(`an expired code that is ${known ? "" : "not "}known`, () => {
    it("is read again after its scans are settled", async () => {
      const { finder, clock, asked } = createParts({ known, isScanned: true });
      clock.move(1000);
      assert.equal(finder.peek(TOKEN, clock.now()), undefined);
      const found = await finder.find(TOKEN);
      assert.ok(found!.expiresAt > clock.now());
      assert.deepEqual(asked, known ? ["settled", TOKEN] : [TOKEN, "settled", TOKEN]);
    });

    it("is returned as it is if no scan moved its expiry", async () => {
      const { finder, clock, code } = createParts({ known });
      clock.move(1000);
      assert.equal(await finder.find(TOKEN), code);
    });
  });
}

it("An expired code is judged once a second for all its visitors, who end one batch of scans", async () => {
  const { finder, clock, asked } = createParts({ known: true });
  clock.move(1000);
  for (const before of [0, 1, 2]) {
    await Promise.all(Array.from({ length: 100 }, () => finder.find(TOKEN)));
    await finder.find(TOKEN);
    assert.equal(finder.peek(TOKEN, clock.now())?.token, TOKEN);
    assert.deepEqual(asked.slice(2 * before), ["settled", TOKEN]);
    clock.move(1000);
  }
});

it("A code that does not exist is looked up only once", async () => {
  const asked: string[] = [];
  const finder = createCodeFinder({
    clock: createTestClock(),
    knownCodes: {
      peek: () => null,
      async find(token) {
        asked.push(token);
        return null;
      },
    },
    scansSettled: async () => void asked.push("settled"),
  });
  assert.equal(finder.peek(TOKEN, 0), null);
  assert.equal(await finder.find(TOKEN), null);
  assert.deepEqual(asked, []);
});
