/** A service with codes of every type and state, and what its API returns for them. */
import assert from "node:assert/strict";
import type { Targets } from "../../src/bundle/targets.ts";
import { createKeys } from "../../src/keys/service.ts";
import { tagText } from "../../src/scans/lines.ts";
import type { CountedDay } from "../../src/scans/visitor-days.ts";
import { DAY_MS, dayOf, localDay, quarterOf } from "../../src/shared/days.ts";
import { createIds } from "../../src/shared/ids.ts";
import type { Store } from "../../src/store/store.ts";
import { rowsOf } from "../store/insight-rows.ts";
import { scansOf, uncountedOf } from "../store/support.ts";
import { type Answer, startApp, type TestApp } from "../support/app.ts";
import { freshDatabase } from "../support/databases.ts";
import { settleLines } from "../support/settle.ts";
import { createTestClock, type Engine, freshDir, type TestPlace } from "../support/stores.ts";

export const NOW = Date.UTC(2026, 9, 15, 12);
const SETTINGS = { PLAN_LIMITS: "free=100000,pro=100000", BASE_URL: "https://codes.example" };
const PATH = "/api/v1/qrcodes";

export const ERASED = "erasederased";
/** Of a deleted placement. */
export const DELETED = "old-corner";

const BODIES = [
  { name: "Menu", content: "https://example.com/menu?a=1&b=$2#{x}" },
  { name: '=Quotes "and", commas\nand lines', content: 'https://example.com/?q="\\$host\\' },
  { name: "Social", type: "social", content: "example.com/übung" },
  { name: "Long", content: `https://example.com/${"ü".repeat(1100)}` },
  { name: "Call", type: "phone", content: "+49 30 1234567" },
  { name: "Write", type: "email", content: "mailto:a@example.com?subject=Hi" },
  { name: "Text", type: "sms", content: "SMSTO:+49301234567:Hello" },
  { name: "Chat", type: "whatsapp", content: "+49301234567" },
  { name: "Here", type: "geo", content: "52.5,13.4" },
  { name: "Net", type: "wifi", content: "WIFI:T:WPA;S:Guests;P:secret;;" },
  { name: "Card", type: "vcard", content: "BEGIN:VCARD\nVERSION:3.0\nFN:Ada\nTEL:+4930123\nEND:VCARD" },
  { name: "Words", type: "text", content: "<b>Hello</b>" },
  { name: "Some\u2028lines\u2029more", type: "text", content: "One\u2028two\u2029three\u0085four" },
  { name: "Dollars", content: `https://example.com/?${"$".repeat(300)}` },
  { name: "Paused", content: "https://example.com/paused", isPublic: false },
  { name: "Expired", content: "https://example.com/expired" },
];

export interface Filled {
  app: TestApp;
  key: string;
  email: string;
  env: Record<string, string | undefined>;
  codes: { id: string; shareToken: string }[];
}

export const envOf = ({ dataDir, databaseUrl }: TestPlace) => ({
  ...SETTINGS,
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
});

export const start = async (engine: Engine, place: TestPlace): Promise<TestApp> =>
  startApp({ engine, place, clock: createTestClock(NOW), settings: SETTINGS });

/** An empty database of the other engine. */
export const placeOfOther = async (engine: Engine): Promise<TestPlace> => ({
  dataDir: freshDir(),
  databaseUrl: engine.name === "sqlite" ? await freshDatabase() : undefined,
});

/** `busy` is the number of scans of the first code. */
export async function fill(engine: Engine, busy = 300): Promise<Filled> {
  const place = await engine.migratedPlace();
  const app = await start(engine, place);
  const { key, email } = await app.user();
  const ask = async (method: string, path: string, json?: object) => {
    const answer = await app.request(method, `${PATH}${path}`, { key, json });
    assert.ok(answer.status < 300, answer.text);
    return answer.json;
  };
  const codes: Filled["codes"] = [];
  for (const body of BODIES) codes.push(await ask("POST", "", body));
  const [menu, quotes] = codes;
  await addErased(app, await ask("POST", "", { name: "Erased", content: "https://example.com" }));
  await addLooks(app, key, menu!.id);
  const gone = await ask("POST", "", { name: "Binned", content: "https://example.com/gone" });
  await ask("DELETE", `/${gone.id}`);
  await ask("PATCH", `/${menu!.id}`, { content: "https://example.com/new", isFavorite: true });
  await ask("PATCH", `/${menu!.id}`, { content: BODIES[0]!.content, category: "Café", externalId: "menu-7" });
  await ask("PATCH", `/${codes.at(-1)!.id}`, { expiresAt: new Date(NOW + 1000).toISOString() });
  await ask("PUT", `/${quotes!.id}/routing`, { afterwards: { to: "https://example.com/closed?at={placement}" } });
  await ask("PUT", `/${codes.at(-1)!.id}/routing`, { afterwards: { message: "Back in “May”" } });
  const { db } = app.store.auth;
  await db
    .updateTable("codes")
    .set({ created_at: NOW - 300 * DAY_MS })
    .execute();
  await addActors(app, email, menu!.id);
  const expired = { expires_at: NOW - DAY_MS };
  const num = db.selectFrom("codes").select("num").where("id", "=", codes.at(-1)!.id);
  await db.updateTable("code_counters").set(expired).where("code_num", "=", num).execute();
  const placed = await addPlacements(app, key, quotes!.id);
  const visited = await withVisitors(app.store, scansOf(quotes!.id, 9, NOW - 3 * DAY_MS, placed));
  await settleLines(app.store, [
    `${scansOf(menu!.id, busy, NOW - 200 * DAY_MS).join("")}${visited.join("")}`,
    uncountedOf(menu!.id, dayOf(NOW) - 2, "crawler", 7),
  ]);
  // As if the content had been replaced after two scans, and again after all of them.
  const ends = db.updateTable("code_versions");
  await ends.set({ scans_until: 2 }).where("n", "=", 1).execute();
  await ends.set({ scans_until: busy }).where("n", "=", 2).execute();
  return { app, key, email, env: envOf(place), codes };
}

/** A copy with a name, a blank one, one with a slug, and a deleted one. Returns the ids of two, and null. */
async function addPlacements(app: TestApp, key: string, id: string): Promise<(string | null)[]> {
  const slugs = [
    { name: "Bar", slug: "corner-bar" },
    { name: "Gone", slug: DELETED },
  ];
  const json = { placements: [{ name: "Table 1" }, { name: null }, ...slugs] };
  const answer = await app.request("POST", `${PATH}/${id}/placements`, { key, json });
  assert.equal(answer.status, 201, answer.text);
  const [table, , bar, gone] = answer.json.data as { id: string }[];
  const paused = await app.request("PATCH", `${PATH}/${id}/placements/${bar!.id}`, { key, json: { isPaused: true } });
  assert.equal(paused.status, 200);
  const deleted = await app.request("DELETE", `${PATH}/${id}/placements/${gone!.id}`, { key });
  assert.equal(deleted.status, 204);
  return [table!.id, null, bar!.id];
}

/** Lines with tags of two visitors, on the days of Kathmandu. */
async function withVisitors(store: Store, lines: readonly string[]): Promise<string[]> {
  const tagged: string[] = [];
  for (const [i, line] of lines.entries()) {
    const [salted] = await store.visitors.salts([localDay("Asia/Kathmandu", Number(line.split("\t")[2]))]);
    tagged.push(line.replace("\n", `\t${tagText(salted!.id, `visitor___${i % 2}`)}\n`));
  }
  return tagged;
}

/** The visitors of all codes by their ids, and the days they were counted on. */
export async function visitorsOf(store: Store, codes: readonly { id: string }[]) {
  const found: Record<string, CountedDay[]> = {};
  for (const { id } of codes) {
    const row = await store.auth.db.selectFrom("codes").select("num").where("id", "=", id).executeTakeFirstOrThrow();
    found[id] = (await rowsOf(store, row.num, 0, quarterOf(NOW))).visitors;
  }
  return found;
}

/**
 * A code created by a person, whose content was replaced between two scans of a day by a user who was later removed.
 */
async function addActors({ store }: TestApp, email: string, id: string): Promise<void> {
  const { db } = store.auth;
  const { id: owner } = (await store.users.findByEmail(email))!;
  await db
    .updateTable("codes")
    .set({ made_by: `person:${owner}` })
    .where("id", "=", id)
    .execute();
  await db
    .updateTable("code_versions")
    .set({ replaced_at: NOW - 200 * DAY_MS + 10_000_000, replaced_by: "person:somebody" })
    .where("n", "=", 1)
    .execute();
}

/** Only its token is left. */
async function addErased({ store }: TestApp, { id }: { id: string }): Promise<void> {
  const { db } = store.auth;
  const num = db.selectFrom("codes").select("num").where("id", "=", id);
  await db.deleteFrom("code_counters").where("code_num", "=", num).execute();
  const erased = { name: "", content: "", token: ERASED, deleted_at: NOW, erased_at: NOW };
  await db.updateTable("codes").set(erased).where("id", "=", id).execute();
}

/** A logo, a default look, a brand, and a code with all of them and a page. */
async function addLooks(app: TestApp, key: string, id: string): Promise<void> {
  const body =
    '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><circle cx="32" cy="32" r="30" fill="#115533" opacity=".9"/></svg>';
  const headers = { "content-type": "image/svg+xml" };
  const logo = await app.request("POST", "/api/v1/logos", { key, body, headers });
  assert.equal(logo.status, 201, logo.text);
  const style = { modules: "rounded", logo: { id: logo.json.id, scale: 0.15 } };
  const named = { name: "Ours", isDefault: true, style };
  const made = await app.request("POST", "/api/v1/styles", { key, json: named });
  assert.equal(made.status, 201, made.text);
  const put = await app.request("PUT", `${PATH}/${id}/style`, { key, json: style });
  assert.equal(put.status, 200, put.text);
  const brand = { name: "Café Lisboa", color: "#9c4221", logoId: logo.json.id, showFooter: false };
  const branded = await app.request("PUT", "/api/v1/brand", { key, json: brand });
  assert.equal(branded.status, 200, branded.text);
  const presets = [{ name: "Poster", source: "poster", content: "{placement}" }];
  const preset = await app.request("PUT", "/api/v1/utm-presets", { key, json: { presets } });
  assert.equal(preset.status, 200, preset.text);
  const paged = await app.request("PUT", `${PATH}/${id}/page`, {
    key,
    json: { title: "Welcome", text: "Come in.\nSit down." },
  });
  assert.equal(paged.status, 200, paged.text);
  const tags = [];
  for (const name of ["Summer", "winter"]) {
    tags.push((await app.request("POST", "/api/v1/tags", { key, json: { name } })).json.id);
  }
  const tagged = await app.request("PUT", `${PATH}/${id}/tags`, { key, json: { tags } });
  assert.equal(tagged.status, 200, tagged.text);
}

/** Everything that the API returns for an owner's codes. */
export async function answersOf(app: TestApp, key: string): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  const ask = async (path: string): Promise<Answer> => {
    const answer = await app.request("GET", `${PATH}${path}`, { key });
    assert.equal(answer.status, 200, answer.text);
    answers[path] = answer.text;
    return answer;
  };
  await ask("?state=deleted");
  for (const path of ["/api/v1/styles", "/api/v1/logos", "/api/v1/brand", "/api/v1/utm-presets"]) {
    answers[path] = (await app.request("GET", path, { key })).text;
  }
  // Tags are matched by name, so that their ids may differ.
  const tags: { id: string; name: string; color: string }[] = (await app.request("GET", "/api/v1/tags", { key })).json
    .data;
  answers.tags = JSON.stringify(tags.map(({ name, color }) => [name, color]));
  for (const { id, name } of tags) {
    const found = await app.request("GET", `${PATH}?tag=${id}`, { key });
    answers[`tag ${name}`] = JSON.stringify(found.json.data.map((code: { id: string }) => code.id));
  }
  const { json } = await ask("?limit=100");
  for (const { id, scanCount } of json.data) {
    for (const path of ["", "/style", "/page", "/versions", "/placements"]) await ask(`/${id}${path}`);
    if (scanCount === 0) continue;
    for (const days of [1, 30, 365]) await ask(`/${id}/analytics?days=${days}`);
    await ask(`/${id}/traffic?days=30`);
    await ask(`/${id}/insights.csv?table=placement&period=all`);
    let page = await ask(`/${id}/scans?limit=100`);
    while (page.json.nextCursor) {
      page = await ask(`/${id}/scans?limit=100&cursor=${page.json.nextCursor}`);
    }
  }
  return answers;
}

/** A key of an existing account, however it was created. */
export async function keyOf(store: Store, email: string): Promise<string> {
  const user = await store.users.findByEmail(email);
  assert.ok(user, `no account for ${email}`);
  const clock = { now: () => NOW, steady: () => NOW };
  const keys = createKeys({ store, clock, createId: createIds(Date.now) });
  return (await keys.create({ workspaceId: user.workspaceId, userId: user.id }, "test")).text;
}

/** Imports everything into one workspace. */
export const intoOne = (workspaceId: string): Targets => ({
  check: async () => {},
  find: async () => workspaceId,
  take: async () => workspaceId,
  takeAll: async () => {},
  list: async () => [],
});
