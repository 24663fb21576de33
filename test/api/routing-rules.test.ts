import assert from "node:assert/strict";
import { it } from "node:test";
import { NO_ROUTING } from "../../src/routing/routing.ts";
import { PHONE } from "../support/fixtures.ts";
import { onSqlite } from "../support/stores.ts";
import { badFields, PATH, useApp } from "./support.ts";

const DESKTOP =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

onSqlite("/api/v1/qrcodes/:id/routing: rules", (engine) => {
  const use = useApp(engine);
  const at = (id: string) => `${PATH}/${id}/routing`;
  const set = (id: string, json: unknown, headers = {}) => use.ask("PUT", at(id), { json, headers });
  const explain = async (id: string, visit: object) =>
    (await use.ask("POST", `${at(id)}/explain`, { json: { visit } })).json;
  const visit = (path: string, headers = {}) =>
    use.app.request("GET", `/r/${path}`, { headers: { "user-agent": PHONE, ...headers } });
  const leadsTo = async (path: string, headers = {}) => (await visit(path, headers)).headers.get("location");
  const insights = async (id: string, query = "") =>
    (await use.ask("GET", `${PATH}/${id}/insights?period=today${query}`)).json;

  const MOBILE = { id: "mobile", name: "Phones", when: { device: ["mobile"] }, to: "https://shop.example/m" };
  const GERMAN = { id: "german", name: "German", when: { language: ["de"] }, to: "shop.example/de?ref=code" };
  const SPLIT = {
    variants: [
      { id: "a", name: "Old page", to: "https://shop.example/a", weight: 1 },
      { id: "b", name: "New page", to: "https://shop.example/b", weight: 1 },
    ],
  };

  it("leads by the first rule that matches, and says so in scans, insights and CSV", async () => {
    const code = await use.code();
    assert.equal((await set(code.id, { rules: [GERMAN, MOBILE] })).status, 200);
    const token = code.shareToken;
    assert.equal(await leadsTo(token), "https://shop.example/m");
    assert.equal(await leadsTo(token, { "accept-language": "de-AT,en;q=0.5" }), "https://shop.example/de?ref=code");
    assert.equal(await leadsTo(token, { "user-agent": DESKTOP }), code.content);
    assert.equal((await use.app.request("HEAD", `/r/${token}`)).headers.get("location"), code.content);
    const found = await insights(code.id);
    assert.equal(found.scans, 3);
    assert.deepEqual(found.byRule, [
      { rule: "german", scans: 1 },
      { rule: "mobile", scans: 1 },
    ]);
    assert.deepEqual(found.byVariant, []);
    assert.equal((await insights(code.id, "&rule=mobile")).scans, 1);
    assert.equal((await insights(code.id, "&rule=mobile&rule=german")).scans, 2);
    assert.equal((await insights(code.id, "&rule=other")).scans, 0);
    const csv = (await use.ask("GET", `${PATH}/${code.id}/scans.csv?details=true`)).text;
    const [head, ...rows] = csv.trim().split("\r\n");
    assert.match(head!, /,placementId,placementName,rule,variant$/);
    assert.deepEqual(
      rows.map((row) => row.split(",").slice(-2)[0]),
      ["", "german", "mobile"],
    );
    // Renaming a rule rewrites nothing, and one that is gone keeps its scans.
    await set(code.id, { rules: [{ ...GERMAN, name: "Deutsch" }] });
    assert.deepEqual((await insights(code.id)).byRule, found.byRule);
  });

  it("keeps the ids of rules, gives those that are missing, and keeps the zone of hours", async () => {
    const code = await use.code();
    const { id: _, ...unnamed } = MOBILE;
    const hours = { name: "Lunch", when: { hours: { from: "11:00", to: "14:30" } }, to: "https://shop.example/lunch" };
    const first = (await set(code.id, { rules: [unnamed, hours] })).json;
    assert.match(first.rules[0].id, /^[a-z0-9]{12}$/);
    assert.equal(first.rules[1].when.timezone, "UTC");
    assert.deepEqual((await use.ask("GET", at(code.id))).json, first);
    assert.deepEqual((await set(code.id, first)).json, first, "what was read can be sent back");
    assert.deepEqual((await set(code.id, {})).json, NO_ROUTING);
  });

  it("gives a visitor the same variant all day, without a cookie, and counts by variant", async () => {
    const code = await use.code();
    await set(code.id, { split: SPLIT });
    const seen = new Map<string, number>();
    for (let i = 0; i < 24; i++) {
      const headers = { "user-agent": `${PHONE} visitor/${i}` };
      const first = await visit(code.shareToken, headers);
      assert.equal(first.headers.get("set-cookie"), null);
      assert.equal(first.headers.get("cache-control"), "no-store");
      const to = first.headers.get("location")!;
      assert.equal(await leadsTo(code.shareToken, headers), to);
      seen.set(to, (seen.get(to) ?? 0) + 2);
    }
    const { byVariant, byRule } = await insights(code.id);
    assert.deepEqual(byRule, []);
    assert.equal(byVariant.length, 2, "both are seen, but for a chance of 1 in 8 million");
    for (const { variant, scans } of byVariant) assert.equal(seen.get(`https://shop.example/${variant}`), scans);
    assert.equal((await insights(code.id, "&variant=a")).scans, seen.get("https://shop.example/a"));
  });

  it("leads nowhere before its start: a page says when, and the visit is missed for that reason", async () => {
    const code = await use.code();
    await set(code.id, { startsAt: new Date(use.clock.now() + 3_600_000).toISOString() });
    const answer = await visit(code.shareToken);
    assert.equal(answer.status, 404);
    assert.match(answer.text, /not active yet/);
    assert.ok(!answer.headers.has("scan-id"));
    assert.equal((await explain(code.id, {})).outcome, "not-started");
    await set(code.id, { startsAt: new Date(use.clock.now()).toISOString() });
    assert.equal(await leadsTo(code.shareToken), code.content);
    const { missed, counted } = (await use.ask("GET", `${PATH}/${code.id}/traffic`)).json;
    assert.deepEqual([counted, missed.early], [1, 1]);
  });

  it("passes parameters and the scan's id on, where the address does not have them", async () => {
    const code = await use.code({ content: "https://shop.example/menu?utm_source=qr#top" });
    const token = code.shareToken;
    assert.equal(await leadsTo(`${token}?table=4`), code.content);
    await set(code.id, { passQuery: true });
    assert.equal(
      await leadsTo(`${token}?table=4&utm_source=x&name=J%C3%B6rg%20%26%0d%0a`),
      "https://shop.example/menu?utm_source=qr&table=4&name=J%C3%B6rg+%26%0D%0A#top",
    );
    await set(code.id, { passScanId: true, rules: [MOBILE] });
    const answer = await visit(`${token}?table=4`);
    assert.equal(answer.headers.get("location"), `https://shop.example/m?scanId=${answer.headers.get("scan-id")}`);
    await set(code.id, { rules: [{ ...MOBILE, when: { query: { table: "4" } } }] });
    assert.equal(await leadsTo(`${token}?table=4`), "https://shop.example/m");
    assert.equal(await leadsTo(`${token}?table=5&table=4`), code.content, "the first value counts");
    assert.equal(await leadsTo(`${token}?__proto__=4&constructor=1`), code.content);
  });

  it("matches placements, and fills in their names", async () => {
    const code = await use.code();
    const path = `${PATH}/${code.id}/placements`;
    const [door] = (await use.ask("POST", path, { json: { placements: [{ name: "Front door" }] } })).json.data;
    const rule = { name: "Door", when: { placement: [door.id] }, to: "https://shop.example/?at={placement}" };
    const own = { name: "Own link", when: { placement: ["none"] }, to: "https://shop.example/own" };
    assert.equal((await set(code.id, { rules: [rule, own] })).status, 200);
    assert.equal(await leadsTo(door.token), "https://shop.example/?at=Front%20door");
    assert.equal(await leadsTo(code.shareToken), "https://shop.example/own");
    const other = { ...rule, when: { placement: ["01234567-89ab-7def-8123-456789abcdef"] } };
    assert.deepEqual(badFields(await set(code.id, { rules: [other] })), ["rules.0.when.placement.0"]);
  });

  it("explains where a visit leads, and why not by the rules before", async () => {
    const code = await use.code();
    await set(code.id, { rules: [GERMAN, MOBILE], split: SPLIT });
    assert.deepEqual(await explain(code.id, { device: "mobile", language: "en" }), {
      to: "https://shop.example/m",
      outcome: "rule",
      rule: "mobile",
      variant: null,
      checks: [
        { rule: "german", matched: false, because: "None of the visitor's languages is de." },
        { rule: "mobile", matched: true, because: "All its conditions hold." },
      ],
    });
    const { to, outcome, variant } = await explain(code.id, { device: "desktop" });
    assert.deepEqual([to, outcome, variant], [null, "split", null]);
    assert.equal((await explain((await use.code()).id, {})).outcome, "content");
    assert.deepEqual(
      badFields(await use.ask("POST", `${at(code.id)}/explain`, { json: { visit: { device: "fridge" } } })),
      ["visit.device"],
    );
  });

  it("400: names each wrong part, and changes nothing", async () => {
    const code = await use.code();
    const before = (await set(code.id, { rules: [MOBILE] })).json;
    const rule = (when: object, more: object = {}) => ({ rules: [{ ...MOBILE, when, ...more }] });
    const wrong: [object, string[]][] = [
      [{ rules: "all" }, ["rules"]],
      [rule({ device: ["fridge"] }), ["rules.0.when.device.0"]],
      [rule({ os: ["iOS", "Amiga"] }), ["rules.0.when.os.1"]],
      [rule({ browser: ["safari"] }), ["rules.0.when.browser.0"]],
      [rule({ country: ["Germany"] }), ["rules.0.when.country.0"]],
      [rule({ language: ["*"] }), ["rules.0.when.language.0"]],
      [rule({ weekdays: [0] }), ["rules.0.when.weekdays.0"]],
      [rule({ hours: { from: "9:00", to: "10:00" } }), ["rules.0.when.hours.from"]],
      [rule({ hours: { from: "09:00", to: "09:00" } }), ["rules.0.when.hours"]],
      [rule({ weekdays: [1], timezone: "Berlin" }), ["rules.0.when.timezone"]],
      [rule({ from: "2026-01-02T00:00:00Z", until: "2026-01-02T00:00:00Z" }), ["rules.0.when.until"]],
      [rule({ query: { "": "x" } }), ["rules.0.when.query"]],
      [rule({}, { to: "javascript:alert(1)" }), ["rules.0.to"]],
      [rule({}, { to: code.shareUrl }), ["rules.0.to"]],
      [rule({}, { id: "No spaces" }), ["rules.0.id"]],
      [{ rules: [MOBILE, { ...GERMAN, id: "mobile" }] }, ["rules.1.id"]],
      [{ rules: [{ ...MOBILE, when: {} }, GERMAN] }, ["rules.1"]],
      [{ split: { variants: [SPLIT.variants[0]] } }, ["split.variants"]],
      [{ split: { variants: [SPLIT.variants[0], { ...SPLIT.variants[1], weight: 0 }] } }, ["split.variants.1.weight"]],
      [{ startsAt: "tomorrow" }, ["startsAt"]],
      [{ passQuery: "yes" }, ["passQuery"]],
      [{ rules: [MOBILE], examples: [{ visit: { device: "mobile" }, to: code.content }] }, ["examples.0"]],
      [
        { ...rule({ weekdays: [1] }), examples: [{ visit: { device: "mobile" }, to: code.content }] },
        ["examples.0.visit.at"],
      ],
    ];
    for (const [json, fields] of wrong)
      assert.deepEqual(badFields(await set(code.id, json)), fields, JSON.stringify(json));
    const covered = (await set(code.id, { rules: [{ ...MOBILE, when: {} }, GERMAN] })).json.details[0];
    assert.equal(
      covered.message,
      "“German” can never be reached: the rules before it match every visit that it matches",
    );
    const text = await use.code({ type: "text", content: "Hello" });
    assert.deepEqual(badFields(await set(text.id, { rules: [MOBILE], split: SPLIT })), ["rules", "split"]);
    assert.equal((await set(text.id, { startsAt: "2026-01-01T00:00:00Z" })).status, 200);
    assert.deepEqual((await use.ask("GET", at(code.id))).json, before);
  });

  it("checks examples at every save, against content, rules and split", async () => {
    const code = await use.code();
    const examples = [
      { visit: { device: "mobile" }, to: MOBILE.to },
      { visit: { device: "desktop" }, to: code.content },
      { visit: { device: "desktop", language: "de" }, to: "https://shop.example/de?ref=code" },
    ];
    assert.equal((await set(code.id, { rules: [MOBILE, GERMAN], examples })).status, 200);
    const refused = await set(code.id, { rules: [GERMAN, MOBILE], split: SPLIT, examples });
    assert.deepEqual(badFields(refused), ["examples.1"]);
    assert.match(refused.json.details[0].message, /leads to a variant of the split/);
  });
});
