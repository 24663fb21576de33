import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { type ImageRequest, renderImage } from "../../src/rendering/image.ts";
import { createImageRenderer } from "../../src/rendering/image-renderer.ts";

const request: ImageRequest = {
  text: "https://tessera.example/r/k3x9wq2mnp7a",
  level: "M",
  format: "png",
  size: 512,
  foreground: "#1a1410",
  background: "#ffffff",
};

describe("createImageRenderer", () => {
  it("returns the same bytes as drawing directly", async () => {
    const { render } = createImageRenderer();
    for (const format of ["png", "svg", "pdf"] as const) {
      assert.deepEqual(await render({ ...request, format }), renderImage({ ...request, format }));
    }
  });

  it("yields to the event loop between any two drawings of a burst", async () => {
    const { render } = createImageRenderer();
    let drawn = 0;
    const burst = Array.from({ length: 50 }, () => render(request).then(() => drawn++));
    for (let before = 0; drawn < 50; before = drawn) {
      await turn();
      assert.ok(drawn - before <= 1, `${drawn - before} drawings in one turn`);
    }
    await Promise.all(burst);
  });

  it("refuses more than it may queue, and continues afterwards", async () => {
    const { render } = createImageRenderer({ limit: 3 });
    const burst = await Promise.allSettled(Array.from({ length: 5 }, () => render(request)));
    assert.deepEqual(
      burst.map((result) => (result.status === "rejected" ? result.reason.name : "drawn")),
      ["drawn", "drawn", "drawn", "TooBusy", "TooBusy"],
    );
    assert.deepEqual(await render(request), renderImage(request));
  });

  it("passes on the error of one drawing and draws the next", async () => {
    const { render } = createImageRenderer();
    const bad = render({ ...request, size: 20 });
    const good = render(request);
    await assert.rejects(bad, { name: "SizeTooSmall", smallest: 37 });
    assert.deepEqual(await good, renderImage(request));
  });
});
