import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { type Name, placeNames, readTowns } from "../../src/shared/towns.ts";
import { draw } from "../../src/sharing/pages/map.ts";

const TOWNS = readTowns(JSON.parse(readFileSync(new URL("../../src/shared/towns.json", import.meta.url), "utf8")));
const PIN = { x: 130, y: 104 };
const FRAME = { area: { left: 0, top: 0, right: 260, bottom: 200 }, pin: PIN, circle: 18, fontSize: 10, most: 4 };

const boxOf = ({ name, text, end }: Name) => {
  const width = name.length * 6;
  const left = end ? text.x - width : text.x;
  return { left, right: left + width, top: text.y - 6, bottom: text.y + 6 };
};
const namesOn = (latitude: number, longitude: number): string[] =>
  [...(draw(latitude, longitude).towns?.markup ?? "").matchAll(/>([^<]+)<\/text>/g)].map(([, name]) => name!);

describe("the list of towns", () => {
  it("has places on earth only, the most important first", () => {
    assert.ok(TOWNS.length > 5_000);
    for (const { name, latitude, longitude } of TOWNS) {
      assert.match(name, /^\p{L}[^\d]+$/u);
      assert.ok(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180, name);
    }
    const rank = (name: string) => TOWNS.findIndex((town) => town.name === name);
    for (const name of ["Tokyo", "Cairo", "Berlin"]) assert.ok(rank(name) >= 0 && rank(name) < 100, name);
    assert.ok(rank("Ravenna") > 500);
  });

  it("is small enough for a package", () => {
    const { length } = readFileSync(new URL("../../src/shared/towns.json", import.meta.url));
    assert.ok(length < 150_000, String(length));
  });
});

describe("names on a map", () => {
  it("touch neither the pin nor each other, and stay in the area", () => {
    let seed = 7;
    const random = (most: number) => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
      return (seed / 2 ** 32) * most;
    };
    for (let round = 0; round < 50; round++) {
      const towns = Array.from({ length: 40 }, (_, i) => ({
        name: `Town ${i}`,
        x: random(300) - 20,
        y: random(240) - 20,
      }));
      const names = placeNames(towns, { ...FRAME, most: 40 });
      assert.ok(names.length > 3);
      const boxes = names.map(boxOf);
      for (const [i, box] of boxes.entries()) {
        assert.ok(box.left >= 0 && box.right <= 260 && box.top >= 0 && box.bottom <= 200);
        for (const other of [...boxes.slice(i + 1), { left: 112, right: 148, top: 72, bottom: 122 }])
          assert.ok(
            box.right <= other.left || other.right <= box.left || box.bottom <= other.top || other.bottom <= box.top,
          );
      }
    }
  });

  it("begin with the town at the pin, beside its circle and without a dot", () => {
    const towns = [
      { name: "Far", x: 40, y: 40 },
      { name: "Next", x: 140, y: 104 },
      { name: "Here", x: 131, y: 104 },
    ];
    assert.deepEqual(placeNames(towns, FRAME), [
      { name: "Here", dot: null, text: { x: 151, y: 104 }, end: false },
      { name: "Far", dot: { x: 40, y: 40 }, text: { x: 46, y: 40 }, end: false },
    ]);
  });

  it("stand before their town at the right edge, and are no more than asked for", () => {
    const towns = [20, 50, 140, 160, 180].map((y, i) => ({ name: `Edge ${i}`, x: 250, y }));
    const names = placeNames(towns, FRAME);
    assert.equal(names.length, 4);
    assert.ok(names.every(({ end, text }) => end && text.x === 244));
  });

  it("show where a place is: its own town, and large ones around", () => {
    const ravenna = namesOn(44.4205, 12.1963);
    assert.equal(ravenna[0], "Ravenna");
    assert.ok(ravenna.includes("Florence") && ravenna.length <= 5, String(ravenna));
    assert.equal(namesOn(35.68, 139.76)[0], "Tokyo");
  });

  it("are found across the 180th meridian", () => assert.ok(namesOn(-17.5, -179.5).includes("Suva")));

  it("are missing where no town is in view", () => {
    assert.equal(draw(-65, -120).towns, null);
    assert.equal(draw(-89, 0).towns, null);
  });
});
