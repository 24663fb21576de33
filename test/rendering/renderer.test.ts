import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { createCanvas } from "@napi-rs/canvas";
import { createRenderer } from "../../src/rendering/renderer.ts";
import { assessScannability } from "../../src/rendering/scannability.ts";
import { PLAIN } from "../../src/rendering/style.ts";
import { eventually } from "../support/eventually.ts";

const code = {
  text: "https://tessera.example/r/k3x9wq2mnp7a",
  level: "M" as const,
  size: 512,
  foreground: "#1a1410",
  background: "#ffffff",
  style: PLAIN,
  logo: null,
};

describe("createRenderer", () => {
  const worker = createRenderer();
  after(() => worker.close());

  it("returns the same result as a direct scannability check, to each caller its own", async () => {
    const pale = { ...code, foreground: "#cccccc" };
    const [first, second] = await Promise.all([worker.assess(code), worker.assess(pale)]);
    assert.deepEqual(first, await assessScannability(code));
    assert.deepEqual(second, await assessScannability(pale));
  });

  it("does not block the event loop", async () => {
    // A machine that stalls only this thread for that long does so once.
    await eventually(async () => {
      let done = false;
      const verdict = worker.assess({ ...code, text: "x".repeat(600) }).finally(() => {
        done = true;
      });
      let turns = 0;
      for (; !done && turns <= 1_000; turns++) await turn();
      assert.ok((await verdict).passes);
      assert.ok(turns > 1_000, `${turns} turns`);
    });
  });

  it("reports errors of a code immediately and by type", async () => {
    await assert.rejects(worker.assess({ ...code, size: 30 }), { name: "SizeTooSmall", smallest: 37 });
    await assert.rejects(worker.assess({ ...code, foreground: "red" }), { name: "BadColor" });
    await assert.rejects(worker.assess({ ...code, text: "x".repeat(3_000) }), { name: "TextTooLong" });
  });

  it("refuses more than it may queue", async () => {
    const small = createRenderer({ ofPart: 1 });
    const [first, second] = [small.assess(code), small.assess(code)];
    await assert.rejects(small.assess(code), { name: "TooBusy" });
    const others = small.assess(code, { caller: { person: "somebody else" } });
    for (const verdict of [first, second, others]) assert.equal((await verdict).grade, "A");
    await small.close();
  });

  it("rejects waiting and later calls when it is closed", async () => {
    const closing = createRenderer();
    const waiting = assert.rejects(closing.assess(code), /closed/);
    await closing.close();
    await waiting;
    await assert.rejects(closing.assess(code), /closed/);
  });

  it("reads logos one after the other, and ends the thread of one that takes too long", async () => {
    const canvas = createCanvas(8, 8);
    canvas.getContext("2d").fillRect(0, 0, 8, 8);
    const logos = createRenderer({ logoDeadlineMs: 60_000 });
    const [first, wrong, second] = await Promise.allSettled(
      [canvas.toBuffer("image/png"), Buffer.from("x"), canvas.toBuffer("image/png")].map((bytes) =>
        logos.readLogo(bytes),
      ),
    );
    assert.equal(first!.status === "fulfilled" && first!.value.width, 8);
    assert.equal(wrong!.status === "rejected" && wrong!.reason.fault, "type");
    assert.equal(second!.status === "fulfilled" && second!.value.png[1], 0x50);
    await logos.close();
    const hasty = createRenderer({ logoDeadlineMs: 1 });
    const read = hasty.readLogo(canvas.toBuffer("image/png"));
    await assert.rejects(read, { name: "TooBusy" }, "the clock says nothing about the picture");
    await hasty.close();
  });
});
