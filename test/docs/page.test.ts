import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { Ajv } from "ajv";
import fc from "fast-check";
import { curlOf } from "../../src/reference/curl.ts";
import { groupsOf, type OpenApiDocument } from "../../src/reference/document.ts";
import { fieldsOf } from "../../src/reference/fields.ts";
import { docsPage } from "../../src/reference/page.ts";
import { ERROR_STATUS } from "../../src/shared/errors.ts";
import { VERSION } from "../../src/shared/version.ts";
import { CODE_TYPES } from "../../src/shared/vocabulary.ts";
import { hrefsOf, skeletonOf, tagsOf, textOf } from "../share-pages/document.ts";
import { BASE_URL, readDocument } from "./support.ts";

const document = await readDocument();
const page = docsPage(document, BASE_URL);
const text = textOf(page);
const operations = groupsOf(document).flatMap((group) => group.operations);
const ajv = new Ajv({ strict: false, formats: { "date-time": true, date: true, uri: true } });

const idsOf = (markup: string) => tagsOf(markup).flatMap(({ attributes }) => attributes.get("id") ?? []);

describe("the reference page", () => {
  it("describes every operation of the document: its method, path, summary and fields", () => {
    assert.ok(operations.length >= 10);
    for (const { id, method, path, summary, parameters, body, success } of operations) {
      const start = page.indexOf(`<article class="pair" id="${id}"`);
      assert.ok(start > 0, id);
      const article = textOf(`<body>${page.slice(start, page.indexOf("</article>", start))}`);
      const names = [body, success?.schema].flatMap((schema) => (schema ? fieldsOf(schema) : []));
      const shown = [method, path, summary, ...names.map((field) => field.name)];
      for (const word of shown) assert.ok(article.includes(word), `${id}: ${word}`);
      for (const { name } of parameters) {
        assert.ok(article.toLowerCase().includes(name.toLowerCase()), `${id}: ${name}`);
      }
    }
  });

  it("tells required fields, defaults and limits", () => {
    const create = operations.find(({ id }) => id === "createCode")!;
    const fields = new Map(fieldsOf(create.body!).map((field) => [field.name, field]));
    assert.equal(fields.get("name")!.required, true);
    assert.equal(fields.get("size")!.required, false);
    assert.equal(fields.get("size")!.fallback, "512");
    assert.match(fields.get("size")!.rules, /128 to 2048/);
    assert.deepEqual(fields.get("errorCorrection")!.words, ["L", "M", "Q", "H"]);
    assert.equal(fields.get("category")!.type, "string or null");
  });

  it("explains the five errors, the headers of the limits and every type of content", () => {
    for (const name of Object.keys(ERROR_STATUS)) assert.ok(text.includes(name), name);
    for (const name of ["Limit", "Remaining", "Reset"]) {
      assert.ok(text.includes(`X-RateLimit-${name}`), name);
    }
    const section = page.slice(page.indexOf('id="content"'), page.indexOf('id="life"'));
    for (const type of CODE_TYPES) assert.ok(section.includes(`<code>${type}</code>`), type);
  });

  it("links only to places it has, to the document and to the dashboard", () => {
    const ids = idsOf(page);
    assert.equal(new Set(ids).size, ids.length, "an id stands once");
    const beyond = hrefsOf(page).filter((each) => !/^(data:|#)/.test(each));
    assert.deepEqual(beyond.sort(), ["/api/v1/openapi.json", "/app/"]);
    for (const href of hrefsOf(page).filter((each) => each.startsWith("#"))) {
      assert.ok(ids.includes(href.slice(1)), href);
    }
    const below = hrefsOf(docsPage(document, `${BASE_URL}/qr`));
    assert.ok(["/qr/app/", "/qr/api/v1/openapi.json"].every((each) => below.includes(each)));
  });

  it("shows the version of the service and of the interface, and the dashboard's logo", () => {
    assert.ok(text.includes(`Tessera ${VERSION}, interface ${document.info.version}`));
    const logo = readFileSync(new URL("../../web/src/logo.svg", import.meta.url), "utf8");
    assert.ok(page.includes(encodeURIComponent(logo.trim())));
  });

  it("hides what only its script can do, has one script and loads nothing", () => {
    const tags = tagsOf(page);
    const loading = ["img", "iframe", "object", "embed", "form"];
    assert.deepEqual(
      tags.filter(({ name }) => loading.includes(name)),
      [],
    );
    assert.equal(tags.filter(({ name }) => name === "script").length, 1);
    const buttons = tags.filter(({ name }) => name === "button");
    assert.ok(buttons.length > operations.length && buttons.every((b) => b.attributes.has("hidden")));
    assert.match(page, /<div class="own" hidden>/);
    assert.ok(tags.every(({ attributes }) => !attributes.has("style") && !attributes.has("src")));
  });

  it("shows examples that its own schemas accept", () => {
    for (const { id, body, bodyExample, success, errors } of operations) {
      if (body) assert.ok(ajv.validate(body, bodyExample), id);
      const shown = [success!, ...errors].filter(({ mediaTypes }) => mediaTypes.includes("application/json"));
      for (const { schema, example, status } of shown) {
        assert.ok(ajv.validate(schema!, example), `${id} ${status}: ${ajv.errorsText()}`);
      }
    }
  });

  it("shows a creation without a category as null, and a change with what it changed", () => {
    const of = (name: string) => operations.find(({ id }) => id === name)!;
    const { bodyExample, success } = of("createCode");
    assert.deepEqual(Object.keys(bodyExample as object), ["name", "content"]);
    assert.equal((success!.example as { category: null }).category, null);
    const change = of("changeCode");
    for (const [field, value] of Object.entries(change.bodyExample as object)) {
      assert.equal((change.success!.example as Record<string, unknown>)[field], value, field);
    }
  });

  it("gives a curl line for each operation, with nothing left to fill in but the key", () => {
    for (const operation of operations) {
      const line = curlOf(operation, BASE_URL);
      assert.match(line, /^curl 'https:\/\/qr\.example\.com\/api\/v1\/[^{}']+'/);
      assert.match(line, /Authorization: Bearer \$TESSERA_KEY/);
      assert.equal(line.includes("-d "), operation.body !== undefined, operation.id);
    }
  });

  it("keeps its tags whatever the document's texts are", () => {
    const documentOf = (word: string): OpenApiDocument => ({
      info: { title: word, version: word, description: word },
      paths: {
        "/x/{id}": {
          get: {
            operationId: "x",
            summary: word,
            description: word,
            tags: [`a${word}`],
            parameters: [{ in: "query", name: `n${word}`, description: `d${word}` }],
            responses: {
              200: {
                description: word,
                content: {
                  "application/json": {
                    schema: { type: "object", properties: { f: { type: "string", enum: [word] } } },
                  },
                },
              },
              400: { description: word },
            },
          },
        },
      },
    });
    const expected = skeletonOf(docsPage(documentOf("plain"), BASE_URL));
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 1 }), (noise) => {
        const word = `<b>"'&${noise.replaceAll(/[\w:]/g, "")}</b>`;
        assert.equal(skeletonOf(docsPage(documentOf(word), BASE_URL)), expected);
      }),
      { numRuns: 50 },
    );
  });
});

describe("a curl line", () => {
  it("passes quotes on to the shell as they are", () => {
    const operation = {
      id: "x",
      method: "POST",
      path: "/x",
      summary: "",
      description: "",
      parameters: [],
      body: { type: "object" },
      bodyExample: { note: "it's" },
      success: undefined,
      errors: [],
    };
    assert.ok(curlOf(operation, BASE_URL).includes(`"it'\\''s"`));
  });
});
