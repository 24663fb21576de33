import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, it } from "node:test";
import { PRESETS } from "../../src/insights/chart/period.ts";
import { missingLetters } from "../../src/rendering/styled/text.ts";
import { DAY_MS } from "../../src/shared/days.ts";
import { LANGUAGES, tagOf } from "../../src/shared/languages.ts";
import { pdfLanguage } from "../../src/sharing/numbers/pdf.ts";
import { CHART_COLORS } from "../../src/sharing/numbers/style.ts";
import { NUMBERS_WORDS } from "../../src/sharing/numbers/words/index.ts";
import { signedIn, type Visitor } from "../dashboard/support.ts";
import { scansOf } from "../store/support.ts";
import { sharedApp, type TestApp } from "../support/app.ts";
import { readPdf } from "../support/pdf.ts";
import { settleLines } from "../support/settle.ts";
import { createTestClock, onSqlite } from "../support/stores.ts";

const clock = createTestClock();
const HOSTILE = `<script>alert("1")</script> & 'co'`;

onSqlite("Pages of shared numbers", (engine) => {
  let app: TestApp;
  let owner: Visitor;
  let code: { id: string; name: string };
  before(async () => {
    app = await sharedApp({ engine, clock });
    owner = await signedIn(app, "numbers@example.com");
    code = await make(owner, HOSTILE);
    const internal = await make(owner, "Internal name");
    clock.move(DAY_MS);
    await settleLines(app.store, scansOf(code.id, 8, clock.now() - 70_000_000));
    await settleLines(app.store, scansOf(internal.id, 5, clock.now() - 70_000_000));
  });

  const make = async (visitor: Visitor, name: string) =>
    (await visitor.request("POST", "/qrcodes", { name, content: "https://example.com" })).json;
  const share = async (visitor: Visitor, body: object) => {
    const answer = await visitor.request("POST", "/insight-links", body);
    assert.equal(answer.status, 201, answer.text);
    return answer.json as { id: string; url: string; createdAt: string; endsAt: string | null; isEnded: boolean };
  };
  const pathOf = ({ url }: { url: string }) => url.replace("http://tessera.test", "");
  const open = (link: { url: string }, more = "", headers = {}) =>
    app.request("GET", pathOf(link) + more, { headers: { accept: "text/html", ...headers } });

  const openPdf = async (link: { url: string }, search = "", language = "en") => {
    const answer = await fetch(`${app.url}${pathOf(link)}/numbers.pdf${search}`, {
      headers: { "accept-language": language },
    });
    assert.equal(answer.status, 200);
    return { headers: answer.headers, ...readPdf(await answer.bytes()) };
  };

  it("the page of a code 200: shows its name and numbers, escaped, without script, and is not for search engines", async () => {
    const link = await share(owner, { codeId: code.id });
    const page = await open(link);
    assert.equal(page.status, 200);
    const policy = page.headers.get("content-security-policy")!;
    assert.match(policy, /^default-src 'none'; style-src 'sha256-[^ ]+ 'sha256-/);
    assert.match(policy, /form-action 'self'; frame-ancestors 'none'$/);
    assert.equal(page.headers.get("x-robots-tag"), "noindex, nofollow");
    assert.equal(page.headers.get("referrer-policy"), "no-referrer");
    assert.equal(page.headers.get("cache-control"), "no-cache, private");
    assert.doesNotMatch(page.text, /<script| style="| on\w+="/i);
    assert.ok(page.text.includes("<h1><bdi>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;co&#39;"));
    const { byCountry } = (await owner.request("GET", `/qrcodes/${code.id}/insights`)).json;
    assert.equal(byCountry[0].country, "DE");
    assert.ok(page.text.includes(`>Germany</bdi> <b>${byCountry[0].scans}</b>`));
    const shown = [...page.text.matchAll(/<rect class="bar( running)?" x="[^"]+%" y/g)].map(([, running]) => running);
    assert.deepEqual(shown, [undefined, " running"], "no day before the code existed, and today is not over");
    assert.doesNotMatch(page.text, /class="before" x="[^"]+%" y|class="trend/, "the code did not exist");
    assert.match(page.text, /Today, until /);
  });

  it("the page has the numbers of GET /insights in any period", async () => {
    const link = await share(owner, { codeId: code.id });
    const all = await share(owner, {});
    const today = new Date(clock.now()).toISOString().slice(0, 10);
    const days = [
      "",
      ...PRESETS.map((period) => `?period=${period}`),
      "?from=2026-01-01&to=2026-02-28",
      `?from=${today}&to=2099-01-01`,
    ];
    for (const search of days) {
      for (const [shared, path] of [
        [link, `/qrcodes/${code.id}/insights`],
        [all, "/insights"],
      ] as const) {
        const { json: insights } = await owner.request("GET", path + search);
        const { status, text } = await open(shared, search);
        assert.equal(status, 200, search);
        const values = [...text.matchAll(/<dd class="value">(.*?)<\/dd>/g)].map(([, value]) => value);
        const { scans, visitors, countries, cities } = insights;
        assert.deepEqual(values, [scans, visitors ?? "–", countries, cities].map(String), `${path}${search}`);
        const steps = [...text.matchAll(/<tr><th scope="row">[^<]*<\/th><td>(\d+)</g)].map(([, count]) =>
          Number(count),
        );
        assert.deepEqual(
          steps,
          insights.timeline.map((step: { scans: number }) => step.scans),
        );
      }
    }
  });

  it("400: says which days can be shown, and does not tell whether a link works", async () => {
    const link = await share(owner, { codeId: code.id });
    for (const search of [
      "?period=8d",
      "?from=2026-02-30&to=2026-03-01",
      "?from=2026-03-02&to=2026-03-01",
      "?from=2026-03-01",
    ]) {
      const page = await open(link, search);
      assert.equal(page.status, 400, search);
      assert.match(page.text, /Choose days from the year 2000 to today/);
      assert.equal((await open(link, `/chart.svg${search}`)).status, 400);
      assert.equal((await open({ url: link.url.replace(/.{32}$/, "x".repeat(32)) }, search)).status, 404);
    }
  });

  it("the page has the reader's language, numbers and direction", async () => {
    const link = await share(owner, { codeId: code.id });
    for (const language of LANGUAGES) {
      const page = await open(link, "?period=12mo", { "accept-language": language });
      assert.equal(page.status, 200);
      assert.equal(page.headers.get("content-language"), tagOf(language));
      assert.match(page.headers.get("vary")!, /Accept-Language/);
      const words = NUMBERS_WORDS[language];
      for (const text of [words.scans, words.systems, words.presets["90d"]]) assert.ok(page.text.includes(text), text);
      assert.match(page.text, language === "ar" ? /<html lang="ar" dir="rtl">/ : / dir="ltr">/);
    }
    const german = await open(link, "", { "accept-language": "de" });
    assert.match(german.text, />Deutschland<\/bdi> <b>\d<\/b> <small>\d+\u00a0%</);
  });

  it("the page shows placements with the scans of each", async () => {
    const own = await make(owner, "Tables");
    const added = await owner.request("POST", `/qrcodes/${own.id}/placements`, {
      placements: [{ name: "Bar <1>" }, { name: "Terrace" }],
    });
    assert.equal(added.status, 201, added.text);
    const page = await open(await share(owner, { codeId: own.id }));
    assert.match(page.text, /<bdi>Bar &lt;1&gt;<\/bdi><\/td><td class="n">0</);
    assert.doesNotMatch((await open(await share(owner, {}))).text, /Terrace|Tables/);
  });

  it("the page has the owner's brand, and no footer if it is turned off", async () => {
    const link = await share(owner, { codeId: code.id });
    assert.match((await open(link)).text, /Made with Tessera/);
    const brand = { name: "Café Mosaic", color: "#9c4221", showFooter: false };
    assert.equal((await owner.request("PUT", "/brand", brand)).status, 200);
    for (const path of ["", "/chart"]) {
      const { text } = await open(link, path);
      assert.match(text, /Café Mosaic/);
      assert.match(text, /--brand:#9c4221/);
      assert.doesNotMatch(text, /Made with/);
    }
    assert.equal((await owner.request("PUT", "/brand", { name: null, color: null, showFooter: true })).status, 200);
  });

  it("the page of all codes 200: names no code", async () => {
    const link = await share(owner, {});
    const page = await open(link);
    assert.match(page.text, /<h1><bdi>All codes<\/bdi><\/h1>/);
    assert.match(page.text, /<dd class="value">13</);
    assert.doesNotMatch(page.text, /Internal name|numbers@/);
    assert.deepEqual((await owner.request("GET", "/insight-links")).json[0], link);
  });

  it("the chart 200: a page that other sites can frame, and an image", async () => {
    const link = await share(owner, { codeId: code.id });
    const page = await open(link, "/chart?period=7d");
    assert.equal(page.status, 200);
    assert.match(page.headers.get("content-security-policy")!, /frame-ancestors \*$/);
    assert.equal(page.headers.get("x-frame-options"), null);
    assert.match(page.text, /<dd class="value">8</);
    assert.doesNotMatch(page.text, /<script|href="[^d]/i);
    const image = await open(link, "/chart.svg?period=7d");
    assert.equal(image.status, 200);
    assert.equal(image.headers.get("content-type"), "image/svg+xml; charset=utf-8");
    assert.equal(image.headers.get("cross-origin-resource-policy"), "cross-origin");
    assert.match(image.headers.get("content-security-policy")!, /^default-src 'none'; style-src 'sha256-/);
    assert.match(image.text, /^<svg class="chart" xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="720"/);
    assert.match(image.text, /<title>Scans: 8, /);
    assert.doesNotMatch(image.text, /<script|href=/i);
    assert.equal([...image.text.matchAll(/<rect class="bar/g)].length, 2);
  });

  it("the PDF 200: one page of A4 with the numbers of GET /insights as text, in the reader's language", async () => {
    const link = await share(owner, { codeId: code.id });
    for (const search of ["?period=7d", "?period=12mo"]) {
      const { json: insights } = await owner.request("GET", `/qrcodes/${code.id}/insights${search}`);
      const { headers, words, language, pages, alternatives } = await openPdf(link, search, "de");
      assert.equal(headers.get("content-type"), "application/pdf");
      assert.equal(headers.get("cache-control"), "no-cache, private");
      assert.match(
        headers.get("content-disposition")!,
        /^attachment; filename=".+ \d{4}-\d\d-\d\d \d{4}-\d\d-\d\d\.pdf"/,
      );
      assert.deepEqual([language, pages], ["de", 1]);
      assert.ok(words.includes(HOSTILE));
      const figureOf = (label: string) => words[words.indexOf(label) + 1];
      const { scans, visitors, countries, cities } = insights;
      assert.deepEqual(
        ["Scans", "Besucher", "Länder", "Städte"].map(figureOf),
        [scans, visitors ?? "–", countries, cities].map(String),
      );
      for (const { country, scans } of insights.byCountry) {
        const name = country === "Unknown" ? "Unbekannt" : new Intl.DisplayNames("de", { type: "region" }).of(country)!;
        assert.equal(words[words.lastIndexOf(name) + 1], String(scans));
      }
      assert.ok(
        alternatives.some((text) => text.startsWith(`Scans: ${scans}, `)),
        "what the chart shows, for screen readers",
      );
    }
    const arabic = await openPdf(link, "", "ar");
    assert.deepEqual([arabic.headers.get("content-language"), arabic.language], ["en", "en"]);
    const named = await make(owner, "Menü 本日");
    const { words, actual, title } = await openPdf(await share(owner, { codeId: named.id }));
    assert.ok(words.includes("Menü") && actual.includes("Menü 本日"), "what cannot be drawn is still read aloud");
    assert.equal(title, "Menü 本日 · Tessera");
  });
});

it("The PDF of shared numbers is in each language whose letters its font has", () => {
  for (const language of LANGUAGES) {
    const texts = Object.values(NUMBERS_WORDS[language]).flatMap((text) =>
      typeof text === "string" ? text : typeof text === "object" ? Object.values(text) : [],
    );
    const isDrawable = missingLetters(texts.join(" ")).length === 0;
    assert.equal(pdfLanguage(language) === language, isDrawable, language);
  }
});

it("Shared numbers have the colours of the dashboard's charts", () => {
  const tokens = readFileSync(new URL("../../web/src/tokens.css", import.meta.url), "utf8");
  const [, light = "", dark = ""] = tokens.split(/^:root/m).map((part) => part.slice(0, part.indexOf("}")));
  for (const [scheme, text] of [
    ["light", light],
    ["dark", dark],
  ] as const) {
    for (const [name, value] of Object.entries(CHART_COLORS[scheme]))
      assert.ok(text.includes(`${name}: ${value};`), name);
  }
});
