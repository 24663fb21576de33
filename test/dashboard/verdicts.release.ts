/** Compares what the dashboard proposes and warns of with the real scannability check. */
import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { assessScannability } from "../../src/rendering/scannability.ts";
import { assessStyled } from "../../src/rendering/styled/assess.ts";
import { PRESETS } from "../../web/src/pages/editor/look/presets.ts";
import { isFaint } from "../../web/src/parts/contrast.ts";
import { sharedApp } from "../support/app.ts";
import { onSqlite } from "../support/stores.ts";
import { signedIn, type Visitor } from "./support.ts";

const LINK = "HTTPS://CODES.EXAMPLE.COM/R/ABCDEFGHJKMN";

const DOTS = { modules: "dots", eyeFrame: "rounded" };

const verdict = (foreground: string, background: string, size = 512) =>
  assessScannability({ foreground, background, size, text: LINK, level: "H" });

describe("the preset looks", () => {
  for (const { name, foregroundColor, backgroundColor, style } of PRESETS) {
    it(`scan well: ${name}`, async () => {
      const { grade, readBy } = await assessStyled({
        text: LINK,
        level: "M",
        size: 512,
        style,
        logo: null,
        foreground: foregroundColor,
        background: backgroundColor,
      });
      assert.ok(grade === "A" || grade === "B", `${name} is graded ${grade}`);
      assert.deepEqual(readBy, ["zxing", "jsqr"]);
    });
  }
});

describe("colours that may scan badly", () => {
  it("are those that fail the real check", async () => {
    for (const [foreground, background] of [
      ["#cccccc", "#ffffff"],
      ["#ffffff", "#1a1410"],
      ["#b0a000", "#ffffff"],
      ["#000000", "#303030"],
    ] as const) {
      assert.equal((await verdict(foreground, background)).passes, false);
      assert.equal(isFaint(foreground, background), true);
    }
  });

  it("are none of those just beyond the limit, which pass it", async () => {
    for (const [foreground, background, size] of [
      ["#636363", "#ffffff", 512],
      ["#000000", "#9c9c9c", 512],
      ["#ff0000", "#ffd8ff", 512],
      ["#0000ff", "#b9b9b9", 512],
      ["#1a1410", "#ffffff", 128],
    ] as const) {
      assert.equal(isFaint(foreground, background), false);
      assert.equal((await verdict(foreground, background, size)).passes, true, foreground);
    }
  });
});

onSqlite("the nearest look that scans", (engine) => {
  let owner: Visitor;
  before(async () => {
    owner = await signedIn(await sharedApp({ engine }), "nearest@example.com");
  });

  it("keeps a look that scans, and changes only the colours of one that does not", async () => {
    const nearest = async (json: object) => {
      const answer = await owner.request("POST", "/preview/nearest", json);
      assert.equal(answer.status, 200, answer.text);
      return answer.json;
    };
    assert.deepEqual((await nearest({ style: DOTS })).changes, []);
    // Wrong in all colours, it keeps its shapes and its gradient.
    const pale = {
      foregroundColor: "#e8c8e0",
      style: { ...DOTS, gradient: { kind: "linear", to: "#ffd9b0", angle: 45 }, eyeColor: "#e8c8e0" },
    };
    const darker = await nearest(pale);
    assert.deepEqual(
      darker.changes.map(({ field }: { field: string }) => field),
      ["foregroundColor", "style.gradient.to", "style.eyeColor"],
    );
    const { modules, gradient } = darker.style;
    assert.deepEqual([modules, gradient.kind, gradient.angle], ["dots", "linear", 45]);
    assert.notEqual(gradient.to, "#000000");
    assert.equal(darker.style.eyeColor, darker.changes[2].value);
    const { style, foregroundColor, backgroundColor } = darker;
    const draft = { style, foregroundColor, backgroundColor };
    const verdict = await owner.request("POST", "/preview/scannability", draft);
    assert.equal(verdict.json.passes, true);
  });
});
