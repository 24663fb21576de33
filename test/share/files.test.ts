import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { decode } from "../../src/rendering/decode.ts";
import { PATH, useApp } from "../api/support.ts";
import { rasterisePdf, rasteriseSvg, readPng } from "../rendering/support/pictures.ts";
import { hrefsOf, tagsOf, textOf } from "../share-pages/document.ts";
import { onSqlite } from "../support/stores.ts";

const PICTURES = [
  ["png", "image/png"],
  ["svg", "image/svg+xml; charset=utf-8"],
  ["pdf", "application/pdf"],
] as const;

onSqlite("the files of a code", (engine) => {
  const use = useApp(engine);
  const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
    fetch(use.app.url + path, { headers, method, redirect: "manual" });

  for (const [format, contentType] of PICTURES) {
    it(`${format} is the picture of the share URL, in the code's size or the requested one`, async () => {
      const code = await use.code({ size: 300 });
      for (const [query, size] of [
        ["", 300],
        ["?size=777", 777],
      ] as const) {
        const answer = await get(`/r/${code.shareToken}.${format}${query}`);
        assert.equal(answer.status, 200);
        assert.equal(answer.headers.get("content-type"), contentType);
        assert.equal(answer.headers.get("x-content-type-options"), "nosniff");
        const bytes = new Uint8Array(await answer.arrayBuffer());
        const text = await decode(pictureOf(format, bytes, size));
        assert.equal(text?.toLowerCase(), code.shareUrl.toLowerCase());
      }
    });
  }

  it("may be cached for a minute, and for ever with its fingerprint", async () => {
    const code = await use.code();
    const path = `/r/${code.shareToken}.png`;
    const first = await get(path);
    const etag = first.headers.get("etag") ?? "";
    assert.match(etag, /^"[\w-]{16}"$/);
    assert.equal(first.headers.get("cache-control"), "public, max-age=60");
    const forever = await get(`${path}?v=${etag.slice(1, -1)}`);
    assert.match(forever.headers.get("cache-control") ?? "", /^public, max-age=31536000, immutable$/);
    const other = await get(`${path}?v=old`);
    assert.equal(other.headers.get("cache-control"), "public, max-age=60");

    for (const held of [etag, `W/${etag}`, `"a", ${etag}`]) {
      const again = await get(path, { "if-none-match": held });
      assert.equal(again.status, 304, held);
      assert.equal(again.headers.get("etag"), etag);
      assert.equal(await again.text(), "");
    }
    assert.equal((await get(path, { "if-none-match": '"other"' })).status, 200);

    await use.ask("PATCH", `${PATH}/${code.id}`, { json: { foregroundColor: "#204060" } });
    const changed = await get(path, { "if-none-match": etag });
    assert.equal(changed.status, 200, "a new picture has a new fingerprint");
    assert.notEqual(changed.headers.get("etag"), etag);
  });

  it("answer HEAD with the same headers", async () => {
    const { shareToken } = await use.code();
    const answer = await get(`/r/${shareToken}.png`, {}, "HEAD");
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get("content-type"), "image/png");
  });

  it("answer 400 to an invalid size", async () => {
    const { shareToken } = await use.code();
    for (const size of ["127", "2049", "512.5", ""]) {
      const answer = await get(`/r/${shareToken}.png?size=${size}`);
      assert.equal(answer.status, 400, size);
      const body = (await answer.json()) as { error: string; details: { field: string }[] };
      assert.equal(body.error, "validation_error");
      assert.deepEqual(
        body.details.map(({ field }) => field),
        ["size"],
      );
    }
  });

  it("answer 404 with a page for a paused, deleted or unknown code, 410 if expired", async () => {
    const paused = await use.code();
    await use.ask("PATCH", `${PATH}/${paused.id}`, { json: { isPublic: false } });
    const deleted = await use.code();
    await use.ask("DELETE", `${PATH}/${deleted.id}`);
    for (const [token, said] of [
      [paused.shareToken, /This code is paused/],
      [deleted.shareToken, /There is no code here/],
      ["abcdefghjkmn", /There is no code here/],
    ] as const) {
      const answer = await get(`/r/${token}.png`);
      assert.equal(answer.status, 404);
      assert.match(await answer.text(), said);
    }
    const expired = await use.code();
    await use.expire(expired.id);
    assert.equal((await get(`/r/${expired.shareToken}.png`)).status, 410);
  });

  it("are found in either case", async () => {
    const { shareToken } = await use.code();
    for (const path of [`/R/${shareToken.toUpperCase()}.PNG`, `/r/${shareToken}.Svg`, `/R/${shareToken}+`]) {
      assert.equal((await get(path)).status, 200, path);
    }
  });

  it("do not count as scans, nor does the share page", async () => {
    const { shareToken, id } = await use.code();
    for (const end of [".png", ".svg", ".pdf", "+"]) {
      const answer = await get(`/r/${shareToken}${end}`);
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.get("scan-id"), null);
    }
    assert.equal((await use.ask("GET", `${PATH}/${id}`)).json.scanCount, 0);
  });

  describe("GET /r/<token>+", () => {
    it("says that a code is paused, and is itself again when it is active", async () => {
      const code = await use.code();
      const setPublic = (isPublic: boolean) => use.ask("PATCH", `${PATH}/${code.id}`, { json: { isPublic } });
      await setPublic(false);
      for (const path of [`/r/${code.shareToken}+`, `/r/${code.shareToken}`]) {
        const answer = await get(path);
        assert.equal(answer.status, 404);
        assert.equal(answer.headers.get("cache-control"), "no-store");
        assert.match(await answer.text(), /This code is paused/);
      }
      await setPublic(true);
      assert.equal((await get(`/r/${code.shareToken}+`)).status, 200);
    });

    it("of a Wi-Fi code shows the network itself, and the share link on request", async () => {
      const content = "WIFI:T:WPA;S:Guests;P:s3cret99;;";
      const code = await use.code({ type: "wifi", content });
      const files = async (query: string) => {
        const page = await (await get(`/r/${code.shareToken}+${query}`)).text();
        const hrefs = [
          ...tagsOf(page).flatMap(({ attributes }) => attributes.get("src") ?? []),
          ...hrefsOf(page).filter((href) => /\.(png|svg|pdf)\?/.test(href)),
        ];
        assert.equal(hrefs.length, 4);
        const preview = /og:image" content="([^"]+)"/.exec(page)![1]!.replaceAll("&amp;", "&");
        const held = [];
        for (const href of [...hrefs, preview]) {
          const { pathname, search } = new URL(href, `${code.shareUrl}+`);
          const format = pathname.slice(-3);
          const answer = await get(pathname + search);
          const bytes = new Uint8Array(await answer.arrayBuffer());
          const size = Number(new URLSearchParams(search).get("size"));
          held.push([await decode(pictureOf(format, bytes, size)), answer.headers.get("cache-control")]);
        }
        const other = hrefsOf(page).find((href) => href.startsWith(`./${code.shareToken}+`));
        return { held, other, text: textOf(page) };
      };
      const link = [
        use.app.config.baseUrl.toUpperCase() + code.shareUrl.slice(use.app.config.baseUrl.length).toUpperCase(),
        "public, max-age=31536000, immutable",
      ];

      const network = await files("");
      assert.deepEqual(network.held, [...Array(4).fill([content, "no-store"]), link]);
      assert.match(network.text, /works without internet/);
      assert.doesNotMatch(network.text, /s3cret99/);
      assert.equal(network.other, `./${code.shareToken}+?encode=share`);

      const linked = await files("?encode=share");
      assert.deepEqual(linked.held, Array(5).fill(link));
      assert.match(linked.text, /needs internet/);
      assert.equal(linked.other, `./${code.shareToken}+`);
    });

    it("offers no picture of the content of a paused or expired code", async () => {
      const draft = { type: "wifi", content: "WIFI:T:WPA;S:Guests;P:s3cret99;;" };
      const paused = await use.code({ ...draft, isPublic: false });
      const expired = await use.code(draft);
      await use.expire(expired.id);
      for (const [token, status] of [
        [paused.shareToken, 404],
        [expired.shareToken, 410],
      ] as const) {
        for (const file of [".png", ".svg", ".pdf", "+"]) {
          const answer = await get(`/r/${token}${file}?encode=content`);
          assert.equal(answer.status, status, file);
          assert.match(answer.headers.get("content-type")!, /^text\/html/);
          assert.doesNotMatch(await answer.text(), /Guests|s3cret99/);
        }
      }
      assert.equal((await get(`/r/${(await use.code()).shareToken}.png?encode=all`)).status, 400);
    });

    it("is a page with the picture, the name, the destination and working downloads", async () => {
      const code = await use.code({ name: "Menu of the <day>" });
      const answer = await get(`/r/${code.shareToken}+`);
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.get("content-type"), "text/html; charset=utf-8");
      assert.match(answer.headers.get("content-security-policy") ?? "", /^default-src 'none'/);
      assert.equal(answer.headers.get("cache-control"), "no-cache");
      const page = await answer.text();
      assert.ok(textOf(page).includes("Menu of the <day>"));
      assert.ok(textOf(page).includes("https://example.com/menu"));
      const image = tagsOf(page)
        .find(({ name }) => name === "img")
        ?.attributes.get("src");
      const files = hrefsOf(page).filter((href) => /\.(png|svg|pdf)\?/.test(href));
      assert.deepEqual(
        files.map((href) => /\.(\w+)\?/.exec(href)![1]),
        ["png", "svg", "pdf"],
      );
      for (const href of [image!, ...files]) {
        assert.ok(href.startsWith("./"), `${href} works with whatever address the page was opened`);
        const whole = new URL(href, `${code.shareUrl}+`).href;
        assert.ok(whole.startsWith(`${code.shareUrl}.`), whole);
        const file = await get(whole.slice(use.app.config.baseUrl.length));
        assert.equal(file.status, 200, href);
        assert.match(file.headers.get("cache-control") ?? "", /immutable/);
      }
    });
  });
});

onSqlite("the files of a code under a very long address", (engine) => {
  const use = useApp(engine, { BASE_URL: `http://tessera.test/${"long/".repeat(120)}` });

  it("names the smallest size that works when one is too small for the code", async () => {
    const { shareToken } = await use.code({ errorCorrection: "H" });
    const refused = await use.app.request("GET", `/r/${shareToken}.png?size=128`);
    assert.equal(refused.status, 400);
    const [{ field, message }] = refused.json.details;
    assert.equal(field, "size");
    const smallest = Number(/the smallest size that works is (\d+)/.exec(message)?.[1]);
    const least = await use.app.request("GET", `/r/${shareToken}.png?size=${smallest}`);
    assert.equal(least.status, 200);
    const less = await use.app.request("GET", `/r/${shareToken}.png?size=${smallest - 1}`);
    assert.equal(less.status, 400);
  });
});

function pictureOf(format: string, bytes: Uint8Array, size: number) {
  if (format === "png") {
    assert.equal(readPng(bytes).size, size);
    return bytes;
  }
  if (format === "svg") {
    const svg = rasteriseSvg(Buffer.from(bytes).toString(), 8);
    assert.equal(svg.size, size);
    return svg.picture;
  }
  return rasterisePdf(bytes, 8).picture;
}
