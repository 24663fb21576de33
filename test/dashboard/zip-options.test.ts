import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { zipBody } from "../../web/src/pages/codes/zip-options.ts";

describe("a ZIP of images", () => {
  const ids = ["a"];
  const encode = "share";

  it("is requested with a sufficient number of pixels", () => {
    assert.deepEqual(zipBody({ ids }, { format: "png", encode, size: 512 }), { ids, format: "png", encode, size: 512 });
    for (const size of ["", 12, 4096]) {
      assert.equal(zipBody({ ids }, { format: "png", encode, size }), null);
      assert.equal(zipBody({ ids }, { format: "pdf", encode, size }), null);
    }
  });

  it("of vector pictures does not depend on a hidden field", () => {
    assert.deepEqual(zipBody({ ids }, { format: "svg", encode, size: "" }), { ids, format: "svg", encode });
  });
});
