import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { collectKeys } from "../../web/src/frame/early-keys.ts";

describe("Keys before the palette is there", () => {
  const page = new EventTarget();
  let isInPalette = false;
  before(() => {
    const activeElement = { closest: () => (isInPalette ? {} : null) };
    Object.assign(globalThis, { window: page, document: { activeElement } });
  });
  after(() => {
    Object.assign(globalThis, { window: undefined, document: undefined });
  });

  const happens = (name: string, more: object = {}) =>
    page.dispatchEvent(Object.assign(new Event(name, { cancelable: true }), more));
  /** Whether the page gets the key. */
  const type = (key: string) => happens("keydown", { key });

  const begin = () => {
    const texts: string[] = [];
    isInPalette = false;
    collectKeys((text) => texts.push(text));
    return texts;
  };

  it("are collected, until the palette has the focus", () => {
    const texts = begin();
    assert.deepEqual([type("p"), type("x"), type("Backspace"), type("Tab")], [false, false, false, true]);
    happens("focusin");
    assert.equal(type("o"), false);
    isInPalette = true;
    happens("focusin");
    assert.equal(type("s"), true);
    assert.deepEqual(texts, ["p", "px", "p", "po"]);
  });

  it("reach other fields again after a palette that was used with the mouse, a click, or Escape", () => {
    for (const end of [
      () => {
        isInPalette = true;
        happens("focusin");
        isInPalette = false;
        happens("focusin");
      },
      () => happens("pointerdown"),
      () => type("Escape"),
    ]) {
      const texts = begin();
      end();
      assert.equal(type("a"), true);
      assert.deepEqual(texts, []);
    }
  });
});
