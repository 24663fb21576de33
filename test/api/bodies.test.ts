/** How a body may be sent. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { onEachEngine } from "../support/stores.ts";
import { badFields, PATH, useApp } from "./support.ts";

const VALID = JSON.stringify({ name: "Menü", content: "https://example.com/menu" });

onEachEngine("Bodies of /api/v1", (engine) => {
  const use = useApp(engine);
  const post = (body: string | Uint8Array, headers: Record<string, string>) =>
    use.ask("POST", PATH, { body, headers });

  describe("400", () => {
    it("names the charset it does not read", async () => {
      for (const charset of ["iso-8859-1", '"utf-16"', "latin1", "utf-7"]) {
        const answer = await post(VALID, {
          "content-type": `application/json; charset=${charset}`,
        });
        assert.deepEqual(badFields(answer), ["Content-Type"], charset);
        assert.match(answer.json.details[0].message, /utf-8/i);
      }
      for (const charset of ["utf-8", "UTF-8", '"utf-8"', "utf8"]) {
        const answer = await post(VALID, { "content-type": `application/json;charset=${charset}` });
        assert.equal(answer.status, 201, charset);
      }
    });

    it("names Content-Encoding for a compressed body", async () => {
      const type = { "content-type": "application/json" };
      for (const encoding of ["gzip", "br", "x"]) {
        const answer = await post(gzipSync(VALID), { ...type, "content-encoding": encoding });
        assert.deepEqual(badFields(answer), ["Content-Encoding"], encoding);
      }
      assert.equal((await post(VALID, { ...type, "content-encoding": "identity" })).status, 201);
    });

    it("takes application/merge-patch+json for a change, and for nothing else", async () => {
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
