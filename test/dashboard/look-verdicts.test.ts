/** What the editor shows for a look that is not checked yet, and for the nearest one that scans. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { PLAIN } from "../../src/rendering/style.ts";
import type { Verdict } from "../../web/src/api/types.ts";
import { emptyDraft } from "../../web/src/pages/editor/draft.ts";
import {
  type Change,
  firstEyeColor,
  firstFrame,
  type LookParts,
  lookOf,
  made,
  takeNearest,
} from "../../web/src/pages/editor/look/parts.ts";
import { verdictPlace } from "../../web/src/pages/editor/verdict-place.ts";

describe("the scannability result in the editor", () => {
  const verdict = { grade: "A", passes: true } as Verdict;
  const judged = { verdict, isJudging: false, isReadable: true, isRefused: false, isMissed: false };

  it("is hidden while a colour is incomplete, with a message on the picture", () => {
    const place = verdictPlace({ ...judged, isReadable: false, isJudging: true });
    assert.ok(place?.verdict === null);
    assert.equal(place.title, "A colour is incomplete");
    assert.match(place.what ?? "", /previous picture/);
  });

  it("is marked as outdated until the present look is checked", () => {
    assert.deepEqual(verdictPlace(judged), { verdict, isOld: false });
    assert.deepEqual(verdictPlace({ ...judged, isJudging: true }), { verdict, isOld: true });
  });

  it("has a message in its place if there is none", () => {
    const none = { ...judged, verdict: undefined };
    const title = (part: Partial<typeof none>) => {
      const place = verdictPlace({ ...none, ...part });
      assert.ok(place?.verdict === null);
      return place.title;
    };
    assert.equal(title({ isJudging: true }), "Checking…");
    assert.equal(title({ isRefused: true }), "This code cannot be drawn");
    assert.equal(title({ isMissed: true }), "Could not be checked");
    assert.equal(verdictPlace(none), null);
  });
});

describe("an incomplete colour", () => {
  it("is not copied into a new frame, nor into the eyes", () => {
    assert.equal(firstFrame("#12", null).color, "#1a1410");
    assert.deepEqual(firstFrame("#123456", "Come in"), { kind: "label", text: "Come in", color: "#123456" });
    assert.equal(firstEyeColor("#12"), "#1a1410");
    assert.equal(firstEyeColor("#123456"), "#123456");
  });
});

describe("the nearest look that scans", () => {
  const look = lookOf(emptyDraft({ ...PLAIN, modules: "dots" }));
  const nearest = {
    foregroundColor: "#000000",
    backgroundColor: look.backgroundColor,
    style: look.style,
    changes: [{ field: "foregroundColor", value: "#000000" }],
  };
  const find = async () => nearest;

  it("is applied, keeps later changes, and is announced", async () => {
    let now = { ...look, size: 1024 };
    const change = (wanted: Change<LookParts>) => {
      now = { ...now, ...made(wanted, now) };
    };
    const told = await takeNearest(look, find, change);
    assert.equal(told, "Changed: colour: #000000.");
    assert.deepEqual(now, { ...look, foregroundColor: "#000000", size: 1024 });
  });

  it("is announced if nothing has to change", async () => {
    const change = () => assert.fail("it is changed");
    assert.equal(await takeNearest(look, async () => ({ ...nearest, changes: [] }), change), "It already scans.");
  });
});
