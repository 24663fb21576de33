import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { assessScannability } from "../../src/rendering/scannability.ts";
import { FRAME_KINDS, MODULE_SHAPES } from "../../src/rendering/style.ts";
import { assessStyled, readClean } from "../../src/rendering/styled/assess.ts";
import { styledCode } from "./support/styles.ts";

describe("the scannability of a styled code", () => {
  it("is that of a plain one if the style is plain", async () => {
    const code = styledCode({ foreground: "#8a8a8a" });
    assert.equal((await assessStyled(code)).grade, (await assessScannability(code)).grade);
  });

  it("passes for every shape and frame in good colours", async () => {
    for (const [i, modules] of MODULE_SHAPES.entries()) {
      const kind = FRAME_KINDS[i];
      const frame = kind ? { kind, text: "Scan me", color: "#3a0ca3" } : null;
      const { passes } = await assessStyled(styledCode({}, { modules, eyeFrame: "rounded", frame }));
      assert.ok(passes, `${modules} ${kind}`);
    }
  });

  it("includes the margin that a logo leaves, and the level drawn for it", async () => {
    const small = await assessStyled(styledCode({}, { logo: { id: "logo", scale: 0.12 } }));
    const large = await assessStyled(styledCode({}, { logo: { id: "logo", scale: 0.25 } }));
    assert.ok(small.passes && large.passes);
    assert.ok(small.margin.share >= 0.15);
    assert.equal(large.level, "Q");
    assert.ok(large.advice.some((sentence) => sentence.includes("instead of M")));
  });

  it("depends on the look, not on the letters of the link", async () => {
    const looks = [{ modules: "dots" }, { modules: "classy", eyeFrame: "circle" }] as const;
    for (const token of ["k3vq8x2m5tnw", "zzzzzzzzzzzz"]) {
      const text = `HTTP://127.0.0.1:41683/R/${token.toUpperCase()}`;
      for (const look of looks) {
        const { grade } = await assessStyled(styledCode({ text }, look));
        assert.equal(grade, "A", `${token} ${look.modules}`);
      }
    }
  });

  it("is, before the link exists, that of the one of several samples that must be printed largest", async () => {
    const frame = { kind: "ticket", text: "SCAN ME", color: "#000000" } as const;
    const ofLink = (text: string, alike?: string[]) =>
      assessStyled({ ...styledCode({ text }, { modules: "dots", frame }), alike });
    const width = async (text: string, alike?: string[]) =>
      (await ofLink(text, alike)).smallestPrintMillimetres ?? Number.POSITIVE_INFINITY;
    // Which of them differ depends on the finest details of a drawing.
    const links = Array.from({ length: 40 }, (_, i) => `HTTPS://QR.EXAMPLE.COM/R/K3VQ8X2M5T${12 + i}`);
    const [small = "", ...others] = links;
    const smallest = await width(small);
    for (const other of others) {
      const larger = await width(other);
      if (larger === smallest) continue;
      const most = Math.max(smallest, larger);
      assert.equal(await width(small, [other]), most);
      assert.equal(await width(other, [small]), most);
      return;
    }
    assert.fail("all of 40 links were alike");
  });

  it("is at most C if a module has less than three pixels, and says how many it needs", async () => {
    const at = (size: number) => assessStyled(styledCode({ size }, { modules: "dots" }));
    const [small, enough] = [await at(70), await at(128)];
    assert.ok(small.grade >= "C" && enough.grade < "C", `${small.grade} ${enough.grade}`);
    assert.ok(small.advice.some((sentence) => sentence.endsWith("Use at least 99.")));
  });

  it("is graded if only one decoder can read it, and fails if neither can", async () => {
    const pale = await assessStyled(styledCode({}, { eyeColor: "#fff3c4" }));
    assert.deepEqual([pale.grade, pale.readsAsDrawn, pale.readBy], ["F", false, []]);
  });

  it("names the decoders that read the image at its own size, not at a larger one", async () => {
    const readBy = (size: number) => readClean(styledCode({ size }, { modules: "dots" }));
    assert.deepEqual(await readBy(38), [], "a pixel a module");
    assert.deepEqual(await readBy(512), ["zxing", "jsqr"]);
  });

  it("says when a frame's text is too small to read, and how wide a print it needs", async () => {
    const framed = (text: string) => styledCode({}, { frame: { kind: "label", text, color: "#3a0ca3" } });
    const small = (advice: string[]) => advice.filter((sentence) => sentence.startsWith("The frame's text is small"));
    const { advice, smallestPrintMillimetres } = await assessStyled(framed("W".repeat(30)));
    const [, least] = /0\.\d mm high .* print it at least (\d+) mm wide\.$/.exec(small(advice)[0] ?? "") ?? [];
    assert.ok(Number(least) > smallestPrintMillimetres!, advice.join(" "));
    assert.deepEqual(small((await assessStyled(framed("Scan me"))).advice), []);
  });

  it("warns that gates and kiosks may not find eyes that are not square", async () => {
    const kiosk = async (eyeFrame: "square" | "circle") =>
      (await assessStyled(styledCode({}, { modules: "dots", eyeFrame }))).advice.filter((each) => /kiosk/.test(each))
        .length;
    assert.deepEqual([await kiosk("square"), await kiosk("circle")], [0, 1]);
  });

  it("promises no smaller print than was tested", async () => {
    const { trials } = await assessStyled(styledCode({}, { modules: "dots" }));
    assert.match(trials[0]!.sentence, /^Can be read with modules only [\d.]+ camera pixels wide; .* a quarter more\.$/);
  });
});
