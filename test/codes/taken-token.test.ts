import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { NewCode } from "../../src/codes/code.ts";
import { createCodes } from "../../src/codes/service.ts";
import { createSystemClock } from "../../src/shared/clock.ts";
import { createIds } from "../../src/shared/ids.ts";
import type { Store } from "../../src/store/store.ts";
import { DRAFT } from "../support/fixtures.ts";

/** A store in which the first creations collide with a taken token. */
function codesWith(taken: number) {
  const asked: string[][] = [];
  const createAll = async (codes: readonly NewCode[]) => {
    asked.push(codes.map(({ token }) => token));
    return asked.length <= taken ? { taken: new Set() } : null;
  };
  const codes = createCodes({
    store: { codes: { createAll } } as unknown as Store,
    clock: createSystemClock(),
    createId: createIds(Date.now),
    lifetimeMs: 1000,
    scansSettled: async () => {},
  });
  return { codes, asked };
}

describe("a share token that is taken", () => {
  it("is generated again, with those of all codes in the batch", async () => {
    const { codes, asked } = codesWith(1);
    const made = await codes.createAll("owner", [DRAFT, DRAFT]);
    assert.deepEqual(
      made.codes.map(({ token }) => token),
      asked[1],
    );
    assert.equal(new Set(asked.flat()).size, 4);
    assert.equal((await codes.create("owner", DRAFT)).token, asked[2]![0]);
  });

  it("is an error when it happens repeatedly, which cannot be chance", async () => {
    await assert.rejects(codesWith(9).codes.create("owner", DRAFT), /No unused share token/);
  });
});
