import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { VALID_BODY } from "../support/fixtures.ts";
import { onEachEngine } from "../support/stores.ts";
import { badFields, MISSING, PATH, READ_FIELDS, useApp } from "./support.ts";

onEachEngine("GET /api/v1/qrcodes", (engine) => {
  const use = useApp(engine);
  const list = (query = "", key = use.key) => use.app.request("GET", PATH + query, { key });
  const names = async (query: string, key: string) => {
    const answer = await list(query, key);
    assert.equal(answer.status, 200, answer.text);
    return answer.json.data.map((code: { name: string }) => code.name);
  };

  describe("200", () => {
    it("lists the owner's codes, newest first, in the read shape", async () => {
      const { key } = await use.app.user();
      const made = [];
      for (const name of ["a", "b", "c"]) made.push(await use.code({ name }, key));
      await use.scan(made[1].id, [{}]);
      const answer = await list("", key);
      assert.deepEqual(Object.keys(answer.json), ["data", "nextCursor"]);
      for (const code of answer.json.data) assert.deepEqual(Object.keys(code), READ_FIELDS);
      assert.deepEqual(await names("", key), ["c", "b", "a"]);
      assert.equal(answer.json.data[1].scanCount, 1);
    });

    it("pages through 250 codes, each once, while others are created and deleted", async () => {
      const { key } = await use.app.user();
      const qrcodes = Array.from({ length: 250 }, (_, n) => ({ ...VALID_BODY, name: `code ${n}` }));
      assert.equal((await use.app.request("POST", `${PATH}/bulk`, { key, json: { qrcodes } })).status, 201);
      const whole = (await list("?limit=500", key)).json;
      const all = whole.data.map((code: { id: string }) => code.id);
      assert.equal(all.length, 250);
      assert.equal(whole.nextCursor, null);
      assert.equal((await list("", key)).json.data.length, 100, "100 by default");
      const walked: string[] = [];
      let pages = 0;
      for (let cursor: string | null = ""; cursor !== null; pages++) {
        const answer = await list(`?limit=50${cursor && `&cursor=${cursor}`}`, key);
        walked.push(...answer.json.data.map((code: { id: string }) => code.id));
        cursor = answer.json.nextCursor;
        await use.code({}, key);
        // The page's last code may be deleted before the next page is requested.
        if (pages === 1) await use.app.request("DELETE", `${PATH}/${cursor}`, { key });
      }
      assert.equal(pages, 5, "250 is an exact boundary");
      assert.deepEqual(walked, all);
    });
  });

  describe("200 with filters", () => {
    let key: string;
    before(async () => {
      key = (await use.app.user()).key;
      const codes: [object, object?][] = [
        [{ name: "100% wool", category: "Shop" }],
        [{ name: "100 things", category: "shop" }, { isFavorite: true }],
        [{ name: "snake_case", type: "text", content: "Ein Äpfelchen" }],
        [{ name: "snakeXcase", type: "text", content: "back\\slash" }, { isPublic: false }],
        [{ name: "Old", content: "https://old.example/PATH" }],
        [{ name: "Old and paused", category: "Shop" }, { isPublic: false }],
      ];
      for (const [fields, patch] of codes) {
        const { id, name } = await use.code(fields, key);
        if (patch) await use.app.request("PATCH", `${PATH}/${id}`, { key, json: patch });
        if (name.startsWith("Old")) await use.expire(id, key);
      }
    });

    const filters: [string, string[]][] = [
      ["?type=text", ["snakeXcase", "snake_case"]],
      ["?type=geo", []],
      ["?category=Shop", ["Old and paused", "100% wool"]],
      ["?category=shop", ["100 things"]],
      ["?category=nothing", []],
      ["?favorite=true", ["100 things"]],
      ["?favorite=false&category=shop", []],
      ["?state=active", ["snake_case", "100 things", "100% wool"]],
      ["?state=paused", ["Old and paused", "snakeXcase"]],
      ["?state=expired", ["Old"]],
      ["?q=100%25", ["100% wool"]],
      ["?q=%25", ["100% wool"]],
      ["?q=e_c", ["snake_case"]],
      ["?q=k%5Cs", ["snakeXcase"]],
      ["?q=SNAKE", ["snakeXcase", "snake_case"]],
      ["?q=example/path", ["Old"]],
      ["?q=%C3%84pfel", ["snake_case"]],
      ["?q=%C3%A4PFEL", ["snake_case"]],
      ["?q='%20OR%201=1--", []],
      ["?q=old&state=paused&category=Shop", ["Old and paused"]],
      ["?q=", ["Old and paused", "Old", "snakeXcase", "snake_case", "100 things", "100% wool"]],
    ];
    it("finds the codes that match each filter", async () => {
      for (const [query, expected] of filters) assert.deepEqual(await names(query, key), expected, query);
    });

    it("pages through a filtered list", async () => {
      const first = (await list("?type=text&limit=1", key)).json;
      assert.equal(first.data[0].name, "snakeXcase");
      const second = (await list(`?type=text&limit=1&cursor=${first.nextCursor}`, key)).json;
      assert.equal(second.data[0].name, "snake_case");
      assert.equal(second.nextCursor, null);
    });
  });

  describe("400", () => {
    it("names every invalid query parameter", async () => {
      const wrong: Record<string, string[]> = {
        limit: ["0", "501", "1.5", "", "1e2"],
        cursor: ["", "abc", "%00", MISSING],
        type: ["", "URL"],
        favorite: ["", "TRUE"],
        state: ["", "Active"],
        q: ["%00", "a".repeat(201)],
        category: ["%00", "a".repeat(101)],
      };
      for (const [name, values] of Object.entries(wrong)) {
        for (const value of values) {
          assert.deepEqual(badFields(await list(`?${name}=${value}`)), [name], value);
        }
        const twice = badFields(await list(`?${name}=a&${name}=b`));
        assert.deepEqual(twice, [name], `${name} twice`);
      }
      const all = await list("?limit=0&type=x&favorite=x&state=x");
      assert.deepEqual(badFields(all), ["favorite", "limit", "state", "type"]);
    });

    it("refuses another owner's code as a cursor", async () => {
      const { id } = await use.code();
      const { key } = await use.app.user();
      assert.deepEqual(badFields(await list(`?cursor=${id}`, key)), ["cursor"]);
    });
  });
});
