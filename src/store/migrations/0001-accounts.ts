import type { Migration } from "./types.ts";

/** user, session, account and verification are better-auth's tables, with its column names. */
export const accounts: Migration = {
  version: 1,
  name: "accounts, keys, windows",
  statements(engine) {
    const date = engine === "sqlite" ? "TEXT" : "timestamptz";
    const flag = engine === "sqlite" ? "INTEGER" : "boolean";
    const times = engine === "sqlite" ? "TEXT NOT NULL DEFAULT '[]'" : "float8[] NOT NULL DEFAULT '{}'";
    return [
      `CREATE TABLE "user" (
        "id" text NOT NULL PRIMARY KEY, "name" text NOT NULL, "email" text NOT NULL UNIQUE,
        "emailVerified" ${flag} NOT NULL, "image" text,
        "createdAt" ${date} NOT NULL, "updatedAt" ${date} NOT NULL,
        "plan" text NOT NULL, "role" text NOT NULL, "suspended" ${flag} NOT NULL, "contact" text)`,
      `CREATE TABLE "session" (
        "id" text NOT NULL PRIMARY KEY, "expiresAt" ${date} NOT NULL, "token" text NOT NULL UNIQUE,
        "createdAt" ${date} NOT NULL, "updatedAt" ${date} NOT NULL, "ipAddress" text, "userAgent" text,
        "userId" text NOT NULL REFERENCES "user" ("id") ON DELETE CASCADE)`,
      `CREATE INDEX session_by_user ON "session" ("userId")`,
      `CREATE TABLE "account" (
        "id" text NOT NULL PRIMARY KEY, "accountId" text NOT NULL, "providerId" text NOT NULL,
        "userId" text NOT NULL REFERENCES "user" ("id") ON DELETE CASCADE,
        "accessToken" text, "refreshToken" text, "idToken" text, "accessTokenExpiresAt" ${date},
        "refreshTokenExpiresAt" ${date}, "scope" text, "password" text,
        "createdAt" ${date} NOT NULL, "updatedAt" ${date} NOT NULL)`,
      `CREATE INDEX account_by_user ON "account" ("userId")`,
      `CREATE TABLE "verification" (
        "id" text NOT NULL PRIMARY KEY, "identifier" text NOT NULL, "value" text NOT NULL,
        "expiresAt" ${date} NOT NULL, "createdAt" ${date} NOT NULL, "updatedAt" ${date} NOT NULL)`,
      `CREATE INDEX verification_identifier ON "verification" ("identifier")`,
      `CREATE TABLE api_keys (
        id text NOT NULL PRIMARY KEY, user_id text NOT NULL REFERENCES "user" ("id") ON DELETE CASCADE,
        name text NOT NULL, prefix text NOT NULL UNIQUE, last_four text NOT NULL, hash text NOT NULL,
        created_at bigint NOT NULL, revoked_at bigint)`,
      `CREATE INDEX api_keys_user ON api_keys (user_id)`,
      `CREATE TABLE windows (
        key_id text NOT NULL PRIMARY KEY REFERENCES api_keys (id) ON DELETE CASCADE,
        times ${times}, last_used_at bigint)`,
      `CREATE TABLE secrets (name text NOT NULL PRIMARY KEY, value text NOT NULL)`,
      ...(engine === "postgres" ? [ADMIT] : []),
    ];
  },
};

/**
 * The row lock comes first, then the time, then the count: in this order no two requests can both
 * take the last place. The window's time never runs backwards, even if the server's clock does.
 */
const ADMIT = `
CREATE FUNCTION tessera_admit(
  p_key text, p_limit integer, p_window float8, p_now float8,
  OUT admitted boolean, OUT remaining integer, OUT reset_in float8
) LANGUAGE plpgsql AS $$
DECLARE
  held float8[];
  live float8[];
  called float8;
  moment float8;
  n integer;
BEGIN
  SELECT times INTO held FROM windows WHERE key_id = p_key FOR UPDATE;
  called := coalesce(p_now, extract(epoch FROM clock_timestamp()) * 1000);
  moment := greatest(called, coalesce(held[cardinality(held)], 0));
  live := ARRAY(SELECT t FROM unnest(held) WITH ORDINALITY AS h(t, i) WHERE moment - t < p_window ORDER BY i);
  admitted := cardinality(live) < p_limit;
  IF admitted THEN
    live := live || moment;
    UPDATE windows SET times = live, last_used_at = floor(moment) WHERE key_id = p_key;
  END IF;
  n := cardinality(live);
  remaining := greatest(0, p_limit - n);
  reset_in := coalesce(live[CASE WHEN remaining > 0 THEN 1 ELSE n - p_limit + 1 END] + p_window, moment) - called;
END $$`;
