import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { PLAIN } from "../../src/rendering/style.ts";
import { emptyDraft } from "../../web/src/pages/editor/draft.ts";
import { ownWords, PRESETS, withPreset } from "../../web/src/pages/editor/look/presets.ts";

describe("the preset looks", () => {
  it("are a dozen, each with its own name", () => {
    assert.equal(new Set(PRESETS.map(({ name }) => name)).size, 12);
  });

  it("leave the owner's logo and text unchanged", () => {
    const logo = { id: "1", scale: 0.25 };
    const frame = { kind: "label", text: "Come in", color: "#112233" } as const;
    const draft = { ...emptyDraft(), style: { ...PLAIN, logo, frame } };
    const ticket = PRESETS.find(({ name }) => name === "Ticket")!;
    const { style } = withPreset(draft, ticket);
    assert.deepEqual(style!.logo, logo);
    assert.deepEqual(style!.frame, { ...ticket.style.frame!, text: "Come in" });
    assert.equal(withPreset(draft, PRESETS[0]!).style!.frame, null);
    const again = withPreset({ ...draft, style: PLAIN }, ticket, "Come in").style!.frame;
    assert.equal(again!.text, "Come in", "text outlasts a look without a frame");
    assert.equal(ownWords(ticket.style), null, "the text of a preset is not kept");
    assert.equal(withPreset(emptyDraft(), ticket).style!.frame!.text, "Your ticket");
  });
});
