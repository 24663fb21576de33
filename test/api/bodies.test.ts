/** How a request body may be sent, and what is refused. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { VALID_BODY } from "../support/fixtures.ts";
import { onSqlite } from "../support/stores.ts";
import { badFields, JSON_TYPE, PATH, useApp } from "./support.ts";

const LIMIT_BYTES = 64 * 1024;
const VALID = JSON.stringify({ ...VALID_BODY, name: "Menü" });

/** A creation body of exactly `bytes` bytes. */
function bodyOf(bytes: number): string {
  const head = JSON.stringify({ ...VALID_BODY, padding: "" });
  return head.replace('""', `"${"x".repeat(bytes - head.length)}"`);
}

onSqlite("Bodies of /api/v1", (engine) => {
  const use = useApp(engine);
  const post = (body: string | Uint8Array, headers: Record<string, string> = JSON_TYPE) =>
    use.ask("POST", PATH, { body, headers });

  describe("400", () => {
    const deep = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);
    const bodies: [string, string | Uint8Array][] = [
      ["nothing", ""],
      ["half an object", '{"name":'],
      ["a trailing comma", '{"name":"a",}'],
      ["two objects", '{"name":"a"}{"name":"b"}'],
      ["plain text", "name=Menu"],
      ["an array of objects", JSON.stringify([VALID_BODY])],
      ["a number", "5"],
      ["null", "null"],
      ["invalid UTF-8", Uint8Array.from([...Buffer.from('{"name":"'), 0xc3, 0x28, 0x22, 0x7d])],
      ["UTF-16", Buffer.from(JSON.stringify(VALID_BODY), "utf16le")],
      ["a raw NUL", '{"name":"a\0b"}'],
      ["arrays 30,000 deep", deep("[", "]", 30_000)],
      ["open arrays 60,000 deep", "[".repeat(60_000)],
      ["objects 10,000 deep", `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`],
      ["depth inside a field", JSON.stringify({ ...VALID_BODY, x: JSON.parse(deep("[", "]", 100)) })],
      ["__proto__", '{"name":"a","content":"https://a.example","__proto__":{"size":1}}'],
      ["__proto__ inside", '{"name":"a","content":"https://a.example","x":{"__proto__":{}}}'],
      ["64 KiB and a byte", bodyOf(LIMIT_BYTES + 1)],
      ["a megabyte", bodyOf(1 << 20)],
    ];
    it("refuse anything but a JSON object of at most 64 KiB, and store nothing", async () => {
      const before = await use.countCodes();
      for (const [what, body] of bodies) assert.deepEqual(badFields(await post(body)), ["body"], what);
      assert.equal(await use.countCodes(), before);
    });

    it("may be exactly 64 KiB", async () => {
      assert.equal((await post(bodyOf(LIMIT_BYTES))).status, 201);
    });

    it("with arrays, objects, NUL or lone surrogates as fields get an error per field", async () => {
      const body = String.raw`{"name":["a"],"content":{"a":1},"category":"\u0000","type":["url"]}`;
      assert.deepEqual(badFields(await post(body)), ["category", "content", "name", "type"]);
      const halves = String.raw`{"name":"\ud83d","content":"https://example.com/\udc00"}`;
      assert.deepEqual(badFields(await post(halves)), ["content", "name"]);
    });

    it("require Content-Type: application/json", async () => {
      const body = JSON.stringify(VALID_BODY);
      for (const type of ["text/plain", "text/json", ";", "application/jsonx", "multipart/form-data; boundary=x"]) {
        assert.deepEqual(badFields(await post(body, { "content-type": type })), ["body"], type);
      }
      for (const type of ["application/json; charset=utf-8", "Application/JSON"]) {
        assert.equal((await post(body, { "content-type": type })).status, 201, type);
      }
    });

    it("are optional where none is expected, whatever the Content-Type", async () => {
      const { id } = await use.code();
      const options = { headers: JSON_TYPE };
      assert.equal((await use.ask("DELETE", `${PATH}/${id}`, options)).status, 204);
      const answer = await use.ask("POST", `${PATH}/${id}/restore`, options);
      assert.equal(answer.status, 200, answer.text);
      assert.equal((await use.ask("POST", `${PATH}/nowhere/at/all`, options)).status, 404);
    });

    it("are required where one is expected", async () => {
      for (const options of [{}, { headers: JSON_TYPE }]) {
        const answer = await use.ask("POST", PATH, options);
        assert.deepEqual(badFields(answer), ["body"]);
        assert.equal(answer.json.message, "The body is missing: send a JSON object.");
      }
    });

    it("get an error that shows the format of a colour", async () => {
      const body = JSON.stringify({ ...VALID_BODY, foregroundColor: "red" });
      const [problem] = (await post(body)).json.details;
      assert.deepEqual(problem, { field: "foregroundColor", message: "must be a hex colour such as #1a1410" });
    });

    it("in an unsupported charset get an error that names it", async () => {
      for (const charset of ["iso-8859-1", '"utf-16"']) {
        const answer = await post(VALID, { "content-type": `application/json; charset=${charset}` });
        assert.deepEqual(badFields(answer), ["Content-Type"], charset);
        assert.match(answer.json.details[0].message, /utf-8/i);
      }
      for (const charset of ["UTF-8", '"utf-8"', "utf8"]) {
        const answer = await post(VALID, { "content-type": `application/json;charset=${charset}` });
        assert.equal(answer.status, 201, charset);
      }
    });

    it("that are compressed get an error that names Content-Encoding", async () => {
      for (const encoding of ["gzip", "x"]) {
        const answer = await post(gzipSync(VALID), { ...JSON_TYPE, "content-encoding": encoding });
        assert.deepEqual(badFields(answer), ["Content-Encoding"], encoding);
      }
      assert.equal((await post(VALID, { ...JSON_TYPE, "content-encoding": "identity" })).status, 201);
    });

    it("may be application/merge-patch+json for PATCH only", async () => {
      const { id } = await use.code();
      const headers = { "content-type": "application/merge-patch+json" };
      const body = JSON.stringify({ name: "Other" });
      const answer = await use.ask("PATCH", `${PATH}/${id}`, { body, headers });
      assert.equal(answer.status, 200, answer.text);
      assert.equal(answer.json.name, "Other");
      assert.deepEqual(badFields(await post(VALID, headers)), ["body"]);
    });
  });
});
