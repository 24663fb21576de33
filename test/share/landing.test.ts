import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { PATH, useApp } from "../api/support.ts";
import { hrefsOf, textOf } from "../share-pages/document.ts";
import { PHONE } from "../support/fixtures.ts";
import { onSqlite } from "../support/stores.ts";
import { UUID } from "./support.ts";

const CARD = "BEGIN:VCARD\nVERSION:3.0\nFN:Zoë Lovelace\nTEL:+442079460000\nEND:VCARD";

/** Type, content, the action on the page, the visible text. */
const PAGES = [
  ["text", "Closed on Mondays", null, "Closed on Mondays"],
  ["wifi", "WIFI:T:WPA;S:Guests;P:s3cret;;", null, "s3cret"],
  ["vcard", CARD, /^[a-z0-9]{12}\.vcf$/, "Zoë Lovelace"],
  ["email", "ada@example.com", /^mailto:ada@example\.com$/, "ada@example.com"],
  ["phone", "+44 20 7946 0000", /^tel:\+442079460000$/, "+44 20 7946 0000"],
  ["sms", "SMSTO:+442079460000:Hello there", /^sms:\+442079460000\?.*Hello%20there$/, "Hello there"],
  ["geo", "52.5163,13.3777", /maps\.apple\.com/, "52.5163"],
] as const;

onSqlite("GET /r/<token> of a code that is not a web address", (engine) => {
  const use = useApp(engine);
  const visit = (path: string, headers: Record<string, string> = {}, method = "GET") =>
    use.app.request(method, path, { headers: { "user-agent": PHONE, ...headers } });

  for (const [type, content, act, shown] of PAGES) {
    it(`answers 200 with a page for the action of type ${type}`, async () => {
      const code = await use.code({ type, content, name: `Our ${type} & more` });
      const answer = await visit(`/r/${code.shareToken}`);
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.get("content-type"), "text/html; charset=utf-8");
      assert.equal(answer.headers.get("cache-control"), "no-store");
      assert.equal(answer.headers.get("x-content-type-options"), "nosniff");
      assert.match(answer.headers.get("content-security-policy") ?? "", /^default-src 'none'/);
      assert.match(answer.headers.get("scan-id") ?? "", UUID);
      const text = textOf(answer.text);
      assert.ok(
        !answer.text.includes("& more") && !answer.text.includes("&amp; more"),
        "the name is private to the owner",
      );
      assert.ok(text.includes(shown), "the content");
      assert.match(answer.text, /<html lang="en"/);
      if (act)
        assert.ok(
          hrefsOf(answer.text).some((href) => act.test(href)),
          answer.text,
        );
    });
  }

  it("is in the visitor's language on every page, and declares it", async () => {
    const phone = await use.code({ type: "phone", content: "+44 20 7946 0000" });
    const paused = await use.code({ isPublic: false });
    const paths: [string, RegExp, string][] = [
      [`/r/${phone.shareToken}`, /Anrufen/, "Accept-Language, Accept-Encoding"],
      [`/r/${phone.shareToken}+`, /Link kopieren/, "Accept-Language, Accept-Encoding"],
      [`/r/${paused.shareToken}`, /Dieser Code ist pausiert/, "Accept-Language"],
      ["/r/abcdefghjkmn", /Hier ist kein Code/, "Accept-Language"],
    ];
    for (const [path, said, vary] of paths) {
      const answer = await visit(path, { "accept-language": "sv, de-CH;q=0.8, en;q=0.5" });
      assert.match(answer.text, /<html lang="de" dir="ltr">/);
      assert.match(answer.text, said);
      assert.equal(answer.headers.get("content-language"), "de");
      assert.equal(answer.headers.get("vary"), vary);
      assert.equal((await visit(path)).headers.get("content-language"), "en");
    }
    const url = await use.code();
    const redirect = await visit(`/r/${url.shareToken}`, { "accept-language": "de" });
    assert.deepEqual([redirect.headers.get("vary"), redirect.headers.get("content-language")], [null, null]);
  });

  it("is compressed for a browser that accepts gzip", async () => {
    const [shop, office] = ["+44 20 7946 0000", "+44 20 7946 0001"];
    for (const content of [shop, office, shop]) {
      const code = await use.code({ type: "phone", content });
      for (const path of [`/r/${code.shareToken}`, `/r/${code.shareToken}+`]) {
        const plain = await visit(path, { "accept-encoding": "identity" });
        assert.equal(plain.headers.get("content-encoding"), null);
        const refusing = await visit(path, { "accept-encoding": "gzip;q=0, *" });
        assert.equal(refusing.headers.get("content-encoding"), null);
        const zipped = await visit(path, { "accept-encoding": "br, gzip" });
        assert.equal(zipped.headers.get("content-encoding"), "gzip");
        assert.equal(zipped.text, plain.text);
        assert.ok(Number(zipped.headers.get("content-length")) < plain.text.length / 2);
      }
    }
  });

  it("hides the code's name when the code is paused or has expired", async () => {
    const name = "Flyer for the lawyers";
    const paused = await use.code({ name, isPublic: false });
    const expired = await use.code({ name });
    await use.expire(expired.id);
    for (const [token, status] of [
      [paused.shareToken, 404],
      [expired.shareToken, 410],
    ] as const) {
      for (const end of ["", "+"]) {
        const answer = await visit(`/r/${token}${end}`);
        assert.equal(answer.status, status);
        assert.doesNotMatch(answer.text, /lawyers/);
      }
    }
  });

  it("omits the joining code if the network's text is too long for one", async () => {
    const content = `WIFI:T:WPA;S:a;P:${"x".repeat(2900)};;`;
    const code = await use.code({ type: "wifi", content, errorCorrection: "L" });
    const answer = await visit(`/r/${code.shareToken}`);
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get("scan-id") ?? "", UUID);
    const drawn = await use.code({
      type: "wifi",
      errorCorrection: "L",
      content: `WIFI:T:WPA;S:a;P:${"x".repeat(20)};;`,
    });
    assert.match((await visit(`/r/${drawn.shareToken}`)).text, /<img src="data:image\/png;base64,[^"]+" width="232"/);
  });

  it("answers HEAD with the page's length and no page", async () => {
    const code = await use.code({ type: "text", content: "Words" });
    const got = await visit(`/r/${code.shareToken}`);
    const head = await visit(`/r/${code.shareToken}`, {}, "HEAD");
    assert.equal(head.status, 200);
    assert.equal(head.text, "");
    assert.equal(head.headers.get("content-length"), got.headers.get("content-length"));
    assert.equal(head.headers.get("scan-id"), null);
  });

  describe("GET /r/<token>.vcf", () => {
    it("returns the contact as a file with its type and name, and is not a scan", async () => {
      const code = await use.code({ type: "vcard", content: CARD });
      for (const file of [`${code.shareToken}.vcf`, `${code.shareToken.toUpperCase()}.VCF`]) {
        const answer = await visit(`/r/${file}`);
        assert.equal(answer.status, 200);
        assert.equal(answer.headers.get("content-type"), "text/vcard; charset=utf-8");
        const disposition = answer.headers.get("content-disposition") ?? "";
        assert.match(disposition, /^attachment; filename="[A-Za-z0-9-]+\.vcf"$/);
        assert.match(answer.text, /^BEGIN:VCARD\r\nVERSION:3\.0\r\nFN:Zoë Lovelace\r\n/);
        assert.equal(answer.headers.get("scan-id"), null);
      }
      assert.equal((await use.ask("GET", `${PATH}/${code.id}`)).json.scanCount, 0);
    });

    it("answers 404 when the code is not a contact", async () => {
      const code = await use.code();
      assert.equal((await visit(`/r/${code.shareToken}.vcf`)).status, 404);
    });
  });

  it("lets no name or content into a header, and never fails on one", async () => {
    const nasty = [
      "a\r\nSet-Cookie: x=1",
      "a\nX-Injected: 1",
      'quote" ; filename="evil.exe',
      "../../etc/passwd",
      "Zoë ünïcode 日本 😀 \u202e gnp.exe",
      "line\u2028paragraph\u2029next\u0085end",
    ];
    for (const name of nasty) {
      const content = `BEGIN:VCARD\nVERSION:3.0\nFN:${name.replace(/\s/g, " ")}\nEND:VCARD`;
      const code = await use.code({ type: "vcard", content, name });
      for (const end of ["", "+", ".vcf", ".svg"]) {
        const answer = await visit(`/r/${code.shareToken}${end}`);
        assert.equal(answer.status, 200, end);
        assert.equal(answer.headers.get("set-cookie"), null);
        assert.equal(answer.headers.get("x-injected"), null);
        const disposition = answer.headers.get("content-disposition") ?? "";
        assert.match(
          disposition,
          /^$|^(inline|attachment); filename="[\w;=. -]+\.\w{3}"(; filename\*=UTF-8''[\w%.~-]+)?$/,
        );
      }
    }
    assert.equal(
      use.app.log.some((line) => line.includes('"level":50')),
      false,
    );
  });
});
