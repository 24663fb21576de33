/** Support for the tests of /api/v1: an app with a user, codes, scans, and the shape of errors. */
import assert from "node:assert/strict";
import { after, before } from "node:test";
import type { Environment } from "../../src/config.ts";
import { scanLine } from "../../src/scans/lines.ts";
import { createIds } from "../../src/shared/ids.ts";
import type { Waits } from "../../src/sharing/scanning.ts";
import { type Answer, type RequestOptions, sharedApp, startApp, type TestApp } from "../support/app.ts";
import { VALID_BODY } from "../support/fixtures.ts";
import { settleLines } from "../support/settle.ts";
import { createTestClock, type Engine } from "../support/stores.ts";
import { documentCheck } from "./document.ts";

/** High enough that no test of anything else meets a limit. */
const WIDE = { PLAN_LIMITS: "free=20,pro=100000", UNAUTHENTICATED_LIMIT: "100000" };

const DOCUMENT_PATH = "/api/v1/openapi.json";
export const JSON_TYPE = { "content-type": "application/json" };
export const PATH = "/api/v1/qrcodes";
export const READ_FIELDS = [
  "id",
  "name",
  "type",
  "content",
  "shareToken",
  "shareUrl",
  "foregroundColor",
  "backgroundColor",
  "size",
  "errorCorrection",
  "category",
  "isPublic",
  "isFavorite",
  "scanCount",
  "createdAt",
  "updatedAt",
  "expiresAt",
];
const READ_ONLY = ["isPublic", "isFavorite", "scanCount", "updatedAt"];
export const CREATE_FIELDS = READ_FIELDS.filter((field) => !READ_ONLY.includes(field));
export const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
export const MISSING = "01234567-89ab-7def-8123-456789abcdef";

export interface Scan {
  at?: number;
  agent?: [device: string, browser: string, os: string];
  place?: [country: string, city: string | null, lat: number | null, lng: number | null];
}

/** Clocks that only move when a test moves them, and only forwards: the suites of a process share them. */
const clocks = { sqlite: createTestClock(), postgres: createTestClock() };

/** An app shared by suites, which may contain others' codes, with a user of this suite. */
export function useApp(engine: Engine, settings: Environment = {}) {
  const clock = clocks[engine.name];
  const start = () => sharedApp({ engine, clock, settings: { ...WIDE, ...settings } });
  return use(clock, start);
}

/** An app for one suite alone, which changes the store or its rows in ways that would break others. */
export function useOwnApp(engine: Engine, settings: Environment = {}, waits?: Waits) {
  const clock = createTestClock();
  let app: TestApp | undefined;
  const used = use(clock, async () => {
    app = await startApp({ engine, clock, waits, settings: { ...WIDE, ...settings } });
    return app;
  });
  after(() => app?.close());
  return used;
}

function use(clock: ReturnType<typeof createTestClock>, start: () => Promise<TestApp>) {
  let app: TestApp;
  let key = "";
  before(async () => {
    app = checked(await start());
    key = (await app.user()).key;
  });

  return {
    clock,
    get app() {
      return app;
    },
    get key() {
      return key;
    },
    ask: (method: string, path: string, options: RequestOptions = {}) => app.request(method, path, { key, ...options }),
    /** Creates a code and returns the answer. */
    async code(fields: object = {}, owner = key) {
      const json = { ...VALID_BODY, ...fields };
      const answer = await app.request("POST", PATH, { key: owner, json });
      assert.equal(answer.status, 201, answer.text);
      return answer.json;
    },
    /** Lets a code expire by itself. */
    async expire(id: string, owner = key): Promise<void> {
      const json = { expiresAt: new Date(clock.now() + 1).toISOString() };
      const answer = await app.request("PATCH", `${PATH}/${id}`, { key: owner, json });
      assert.equal(answer.status, 200, answer.text);
      clock.move(1);
    },
    /** The store's internal number of a code. */
    async numOf(id: string): Promise<number> {
      const { db } = app.store.auth;
      const row = await db.selectFrom("codes").select("num").where("id", "=", id).executeTakeFirst();
      return row.num;
    },
    async countCodes(): Promise<number> {
      const rows = await app.store.auth.db.selectFrom("codes").select("num").execute();
      return rows.length;
    },
    /** Settles scans of a code and returns their ids, in the given order. */
    async scan(id: string, scans: readonly Scan[]): Promise<string[]> {
      const ids: string[] = [];
      // No scan is older than its code: this one was made in time.
      const first = Math.min(...scans.map(({ at = clock.now() }) => at));
      await app.store.auth.db
        .updateTable("codes")
        .set({ created_at: first })
        .where("id", "=", id)
        .where("created_at", ">", first)
        .execute();
      const lines = scans.map(({ at = clock.now(), agent, place }) => {
        // A new generator each time: a test may settle yesterday's scans after today's.
        const scanId = createIds(() => at)();
        ids.push(scanId);
        const who = JSON.stringify(agent ?? ["mobile", "Safari", "iOS"]);
        const where = JSON.stringify(place ?? ["DE", "Berlin", 52.5, 13.4]);
        return scanLine(scanId, id, at, who, where);
      });
      await settleLines(app.store, [lines.join("")]);
      return ids;
    },
  };
}

/** The same app, with the log from now on, which validates each answer under /api/v1 against its own document. */
function checked(app: TestApp): TestApp {
  const { length: past } = app.log;
  let check: Promise<ReturnType<typeof documentCheck>> | undefined;
  const checkOf = async () => documentCheck((await app.request("GET", DOCUMENT_PATH)).text);
  return {
    ...app,
    get log() {
      return app.log.slice(past);
    },
    async request(method, path, options) {
      const answer = await app.request(method, path, options);
      if (!path.startsWith("/api/v1") || path === DOCUMENT_PATH) return answer;
      // A CORS preflight is not a request of the API.
      if (method === "OPTIONS" && answer.status === 204) return answer;
      check ??= checkOf();
      (await check)(method, path, answer);
      return answer;
    },
  };
}

/** The fields that a 400 names, sorted; checks everything else about the error. */
export function badFields(answer: Answer): string[] {
  assertError(answer, 400, "validation_error");
  assert.ok(answer.json.details.length > 0);
  for (const detail of answer.json.details) {
    assert.deepEqual(Object.keys(detail), ["field", "message"]);
    assert.ok(detail.message.length > 3, answer.text);
  }
  const fields = answer.json.details.map((detail: { field: string }) => detail.field);
  assert.equal(new Set(fields).size, fields.length, "a field is named once");
  return fields.sort();
}

export function assertError(answer: Answer, status: number, error: string): void {
  assert.equal(answer.status, status, answer.text);
  const fields = ["error", "message", ...(status === 400 ? ["details"] : []), "requestId"];
  assert.deepEqual(Object.keys(answer.json), fields);
  assert.equal(answer.json.error, error);
  assert.match(answer.json.message, /^[A-Z].*[.…]$/s, "the message is a sentence");
  assert.equal(answer.json.requestId, answer.headers.get("x-request-id"));
  assertRateHeaders(answer);
}

export function assertRateHeaders(answer: Answer): void {
  for (const name of ["limit", "remaining", "reset"]) {
    assert.match(answer.headers.get(`x-ratelimit-${name}`) ?? "none", /^\d+$/, name);
  }
}

/** An error without the request id. */
export const withoutRequestId = (answer: Answer): string => answer.text.replace(answer.json.requestId, "");
