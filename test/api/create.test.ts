import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DAY_MS } from "../../src/shared/days.ts";
import { CODE_TYPES } from "../../src/shared/vocabulary.ts";
import { VALID_BODY } from "../support/fixtures.ts";
import { onEachEngine } from "../support/stores.ts";
import { assertRateHeaders, badFields, CREATE_FIELDS, PATH, TIME, useApp } from "./support.ts";

const CONTENT: Record<string, string> = {
  url: "https://example.com/?q=ä#part",
  text: "Anything at all\nin two lines",
  wifi: "WIFI:T:WPA;S:Guests;P:secret;;",
  vcard: "BEGIN:VCARD\nVERSION:3.0\nN:Doe;Jo\nFN:Jo Doe\nEND:VCARD",
  email: "jo@example.com",
  phone: "+49 30 123456",
  sms: "+4930123456",
  whatsapp: "+4930123456",
  geo: "52.52,13.405",
  social: "https://social.example/@jo",
};
const CAPACITY = { L: 2953, M: 2331, Q: 1663, H: 1273 };

onEachEngine("POST /api/v1/qrcodes", (engine) => {
  const use = useApp(engine);
  const create = (json: unknown) => use.ask("POST", PATH, { json });
  const created = async (fields: object) => {
    const answer = await create({ ...VALID_BODY, ...fields });
    assert.equal(answer.status, 201, answer.text);
    return answer.json;
  };
  const refused = async (fields: object) => badFields(await create({ ...VALID_BODY, ...fields }));

  describe("201", () => {
    it("fills in the defaults and answers exactly the create shape", async () => {
      const answer = await create(VALID_BODY);
      assert.equal(answer.status, 201);
      assert.match(answer.headers.get("content-type")!, /^application\/json/);
      assertRateHeaders(answer);
      assert.deepEqual(Object.keys(answer.json), CREATE_FIELDS);
      const { id, shareToken, createdAt, expiresAt, ...rest } = answer.json;
      assert.match(shareToken, /^[a-km-np-z2-9]{12}$/);
      assert.deepEqual(rest, {
        ...VALID_BODY,
        type: "url",
        shareUrl: `http://tessera.test/r/${shareToken}`,
        foregroundColor: "#1a1410",
        backgroundColor: "#ffffff",
        size: 512,
        errorCorrection: "M",
        category: null,
      });
      assert.match(createdAt, TIME);
      assert.match(expiresAt, TIME);
      assert.equal(Date.parse(createdAt), use.clock.now());
      assert.equal(Date.parse(expiresAt) - Date.parse(createdAt), 365 * DAY_MS);
      assert.match(id, /^[0-9a-f-]{36}$/);
    });

    it("keeps everything that was given exactly as sent", async () => {
      const given = {
        name: "  Ünïcode 🎉  ",
        content: "HTTPS://Example.com:443/A?b=%20 c",
        type: "social",
        foregroundColor: "#AbCdEf",
        backgroundColor: "#000000",
        errorCorrection: "Q",
        size: 1024,
        category: "Flyers / 2026",
      };
      const sent = { ...given, content: "HTTPS://Example.com:443/A?b=%20c" };
      const code = await created(sent);
      for (const [field, value] of Object.entries(sent)) assert.equal(code[field], value, field);
    });

    for (const type of CODE_TYPES) {
      it(`takes content of type ${type} and gives it back as sent`, async () => {
        const code = await created({ type, content: CONTENT[type] });
        assert.equal(code.type, type);
        assert.equal(code.content, CONTENT[type]);
        const read = await use.ask("GET", `${PATH}/${code.id}`);
        assert.equal(read.json.content, CONTENT[type]);
      });
    }

    it("counts a name in characters, not in bytes or UTF-16 units", async () => {
      const name = "😀".repeat(100);
      assert.equal((await created({ name })).name, name);
      assert.deepEqual(await refused({ name: `${name}a` }), ["name"]);
      assert.equal((await created({ name: "a" })).name, "a");
    });

    it("takes sizes from 128 to 2048", async () => {
      for (const size of [128, 129, 2047, 2048]) assert.equal((await created({ size })).size, size);
    });

    it("takes a category of 100 characters, and null", async () => {
      for (const category of ["ß".repeat(100), "😀".repeat(100), null]) {
        assert.equal((await created({ category })).category, category);
      }
    });

    it("ignores fields it does not know, and those it alone sets", async () => {
      const code = await created({
        id: "mine",
        shareToken: "mine",
        isFavorite: true,
        scanCount: 7,
        createdAt: "2001-01-01T00:00:00.000Z",
        anything: { nested: [1] },
      });
      assert.deepEqual(Object.keys(code), CREATE_FIELDS);
      assert.notEqual(code.id, "mine");
      const read = await use.ask("GET", `${PATH}/${code.id}`);
      assert.equal(read.json.isFavorite, false);
      assert.equal(read.json.scanCount, 0);
    });

    for (const [level, most] of Object.entries(CAPACITY)) {
      it(`holds ${most} bytes of UTF-8 at level ${level} and not one more`, async () => {
        const text = (bytes: number) => "é".repeat(Math.floor(bytes / 2)) + "e".repeat(bytes % 2);
        const fields = { type: "text", errorCorrection: level };
        await created({ ...fields, content: text(most) });
        assert.deepEqual(await refused({ ...fields, content: text(most + 1) }), ["content"]);
      });
    }

    it("makes as many codes as anyone likes, each with a token of its own", async () => {
      const made = await Promise.all(Array.from({ length: 60 }, () => created({})));
      assert.equal(new Set(made.map((code) => code.shareToken)).size, 60);
      assert.equal(new Set(made.map((code) => code.id)).size, 60);
    });
  });

  describe("400", () => {
    it("refuses nonsense inside a contact, a network without its password and words as a number", async () => {
      const card = (line: string) => `BEGIN:VCARD\nFN:Jo\n${line}\nEND:VCARD`;
      const wrong: [type: string, content: string, said: RegExp][] = [
        ["vcard", card("TEL:abc"), /\+44 20 7946 0000 in TEL/],
        ["vcard", card("EMAIL:not an email"), /ada@example\.com in EMAIL/],
        ["vcard", card("URL:my website"), /https:\/\/example\.com in URL/],
        ["vcard", "MECARD:N:Doe,Jo;TEL:abc;;", /in TEL/],
        ["wifi", "WIFI:T:WPA;S:Guests;;", /a password P unless T is nopass/],
        ["phone", "call me", /tel:\+/],
      ];
      for (const [type, content, said] of wrong) {
        const answer = await create({ ...VALID_BODY, type, content });
        assert.deepEqual(badFields(answer), ["content"]);
        assert.match(answer.json.details[0].message, said);
      }
    });

    const text = ["", " ", "\t\n", 5, true, null, [], {}, ["a"], "a\0b", "\ud800", "a\udfffb"];
    const integer = [127, 2049, 0, -1, 512.5, "512", "", null, true, [512], 1e300];
    const color = ["", "#fff", "1a1410", "#1a141g", "#1a14100", "red", " #1a1410", "#1a1410\n", null, 0];
    const word = ["", "URL", "m", "X", null, 1, ["url"], { url: 1 }];
    const wrong: [string, unknown[]][] = [
      ["name", [...text, "a".repeat(101)]],
      ["content", text],
      ["type", [...word, "link"]],
      ["errorCorrection", word],
      ["foregroundColor", color],
      ["backgroundColor", color],
      ["size", integer],
      ["category", [5, true, [], {}, "a".repeat(101), "a\0b", "\udc00"]],
    ];
    for (const [field, values] of wrong) {
      it(`names ${field} when it is wrong, and stores nothing`, async () => {
        const before = await use.countCodes();
        for (const value of values) {
          assert.deepEqual(await refused({ [field]: value }), [field], JSON.stringify(value));
        }
        assert.equal(await use.countCodes(), before);
      });
    }

    it("names name and content when they are missing", async () => {
      assert.deepEqual(badFields(await create({})), ["content", "name"]);
      assert.deepEqual(badFields(await create({ name: "Menu" })), ["content"]);
      assert.deepEqual(badFields(await create({ content: "https://example.com" })), ["name"]);
    });

    it("names every field that is wrong at once", async () => {
      const shapes = {
        name: 1,
        content: 2,
        type: "x",
        foregroundColor: "x",
        backgroundColor: "x",
        errorCorrection: "x",
        size: 1,
        category: 3,
      };
      assert.deepEqual(badFields(await create(shapes)), Object.keys(shapes).sort());
    });

    it("names what breaks a rule beside what has the wrong shape", async () => {
      const fields = await refused({
        name: " ",
        content: "javascript:alert(1)",
        category: "\0",
        size: "512",
        foregroundColor: "blue",
      });
      assert.deepEqual(fields, ["category", "content", "foregroundColor", "name", "size"]);
    });

    it("refuses content that its type cannot hold, and shows what it can", async () => {
      const wrongContent: Record<string, string[]> = {
        url: ["javascript:alert(1)", "java\tscript:alert(1)", "//example.com", "example", "ftp://a.b/"],
        social: ["data:text/html,x", "@jo"],
        email: ["not an address"],
        phone: ["letters"],
        sms: ["letters"],
        whatsapp: ["https://example.com/123"],
        geo: ["200,13", "north"],
        wifi: ["Guests"],
        vcard: ["Jo Doe"],
      };
      for (const [type, contents] of Object.entries(wrongContent)) {
        for (const content of contents) {
          assert.deepEqual(await refused({ type, content }), ["content"], `${type} ${content}`);
        }
      }
    });
  });
});
