import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { readPlace, whyNoPlace } from "../../web/src/forms/read-place.ts";

const GATE = [52.5163, 13.3777] as const;
const read = (text: string) => {
  const place = readPlace(text);
  return place && [Number(place.latitude.toFixed(4)), Number(place.longitude.toFixed(4))];
};

describe("a place that is pasted", () => {
  for (const text of [
    "52.5163, 13.3777",
    "52.5163,13.3777",
    " 52.5163 13.3777 ",
    "52.5163; 13.3777",
    "52,5163 13,3777",
    "52,5163, 13,3777",
    "(52.5163, 13.3777)",
    "52.5163° N, 13.3777° E",
    "N52.5163 E13.3777",
    "52.5163N13.3777E",
    "13.3777 E, 52.5163 N",
    "lat: 52.5163, lon: 13.3777",
    "Latitude 52.5163 Longitude 13.3777",
    "lng: 13.3777, lat: 52.5163",
    "Longitude: 13.3777 Latitude: 52.5163",
    "https://mapy.com/fnc/v1/showmap?mapset=basic&center=13.3777,52.5163&zoom=16",
    `52°30'58.68"N 13°22'39.72"E`,
    "52° 30′ 58.68″ N, 13° 22′ 39.72″ E",
    "N 52° 30.978' E 013° 22.662'",
    "geo:52.5163,13.3777",
    "geo:52.5163,13.3777?q=52.5163,13.3777(Brandenburg%20Gate)",
    "https://www.google.com/maps/@52.5163,13.3777,17z",
    "https://www.google.com/maps/place/Brandenburg+Gate/@52.5,13.3,17z/data=!3m1!4b1!4m6!3m5!1s0x47a8:0x7b!8m2!3d52.5163!4d13.3777!16zL20",
    "https://www.google.com/maps/place/52%C2%B030'58.7%22N+13%C2%B022'39.7%22E/@52.5163,13.3777,17z",
    "https://www.google.com/maps/search/?api=1&query=52.5163%2C13.3777",
    "https://www.google.com/maps/search/52.5163,+13.3777?entry=tts",
    "https://www.google.com/maps/dir/?api=1&destination=52.5163,13.3777",
    "https://maps.google.com/?q=52.5163,13.3777",
    "https://maps.google.com/?q=loc:52.5163,13.3777&z=17",
    "https://maps.apple.com/?ll=52.5163,13.3777&q=Brandenburg%20Gate",
    "https://maps.apple.com/place?coordinate=52.5163,13.3777&name=Gate",
    "https://www.openstreetmap.org/#map=17/52.5163/13.3777",
    "https://www.openstreetmap.org/?mlat=52.5163&mlon=13.3777#map=5/1.0/2.0",
    "https://www.bing.com/maps?cp=52.5163~13.3777&lvl=17",
    "https://www.bing.com/maps?sp=point.52.5163_13.3777_Gate&cp=1.0~2.0",
    "https://share.here.com/l/52.5163,13.3777,Gate?z=17",
    "https://wego.here.com/?map=52.5163,13.3777,15,normal",
    "https://waze.com/ul?ll=52.5163,13.3777&navigate=yes",
    "https://www.waze.com/live-map/directions?to=ll.52.5163%2C13.3777",
    "https://yandex.com/maps/?ll=13.3777%2C52.5163&z=17",
    "https://yandex.com/maps/?ll=2.0%2C1.0&whatshere%5Bpoint%5D=13.3777%2C52.5163&z=17",
    "https://2gis.com/berlin/geo/123/13.3777,52.5163",
    "https://wego.here.com/l/52.5163,13.3777,Gate?map=1.0,2.0,15,normal",
    "https://maps.google.com/?q=52.5163,13.3777+(Gate)",
    // The place that is shown comes after the one that was found before.
    "https://www.google.com/maps/place/Gate/@1.0,2.0,17z/data=!4m14!1m7!3m6!1s0x1:0x2!2sHotel!8m2!3d3.5!4d4.5!3m5!1s0x3:0x4!8m2!3d52.5163!4d13.3777",
    "https://www.google.com/maps/dir/48.1371,11.5754/52.5163,13.3777/@50.3,12.4,7z",
    "https://www.google.com/maps/dir/Munich/Berlin/@50.3,12.4,7z/data=!4m14!4m13!1m5!1m1!1s0x1:0x2!2m2!1d11.5754!2d48.1371!1m5!1m1!1s0x3:0x4!2m2!1d13.3777!2d52.5163!3e0",
    // Where a route ends, not where it begins, nor the middle of its map.
    "https://www.google.com/maps/dir/?api=1&origin=48.1371,11.5754&destination=52.5163,13.3777",
    "https://maps.google.com/maps?saddr=48.1371,11.5754&daddr=49.0,12.0+to:52.5163,13.3777",
    "https://www.google.com/maps/dir/Hotel/52.5163,13.3777/@50.3,12.4,7z/data=!4m8!1m5!1m1!1s0x1:0x2!8m2!3d48.1!4d11.5",
    "https://maps.apple.com/?saddr=48.1371,11.5754&daddr=52.5163,13.3777&ll=50.3,12.4",
    "https://maps.apple.com/directions?source=48.1371,11.5754&destination=52.5163,13.3777",
    "https://www.bing.com/maps/directions?rtp=pos.48.1371_11.5754_Start~pos.52.5163_13.3777_Gate&cp=50.3~12.4",
    "https://wego.here.com/directions/drive/Munich:48.1371,11.5754/Gate:52.5163,13.3777?map=50.3,12.4,7,normal",
    "https://share.here.com/r/48.1371,11.5754,Start/52.5163,13.3777,Gate?m=d",
    "https://yandex.com/maps/?ll=12.4%2C50.3&mode=routes&rtext=48.1371%2C11.5754~52.5163%2C13.3777&rtt=auto",
    "https://2gis.com/berlin/directions/points/11.5754%2C48.1371%3B12%7C13.3777%2C52.5163%3B34",
    "https://www.openstreetmap.org/directions?engine=osrm&route=48.1371,11.5754;52.5163,13.3777#map=7/50.3/12.4",
    "https://waze.com/ul?q=Gate&ll=52.5163,13.3777",
    "https://yandex.com/maps/?text=52.5163%2C13.3777&ll=12.4%2C50.3",
    // As it is copied from a message.
    "google.com/maps/@52.5163,13.3777,17z",
    "www.openstreetmap.org/#map=17/52.5163/13.3777",
    "Brandenburg Gate https://maps.google.com/?q=52.5163,13.3777, at eight.",
    "We meet here (https://www.google.com/maps/@52.5163,13.3777,17z)!",
    "https://example.com/menu and then maps.apple.com/?ll=52.5163,13.3777",
    "N 52° 30.978 E 013° 22.662",
    "52° 30.978N, 13° 22.662E",
    "52.5163° 13.3777",
  ]) {
    it(`is read: ${text}`, () => assert.deepEqual(read(text), GATE));
  }

  it("may be south and west", () => {
    for (const text of ["-33.8568, -151.2153", "33.8568 S, 151.2153 W", "−33.8568 −151.2153"]) {
      assert.deepEqual(read(text), [-33.8568, -151.2153], text);
    }
    for (const path of ["@-33.8568,-151.2153,17z", "search/-33.8568,+-151.2153?entry=tts"]) {
      assert.deepEqual(read(`https://www.google.com/maps/${path}`), [-33.8568, -151.2153], path);
    }
    assert.deepEqual(read("52.5163 W13.3777"), [52.5163, -13.3777]);
  });

  it("is not guessed", () => {
    for (const text of [
      ...["", "52.5163", "52,5", "Brandenburg Gate", "52.5 N 13.4 N", "52° 75' N, 13° E", "-52 N, 13 E", "1, 2, 3"],
      ...["https://example.com/52", "https://www.google.com/maps/place/Berlin", "geo:0,0?q=Pariser+Platz"],
      "https://www.google.com/maps/search/?api=1&query=Brandenburg+Gate",
      "https://maps.google.com/?q=12,14+Avenue+Foch,+Paris",
      "https://www.google.com/maps/search/12,14,+Avenue+Foch,+Paris",
      ...["12/05", "12/05/2026", "24/7"],
      "https://www.google.com/maps/dir/Munich/Berlin/@50.3,12.4,7z",
    ]) {
      assert.equal(readPlace(text), null, text);
    }
  });

  it("is not in a short link, in a search or in a route to a name, which is said", () => {
    const placeless = {
      short: [
        ...["https://maps.app.goo.gl/AbC", "https://goo.gl/maps/AbC", "https://osm.org/go/0MbEUuTs"],
        ...["maps.app.goo.gl/AbC", "Come here: https://maps.app.goo.gl/AbC?g_st=ic"],
      ],
      search: [
        "https://www.google.com/maps/search/Pizza/@52.5,13.3,14z",
        "https://www.google.com/maps/search/?api=1&query=Pizza",
        "https://maps.google.com/?q=Pizza&ll=52.5,13.3",
        "https://www.bing.com/maps?q=Pizza&cp=52.5~13.3",
        "https://yandex.com/maps/?text=Pizza&ll=13.3%2C52.5",
        "https://www.openstreetmap.org/search?query=Pizza#map=17/52.5/13.3",
      ],
      route: [
        "https://www.google.com/maps/dir/48.1,11.5/Berlin/@50.3,12.4,7z",
        "https://maps.apple.com/?saddr=48.1,11.5&daddr=Berlin&ll=50.3,12.4",
        "https://www.bing.com/maps/directions?rtp=pos.48.1_11.5~adr.Berlin&cp=50.3~12.4",
        "https://wego.here.com/directions/drive/Munich:48.1,11.5/Berlin?map=50.3,12.4,7,normal",
        "https://yandex.com/maps/?ll=12.4%2C50.3&rtext=48.1%2C11.5~Berlin",
      ],
    };
    for (const [why, texts] of Object.entries(placeless)) {
      for (const text of texts) assert.deepEqual([whyNoPlace(text), readPlace(text)], [why, null], text);
    }
    for (const text of ["https://www.google.com/maps/@52.5163,13.3777,17z", "52.5163, 13.3777", "Berlin"]) {
      assert.equal(whyNoPlace(text), null);
    }
  });

  it("is the same in each notation, wherever it is", () => {
    const degrees = (most: number) => fc.integer({ min: -most * 3600, max: most * 3600 }).map((n) => n / 3600);
    const inDms = (value: number, [plus, minus]: readonly [string, string]) => {
      const seconds = Math.round(Math.abs(value) * 3600);
      const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
      return `${parts[0]}°${parts[1]}'${parts[2]}"${value < 0 ? minus : plus}`;
    };
    fc.assert(
      fc.property(degrees(90), degrees(180), (latitude, longitude) => {
        const near = (text: string) => {
          const place = readPlace(text);
          assert.ok(place, text);
          assert.ok(Math.abs(place.latitude - latitude) < 1e-6, text);
          assert.ok(Math.abs(place.longitude - longitude) < 1e-6, text);
        };
        const [lat, lng] = [latitude.toFixed(7), longitude.toFixed(7)];
        near(`${lat}, ${lng}`);
        near(`${lat.replace(".", ",")} ${lng.replace(".", ",")}`);
        near(`${inDms(latitude, ["N", "S"])} ${inDms(longitude, ["E", "W"])}`);
        near(`https://www.google.com/maps/@${lat},${lng},17z`);
        near(`https://www.openstreetmap.org/#map=17/${lat}/${lng}`);
      }),
    );
  });

  it("is looked for in any text in time that grows with its length only", () => {
    fc.assert(fc.property(fc.string(), (text) => void readPlace(text)));
    for (const text of [
      ...["1".repeat(50_000), "52.5 ".repeat(10_000), `1${" ".repeat(10_000)}x`, `${")".repeat(50_000)}x`],
      ...["@1,", "/dir/", "/1,+", "!2m2!1d1"].map((part) => `https://a.example/${part.repeat(20_000)}`),
    ]) {
      readPlace(text);
    }
  });
});
