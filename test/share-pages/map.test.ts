import assert from "node:assert/strict";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { describe, it } from "node:test";
import { draw } from "../../src/sharing/pages/map.ts";

function ringsOf(path: string): [number, number][][] {
  return [...path.matchAll(/M([-\d ]+)l([-\d ]+)z/g)].map(([, at = "", steps = ""]) => {
    const numbers = (text: string) => (text.match(/-?\d+/g) ?? []).map(Number);
    let [x = 0, y = 0] = numbers(at);
    const points: [number, number][] = [[x, y]];
    const all = numbers(steps);
    for (let i = 0; i < all.length; i += 2) {
      [x, y] = [x + all[i]!, y + all[i + 1]!];
      points.push([x, y]);
    }
    return points;
  });
}

/** Whether a point of the drawing is on land, by the path's fill rule. */
function isLand(path: string, x: number, y: number): boolean {
  let crossings = 0;
  for (const points of ringsOf(path)) {
    for (const [i, [ax, ay]] of points.entries()) {
      const [bx, by] = points[(i + 1) % points.length]!;
      if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) crossings += 1;
    }
  }
  return crossings % 2 === 1;
}

describe("the map of a place", () => {
  const places: [name: string, latitude: number, longitude: number, isLand: boolean][] = [
    ["Berlin", 52.52, 13.4, true],
    ["Denver, far from coasts and borders", 39.74, -104.99, true],
    ["the middle of Iceland", 64.9, -18.7, true],
    ["Chukotka, east of the 180th meridian", 66.5, -176, true],
    ["Siberia, west of it", 68, 175, true],
    ["Vanua Levu, on it", -16.6, 179.3, true],
    ["Lesotho, inside another country", -29.5, 28.3, true],
    ["the South Pole", -89.5, 0, true],
    ["the North Pole", 89.5, 0, false],
    ["the North Sea", 56, 3, false],
    ["the South Pacific", -30, -100, false],
    ["the Pacific at the 180th meridian", 20, 180, false],
  ];
  for (const [name, latitude, longitude, expected] of places) {
    it(`shows ${expected ? "land" : "sea"} at ${name}`, () =>
      assert.equal(isLand(draw(latitude, longitude).land, 130.5, 104.5), expected));
  }

  for (const [name, latitude, longitude] of [
    ["Alice Springs", -23.7, 133.9],
    ["Wichita", 37.7, -97.3],
    ["Krasnoyarsk", 56, 92.9],
    ["Łódź", 51.8, 19.5],
  ] as const) {
    it(`shows a coast or border near ${name}, which is far from both`, () => {
      const points = ringsOf(draw(latitude, longitude).land).flat();
      const isNear = ([x, y]: [number, number]) => Math.hypot(x - 130, y - 104) < 120;
      assert.ok(points.filter(isNear).length >= 10, String(points.length));
    });
  }

  it("is drawn without reading a file once the borders and towns are loaded", (test) => {
    draw(1, 2);
    const read = test.mock.method(fs, "readFileSync");
    syncBuiltinESMExports();
    test.after(() => {
      read.mock.restore();
      syncBuiltinESMExports();
    });
    draw(1.5, 2.5);
    assert.equal(read.mock.callCount(), 0);
  });
});
