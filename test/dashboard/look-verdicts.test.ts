/** What the editor says of a look that is not judged, and of the nearest one that scans. */
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

describe("the verdict in the editor", () => {
  const verdict = { grade: "A", passes: true } as Verdict;
  const judged = { verdict, isJudging: false, isReadable: true, isRefused: false, isMissed: false };

  it("is hidden while a colour is half typed, with a word on the picture", () => {
    const place = verdictPlace({ ...judged, isReadable: false, isJudging: true });
    assert.ok(place?.verdict === null);
    assert.equal(place.title, "A colour is incomplete");
    assert.match(place.what ?? "", /previous picture/);
  });

  it("is marked as old until the present look is judged", () => {
    assert.deepEqual(verdictPlace(judged), { verdict, isOld: false });
    assert.deepEqual(verdictPlace({ ...judged, isJudging: true }), { verdict, isOld: true });
  });

  it("has a word in its place when there is none", () => {
    const none = { ...judged, verdict: undefined };
    const title = (part: Partial<typeof none>) => {
      const place = verdictPlace({ ...none, ...part });
      assert.ok(place?.verdict === null);
      return place.title;
    };
    assert.equal(title({ isJudging: true }), "Checking…");
    assert.equal(title({ isRefused: true }), "This cannot be drawn");
    assert.equal(title({ isMissed: true }), "It could not be checked just now");
    assert.equal(verdictPlace(none), null);
  });
});

describe("a colour that is half typed", () => {
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

  it("is taken, keeps what was changed meanwhile, and is told", async () => {
    let now = { ...look, size: 1024 };
    const change = (wanted: Change<LookParts>) => {
      now = { ...now, ...made(wanted, now) };
    };
    const told = await takeNearest(look, find, change);
    assert.equal(told, "Changed: colour: #000000.");
    assert.deepEqual(now, { ...look, foregroundColor: "#000000", size: 1024 });
  });

  it("is told when nothing has to change", async () => {
    const change = () => assert.fail("it is changed");
    assert.equal(await takeNearest(look, async () => ({ ...nearest, changes: [] }), change), "It already scans.");
  });
});
