import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  following,
  keyMove,
  pointAt,
  pulled,
  rounded,
  spotOf,
  townNear,
  type View,
  worldScale,
  zoomed,
} from "../../web/src/forms/pin-view.ts";

const SIZE = { width: 640, height: 340 };
const BERLIN = { latitude: 52.52, longitude: 13.4 };
const VIEW: View = { center: BERLIN, scale: 4_000 };

describe("the map that sets a pin", () => {
  it("finds the spot of a point and the point of a spot, also across the 180th meridian", () => {
    assert.deepEqual(spotOf(BERLIN, VIEW, SIZE), { x: 320, y: 170 });
    for (const center of [BERLIN, { latitude: -17, longitude: 179.9 }]) {
      const view = { center, scale: 4_000 };
      const { x, y } = spotOf(pointAt({ x: 600, y: 20 }, view, SIZE), view, SIZE);
      assert.ok(Math.hypot(x - 600, y - 20) < 1e-6);
    }
    const beyond = pointAt({ x: 600, y: 20 }, { center: { latitude: -17, longitude: 179.9 }, scale: 4_000 }, SIZE);
    assert.ok(beyond.longitude < -170);
  });

  it("moves the pin by arrow keys, faster with Shift", () => {
    assert.deepEqual(keyMove("ArrowUp", false), [0, -8]);
    assert.deepEqual(keyMove("ArrowRight", true), [64, 0]);
    assert.equal(keyMove("a", false), null);
  });

  it("zooms around a spot, from the whole world to a few towns", () => {
    const spot = { x: 100, y: 300 };
    const point = pointAt(spot, VIEW, SIZE);
    const { x, y } = spotOf(point, zoomed(VIEW, 2, spot, SIZE), SIZE);
    assert.ok(Math.hypot(x - spot.x, y - spot.y) < 1e-6);
    assert.equal(zoomed(VIEW, 1e9, spot, SIZE).scale, 16_000);
    assert.equal(zoomed(VIEW, 0, spot, SIZE).scale, worldScale(SIZE));
  });

  it("is pulled with the pointer, and stops before the poles", () => {
    const { x, y } = spotOf(BERLIN, pulled(VIEW, 30, -20, SIZE), SIZE);
    assert.ok(Math.hypot(x - 350, y - 150) < 1e-6);
    assert.equal(pulled(VIEW, 0, 1e6, SIZE).center.latitude, 84);
  });

  it("follows the pin only when it nears an edge", () => {
    assert.equal(following(VIEW, { latitude: 52.6, longitude: 13.5 }, SIZE), VIEW);
    const away = { latitude: 52.52, longitude: 20 };
    assert.deepEqual(following(VIEW, away, SIZE), { center: away, scale: 4_000 });
  });

  it("says no more decimals than a pixel of the view means", () => {
    const point = { latitude: 52.123456, longitude: -13.987654 };
    assert.deepEqual(rounded(point, VIEW), { latitude: 52.12, longitude: -13.99 });
    assert.deepEqual(rounded(point, { ...VIEW, scale: 100 }), { latitude: 52.1, longitude: -14 });
  });

  it("names the nearest town, if one is near", () => {
    const towns = [
      { name: "Potsdam", latitude: 52.39, longitude: 13.07 },
      { name: "Berlin", ...BERLIN },
    ];
    assert.equal(townNear(towns, { latitude: 52.5, longitude: 13.3 })?.name, "Berlin");
    assert.equal(townNear(towns, { latitude: 50, longitude: 13.3 }), null);
  });
});
