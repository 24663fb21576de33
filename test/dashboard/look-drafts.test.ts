import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { PLAIN, type Style } from "../../src/rendering/style.ts";
import {
  bodyOf,
  type Draft,
  emptyDraft,
  hasColors,
  isChanged,
  problemsOfDraft,
  rebase,
  refusalAt,
  settle,
} from "../../web/src/pages/editor/draft.ts";
import { changedParts, changesOnto, drawingOf } from "../../web/src/pages/editor/look/parts.ts";

const settled = (draft: Draft) => settle(draft, "https://qr.example.com");
const styled = (part: Partial<Style>): Draft => emptyDraft({ ...PLAIN, ...part });

describe("the look in a draft", () => {
  it("is an unsaved change, and not part of the code's own body", () => {
    assert.ok(isChanged(styled({ modules: "dots" }), emptyDraft()));
    assert.ok(!isChanged(styled({}), emptyDraft()));
    assert.deepEqual(bodyOf(settled(styled({ modules: "dots" })), settled(emptyDraft())), {});
  });

  it("follows the saved one until it is changed", () => {
    const [plain, dots, leaf] = [emptyDraft(), styled({ modules: "dots" }), styled({ eyeBall: "leaf" })];
    assert.deepEqual(rebase(plain, plain, dots), dots);
    assert.deepEqual(rebase(leaf, plain, plain), leaf);
    assert.deepEqual(rebase(leaf, plain, dots), leaf);
  });

  it("names each invalid colour, and is not drawn until all are valid", () => {
    const half = styled({
      eyeColor: "#12",
      gradient: { kind: "linear", to: "red", angle: 0 },
      frame: { kind: "label", text: "Hi", color: "" },
    });
    const wrong = Object.keys(
      problemsOfDraft({ ...half, name: "A", kept: { values: half.values, content: "a" } }, half),
    );
    assert.deepEqual(wrong, ["style.eyeColor", "style.gradient.to", "style.frame.color"]);
    assert.ok(!hasColors(half));
    assert.ok(hasColors(styled({ eyeColor: "#112233" })));
  });

  it("has the server's errors at its inputs, however their fields are named", () => {
    const draft = emptyDraft();
    assert.deepEqual(refusalAt(draft, { "style.frame.text": "no" }), { "style.frame.text": "No." });
    assert.deepEqual(refusalAt(draft, { "logo.scale": "is too large", eyeColor: "dim" }), {
      "style.logo": "The logo is too large.",
      "style.eyeColor": "Dim.",
    });
    assert.equal(refusalAt(draft, { modules: "no" }), null);
  });

  it("accepts a result for an earlier look, and keeps later changes", () => {
    const before = styled({ modules: "dots", eyeBall: "leaf" });
    const plainer = { ...before.style, modules: "square" as const };
    const found = { ...before, foregroundColor: "#000000", style: plainer };
    const now = { ...styled({ modules: "dots", quietZone: 8 }), size: 1024 };
    const { foregroundColor, size, style } = changesOnto(now, before, found);
    assert.deepEqual([foregroundColor, size], ["#000000", 1024]);
    assert.deepEqual(style, { ...now.style, modules: "square" });
  });

  it("is drawn the fast way if it is plain", () => {
    assert.ok(!("style" in drawingOf(settled(emptyDraft()))));
    assert.ok("style" in drawingOf(settled(styled({ quietZone: 6 }))));
  });

  it("knows which of its parts a change affects", () => {
    const next = styled({ modules: "dots", quietZone: 5 });
    assert.deepEqual(changedParts(emptyDraft(), { ...next, size: 640 }), ["size", "modules", "quietZone"]);
    assert.deepEqual(changedParts(next, structuredClone(next)), []);
  });
});
