import assert from "node:assert/strict";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, it } from "node:test";
import { ConfigError, type Environment, readConfig } from "../src/config.ts";
import { addressesOf } from "../src/database/postgres/connect.ts";
import { DAY_MS } from "../src/shared/days.ts";

/** The message of the error for a wrong setting. */
function refusal(env: Environment): string {
  try {
    readConfig(env);
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.message;
  }
  assert.fail(`${JSON.stringify(env)} was accepted`);
}

describe("Settings", () => {
  it("have defaults", () => {
    const config = readConfig({});
    assert.equal(config.port, 3000);
    assert.equal(config.host, "0.0.0.0");
    assert.equal(config.baseUrl, "http://localhost:3000");
    assert.equal(config.dataDir, resolve("data"));
    assert.equal(config.databaseUrl, undefined);
    assert.deepEqual(
      [...config.planLimits],
      [
        ["free", 20],
        ["pro", 100],
      ],
    );
    assert.equal(config.workspaceLimit, 10);
    assert.equal(config.rateWindowMs, 3_600_000);
    assert.equal(config.unauthenticatedLimit, 1000);
    assert.equal(config.codeLifetimeMs, 365 * DAY_MS);
    assert.deepEqual(config.trustedProxies, []);
    assert.equal(config.geoDb, undefined);
    assert.equal(config.visitors, "on");
    assert.equal(config.signup, undefined);
    assert.deepEqual(config.fromEnvironment, []);
    assert.equal(config.logLevel, "info");
  });

  it("need SMTP_URL and MAIL_FROM together, and say what is wrong without showing the password", () => {
    assert.equal(readConfig({}).mail, undefined);
    const MAIL_FROM = "Tessera <qr@example.com>";
    const smtp = (SMTP_URL: string) => readConfig({ SMTP_URL, MAIL_FROM }).mail!.smtp;
    const plain = { host: "mail.example.com", port: 587, secure: false, requireTls: false };
    const nobody = { user: undefined, password: undefined };
    assert.deepEqual(smtp("smtp://mail.example.com"), { ...plain, ...nobody });
    assert.deepEqual(smtp("smtps://mail.example.com/"), { ...plain, ...nobody, port: 465, secure: true });
    const user = { user: "me@example.com", password: "a/b" };
    assert.deepEqual(smtp("smtp://me%40example.com:a%2Fb@mail.example.com:25"), {
      ...plain,
      ...user,
      port: 25,
      requireTls: true,
    });
    const tls = ["127.0.0.1", "localhost", "[::1]", "127.example.com"].map(
      (host) => smtp(`smtp://me:x@${host}`).requireTls,
    );
    assert.deepEqual(tls, [false, false, false, true], "a password stays on this machine without TLS");
    assert.equal(smtp("smtp://me:secret@[::1]:25").requireTls, false, "on this machine");
    const wrong = [
      "mail.example.com",
      "http://mail.example.com",
      "smtp://",
      "smtp://a:%zz@b",
      "smtp://a/b",
      "smtp://a?b=c",
    ];
    for (const SMTP_URL of wrong)
      assert.match(refusal({ SMTP_URL, MAIL_FROM }), /^SMTP_URL is .* must be a URL such as/);
    assert.doesNotMatch(refusal({ SMTP_URL: "smtp://me:secret@host/x", MAIL_FROM }), /secret/);
    const SMTP_URL = "smtp://mail.example.com";
    for (const sender of ["qr", "a@b, c@d", "a@b\r\nBcc: c@d", "Tessera <qr>", '"x" <a@b>', "<a@b>"]) {
      assert.match(refusal({ SMTP_URL, MAIL_FROM: sender }), /^MAIL_FROM is .* must be an address/s, sender);
    }
    assert.equal(readConfig({ SMTP_URL, MAIL_FROM: "qr@localhost" }).mail!.from, "qr@localhost");
    assert.match(refusal({ SMTP_URL }), /^MAIL_FROM is not set, but SMTP_URL needs it/);
    assert.match(refusal({ MAIL_FROM }), /^SMTP_URL is not set, but MAIL_FROM needs it/);
  });

  it("need the issuer and the client of an identity provider, over https", () => {
    assert.equal(readConfig({}).oidc, undefined);
    const OIDC_CLIENT_ID = "tessera";
    const oidc = (OIDC_ISSUER: string) => readConfig({ OIDC_ISSUER, OIDC_CLIENT_ID }).oidc!;
    const issuer = "https://login.example.com/realms/main/";
    assert.deepEqual(oidc(issuer), { issuer, clientId: "tessera", clientSecret: undefined });
    assert.equal(oidc("http://localhost:8080").issuer, "http://localhost:8080");
    for (const OIDC_ISSUER of [
      "login.example.com",
      "http://login.example.com",
      "https://a.example/?b",
      "https://a:b@c.example",
    ]) {
      assert.match(refusal({ OIDC_ISSUER, OIDC_CLIENT_ID }), /^OIDC_ISSUER is .* must be the https URL/);
    }
    assert.equal(refusal({ OIDC_ISSUER: issuer }), "OIDC_CLIENT_ID is not set, but OIDC_ISSUER needs it.");
    assert.match(refusal({ OIDC_CLIENT_ID }), /^OIDC_ISSUER is not set/);
  });

  it("log warnings only on a terminal, unless LOG_LEVEL says otherwise", () => {
    assert.equal(readConfig({}, true).logLevel, "warn");
    assert.equal(readConfig({ LOG_LEVEL: "info" }, true).logLevel, "info");
  });

  it("treat an empty text as not set", () => {
    const names = ["PORT", "HOST", "BASE_URL", "DATABASE_URL", "PLAN_LIMITS", "GEO_DB", "SIGNUP"];
    const empty = Object.fromEntries(names.map((name) => [name, ""]));
    assert.deepEqual(readConfig(empty), readConfig({}));
  });

  it("put PORT into the default base address", () => {
    assert.equal(readConfig({ PORT: "8080" }).baseUrl, "http://localhost:8080");
    const baseUrl = (BASE_URL: string) => readConfig({ PORT: "8080", BASE_URL }).baseUrl;
    assert.equal(baseUrl("https://qr.example.com/"), "https://qr.example.com");
    assert.equal(baseUrl("https://example.com/codes/"), "https://example.com/codes");
    assert.match(refusal({ BASE_URL: "https://example.com/a;b" }), /^BASE_URL is .* but must be /);
  });

  it("are read from the environment", () => {
    const config = readConfig({
      HOST: "::1",
      DATABASE_URL: "postgresql://me:secret@one:5432,two:5433/tessera?sslmode=require",
      PLAN_LIMITS: "free=1, gold=5",
      WORKSPACE_LIMIT: "1",
      RATE_WINDOW_SECONDS: "1",
      UNAUTHENTICATED_LIMIT: "5",
      CODE_LIFETIME_DAYS: "1",
      TRUSTED_PROXIES: "127.0.0.1,10.0.0.0/8",
      SIGNUP: "open",
      CORS_ORIGINS: "https://a.example, http://localhost:5173",
      METRICS: "public",
      SECURITY_CONTACT: "mailto:security@example.com",
      LOG_LEVEL: "silent",
    });
    assert.equal(config.host, "::1");
    assert.equal(config.workspaceLimit, 1);
    assert.match(config.databaseUrl!, /^postgresql:.*two:5433/);
    assert.equal(config.planLimits.get("gold"), 5);
    assert.equal(config.rateWindowMs, 1000);
    assert.equal(config.unauthenticatedLimit, 5);
    assert.equal(config.codeLifetimeMs, DAY_MS);
    assert.deepEqual(config.trustedProxies, ["127.0.0.1", "10.0.0.0/8"]);
    assert.equal(config.signup, "open");
    assert.deepEqual(config.corsOrigins, ["https://a.example", "http://localhost:5173"]);
    assert.equal(config.metrics, "public");
    assert.equal(config.securityContact, "mailto:security@example.com");
    assert.equal(config.logLevel, "silent");
    const file = join(mkdtempSync(join(tmpdir(), "tessera-test-")), "geo.mmdb");
    writeFileSync(file, "");
    assert.equal(readConfig({ GEO_DB: file }).geoDb, file);
  });

  const wrong: Record<string, string[]> = {
    PORT: ["0", "65536", "-1", "http", "3000.5", "0x50", "80 "],
    HOST: ["a b", "host/path", "http://host"],
    BASE_URL: ["qr.example.com", "ftp://a.b", "https://a.b?x=1", "https://a.b#x", "https://u:p@a.b"],
    DATABASE_URL: [
      ...["mysql://a/b", "postgres:", "postgres://host", "postgres:///db", "host/db", "postgres://host:99999/db"],
      ...["/", "?", "#", "@/"].flatMap((sign) => [
        `postgres://me:a${sign}b@host/db`,
        `postgres://me:1${sign}2@host/db`,
      ]),
    ],
    PLAN_LIMITS: ["pro=100", "free", "free=0", "free=-1", "free=1,free=2", "free=20;pro=1", "=1", "free=100001"],
    SLUG_LIMITS: ["pro=100", "free=0", "free=100000001"],
    PLACEMENT_LIMITS: ["many", "free=-1"],
    WORKSPACE_LIMIT: ["0", "10001", "ten"],
    RATE_WINDOW_SECONDS: ["0", "86401", "1.5", "1h"],
    UNAUTHENTICATED_LIMIT: ["0", "-5", "many"],
    CODE_LIFETIME_DAYS: ["0", "36501", "1e2", "year"],
    TRUSTED_PROXIES: ["10.0.0.0/33", "somewhere", "1.2.3"],
    GEO_DB: ["/nowhere/at/all.mmdb", tmpdir()],
    VISITORS: ["no", "OFF", "0"],
    SIGNUP: ["yes", "OPEN", "true"],
    CORS_ORIGINS: ["*", "null", "app.example.com", "https://a.b/", "https://a.b,", "https://A.b"],
    METRICS: ["yes", "all", "PUBLIC"],
    SECURITY_CONTACT: ["security@example.com", "http://example.com", "mailto:", "mailto:nobody", "tel:+4930123456"],
    LOG_LEVEL: ["verbose", "INFO", "10"],
  };
  for (const [name, values] of Object.entries(wrong)) {
    it(`refuse a wrong ${name} in one sentence: its name, its value, what is accepted`, () => {
      for (const value of values) {
        const message = refusal({ [name]: value });
        assert.match(message, /^[A-Z_]+ is ".*", but must be .{5,}\.$/, value);
        assert.ok(message.startsWith(`${name} is `), message);
        if (!value.includes("@")) assert.ok(message.includes(value), message);
        assert.equal(message.split("\n").length, 1);
      }
    });
  }

  it("set the hourly limit of each plan", () => {
    assert.equal(
      refusal({ PLAN_LIMITS: "free" }),
      'PLAN_LIMITS is "free", but must be a list of plans and their requests per window (1 to 100000) that includes free, such as free=20,pro=100.',
    );
  });

  it("refuse DATABASE_DIRECT_URL without DATABASE_URL, which alone selects PostgreSQL", () => {
    const DATABASE_DIRECT_URL = "postgres://me:hunter2@host:5432/tessera";
    for (const none of [{}, { DATABASE_URL: "" }]) {
      const message = refusal({ DATABASE_DIRECT_URL, ...none });
      assert.match(message, /^DATABASE_DIRECT_URL is "postgres:\/\/…@host:5432\/tessera", but must be /);
      assert.match(message, / DATABASE_URL/);
      assert.equal(message.split("\n").length, 1);
    }
    const both = readConfig({ DATABASE_URL: "postgres://host:6432/tessera", DATABASE_DIRECT_URL });
    assert.equal(both.databaseDirectUrl, DATABASE_DIRECT_URL);
    assert.doesNotMatch(refusal({ DATABASE_URL: "mysql://a/b", DATABASE_DIRECT_URL }), /DIRECT/);
  });

  it("refuse DATABASE_READ_URL without DATABASE_URL, and with several hosts", () => {
    const DATABASE_URL = "postgres://a,b/tessera";
    const replica = "postgres://me:hunter2@c/tessera";
    assert.match(
      refusal({ DATABASE_READ_URL: replica }),
      /^DATABASE_READ_URL is .*…@c.* must be unset .* DATABASE_URL/,
    );
    const several = refusal({ DATABASE_URL, DATABASE_READ_URL: "postgres://c,d/tessera" });
    assert.match(several, /^DATABASE_READ_URL is .*c,d.* must be a URL such as .*one host/);
    assert.equal(readConfig({ DATABASE_URL, DATABASE_READ_URL: replica }).databaseReadUrl, replica);
  });

  it("report every wrong setting at once, one per line", () => {
    const lines = refusal({ PORT: "x", SIGNUP: "x", LOG_LEVEL: "x" }).split("\n");
    assert.deepEqual(
      lines.map((line) => line.split(" ")[0]),
      ["PORT", "SIGNUP", "LOG_LEVEL"],
    );
  });

  it("accept the addresses that pg accepts, with any URL-encoded password", () => {
    const password = encodeURIComponent("p@ss:w/ö?#%& x'");
    const hosts = ["host", "host:5432", "one:1,two:2", "one,", "[::1]:5432", "%2Fvar%2Frun%2Fpostgresql"];
    const addresses = [
      ...hosts.map((host) => `postgres://me:${password}@${host}/tessera`),
      ...["postgres://me:p@ss@host/tessera", "postgres://me@home:p@s@one:1,two:2/tessera"],
      ...["postgres://me@/tessera?host=/var/run/postgresql", "postgresql://host/tessera?sslmode=verify-full"],
    ];
    for (const DATABASE_URL of addresses) assert.equal(readConfig({ DATABASE_URL }).databaseUrl, DATABASE_URL);
    assert.deepEqual(addressesOf("postgres://me:p@s@a:1,b:2/db"), [
      "postgres://me:p@s@a:1/db",
      "postgres://me:p@s@b:2/db",
    ]);
    assert.match(refusal({ DATABASE_URL: "postgres://me:a/b@host/db" }), /write \/ \? # @ % as %2F %3F %23 %40 %25/);
  });

  it("never repeat a password", () => {
    const addresses = [
      "postgres://me:hunter2@host/a b",
      "mysql://me:hunter2@host/db",
      "postgres://me:hun@ter2/hunter2@host/a b",
      "postgres:/me:hunter2@host/db",
      "me:hunter2@host/db",
      "host=db user=me password=hunter2 dbname=tessera",
      "postgres://host/a b?user=me&password=hunter2",
      "postgres://me:hunter2\n@host/db",
    ];
    for (const DATABASE_URL of addresses) {
      assert.doesNotMatch(refusal({ DATABASE_URL }), /hunter2|ter2|hun@/, DATABASE_URL);
    }
    assert.doesNotMatch(refusal({ BASE_URL: "https://me:hunter2@host" }), /hunter2/);
  });
});
