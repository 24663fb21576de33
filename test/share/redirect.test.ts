import assert from "node:assert/strict";
import { it } from "node:test";
import { PATH, useApp } from "../api/support.ts";
import { eventually } from "../support/eventually.ts";
import { PHONE } from "../support/fixtures.ts";
import { onEachEntryPoint, UUID } from "./support.ts";

onEachEntryPoint("GET /r/<token> of a url, social or whatsapp code", (engine) => {
  const use = useApp(engine);
  const visit = (path: string, headers: Record<string, string> = {}, method = "GET") =>
    use.app.request(method, path, { headers: { "user-agent": PHONE, ...headers } });

  it("answers 302 with the destination, no-store, and the scan's id", async () => {
    for (const type of ["url", "social"]) {
      const code = await use.code({ type });
      const answer = await visit(`/r/${code.shareToken}`);
      assert.equal(answer.status, 302);
      assert.equal(answer.headers.get("location"), "https://example.com/menu");
      assert.equal(answer.headers.get("cache-control"), "no-store");
      assert.equal(answer.headers.get("content-length"), "0");
      assert.match(answer.headers.get("scan-id") ?? "", UUID);
      await eventually(async () => {
        const page = await use.ask("GET", `${PATH}/${code.id}/scans`);
        assert.equal(page.json.data[0]?.id, answer.headers.get("scan-id"));
      });
    }
  });

  it("leads a whatsapp code to its chat, with its text", async () => {
    const table = [
      ["+44 20 7946 0000", "https://wa.me/442079460000"],
      [
        "https://api.whatsapp.com/send?phone=442079460000&text=Hallo+Zoë",
        "https://wa.me/442079460000?text=Hallo%20Zo%C3%AB",
      ],
      ["https://chat.whatsapp.com/AbCdEf", "https://chat.whatsapp.com/AbCdEf"],
    ] as const;
    for (const [content, location] of table) {
      const { shareToken } = await use.code({ type: "whatsapp", content });
      const answer = await visit(`/r/${shareToken}`);
      assert.equal(answer.status, 302, content);
      assert.equal(answer.headers.get("location"), location);
      assert.match(answer.headers.get("scan-id") ?? "", UUID);
    }
  });

  it("normalises the address: the header is ASCII, whatever letters it contains", async () => {
    const table = [
      ["HTTPS://Example.COM", "https://example.com/"],
      ["example.com/menu", "https://example.com/menu"],
      ["https://example.com:443/a/../b", "https://example.com/b"],
      ["https://bücher.example/straße?q=é#ü", "https://xn--bcher-kva.example/stra%C3%9Fe?q=%C3%A9#%C3%BC"],
      ["https://例え.テスト/😀", "https://xn--r8jz45g.xn--zckzah/%F0%9F%98%80"],
      ["https://example.com/%0d%0aSet-Cookie:%20a=b", "https://example.com/%0d%0aSet-Cookie:%20a=b"],
    ] as const;
    for (const [content, location] of table) {
      const code = await use.code({ content });
      const answer = await visit(`/r/${code.shareToken}`);
      assert.equal(answer.status, 302, content);
      assert.equal(answer.headers.get("location"), location);
      assert.equal(answer.headers.get("set-cookie"), null);
    }
  });

  it("accepts tokens and the path in either case, and leaves the query alone", async () => {
    const { shareToken: token, id } = await use.code();
    const upper = token.toUpperCase();
    const mixed = token.slice(0, 5) + upper.slice(5);
    const paths = [`/r/${upper}`, `/R/${upper}`, `/R/${token}`, `/r/${mixed}`, `/r/${token}?utm=1&size=x`];
    for (const path of paths) assert.equal((await visit(path)).status, 302, path);
    const read = await use.ask("GET", `${PATH}/${id}`);
    assert.equal(read.json.scanCount, paths.length);
  });

  it("answers HEAD in the same way, without counting it", async () => {
    const { shareToken, id } = await use.code();
    const answer = await visit(`/r/${shareToken}`, {}, "HEAD");
    assert.equal(answer.status, 302);
    assert.equal(answer.headers.get("location"), "https://example.com/menu");
    assert.equal(answer.headers.get("scan-id"), null);
    assert.equal((await use.ask("GET", `${PATH}/${id}`)).json.scanCount, 0);
  });

  it("answers 404 with a page for an invalid or unknown token", async () => {
    const paths = ["/r/abcdefghjkmn", "/r/short", "/r/abcdefghjkm0", `/r/${"a".repeat(41)}`, "/R/ABCDEFGHJKMN"];
    for (const path of paths) {
      const answer = await visit(path);
      assert.equal(answer.status, 404, path);
      assert.match(answer.headers.get("content-type") ?? "", /^text\/html; charset=utf-8$/);
      assert.match(answer.headers.get("content-security-policy") ?? "", /default-src 'none'/);
      assert.match(answer.text, /There is no code here/);
      assert.equal(answer.headers.get("scan-id"), null);
      assert.equal(answer.headers.get("cache-control"), "no-store");
    }
  });

  it("answers 404 to what is not a path of its own", async () => {
    for (const path of ["/r/", "/r", "/r/%zz", "/r/%00", `/r/${"a".repeat(2000)}`, "/r/a/b"]) {
      assert.equal((await visit(path)).status, 404, path);
    }
    const { shareToken } = await use.code();
    for (const method of ["POST", "PUT", "DELETE"]) {
      assert.equal((await visit(`/r/${shareToken}`, {}, method)).status, 404, method);
    }
  });
});
