import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openPlaceData } from "../../src/visits/place-data.ts";

describe("location data that cannot be read", () => {
  it("is reported once and leaves addresses without a record", async () => {
    const errors: Error[] = [];
    const data = openPlaceData("/nowhere/places.mmdb", (error) => errors.push(error));
    await data.load();
    assert.equal(data.load(), null);
    assert.equal(data.find4(0x08080808), 0);
    assert.equal(data.find6([0x2a02, 0, 0, 0, 0, 0, 0, 1]), 0);
    assert.deepEqual(
      errors.map(({ message }) => message),
      ["The place data in /nowhere/places.mmdb cannot be read."],
    );
  });

  it("is also reported if nothing waited for it", () => {
    const errors: Error[] = [];
    const data = openPlaceData("/nowhere/places.mmdb", (error) => errors.push(error));
    assert.equal(data.find4(0x08080808), 0);
    assert.equal(data.find4(0x09090909), 0);
    assert.equal(errors.length, 1);
  });
});
