import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, it } from "node:test";
import { readDocument, serveDocs } from "./support.ts";

const document = await readDocument();

describe("GET /docs", () => {
  it("200: one complete page under a policy that allows its own style and script only", async () => {
    const server = await serveDocs(() => document);
    const answer = await server.inject("/docs");
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.headers["content-type"], "text/html; charset=utf-8");
    assert.equal(answer.headers["cache-control"], "no-cache");
    assert.match(answer.body, /^<!doctype html>[\s\S]*<\/html>\n$/);
    const hashOf = (tag: string) => {
      const [, text] = new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(answer.body)!;
      return `${tag}-src 'sha256-${createHash("sha256").update(text!).digest("base64")}'`;
    };
    assert.equal(
      answer.headers["content-security-policy"],
      `default-src 'none'; ${hashOf("style")}; ${hashOf("script")}; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    await server.close();
  });

  it("304: for who holds the page already", async () => {
    const server = await serveDocs(() => document);
    const { etag } = (await server.inject("/docs")).headers;
    for (const held of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const answer = await server.inject({ url: "/docs", headers: { "if-none-match": held } });
      assert.equal(answer.statusCode, 304);
      assert.equal(answer.headers.etag, etag);
      assert.equal(answer.body, "");
    }
    const other = await server.inject({ url: "/docs", headers: { "if-none-match": '"other"' } });
    assert.equal(other.statusCode, 200);
    await server.close();
  });

  it("makes the page once", async () => {
    let asked = 0;
    const server = await serveDocs(() => {
      asked += 1;
      return document;
    });
    await server.inject("/docs");
    await server.inject("/docs");
    assert.equal(asked, 1);
    await server.close();
  });
});
