import type { EngineName } from "../database/engine.ts";
import { LONGEST_AGENT } from "../shared/audit.ts";

/**
 * A sign-in is an entry in every workspace of the user, in the transaction that creates the session. Two kinds of
 * sessions end at once and are none: those without a user agent, because the second factor is missing, and those of a
 * suspended user, whom the dashboard refuses only after the password was checked. While better-auth turns on a second factor,
 * it replaces the session before the factor counts as verified.
 */
const signIn = (at: string, row: string) => `
  INSERT INTO audit (workspace_id, at, action, actor, agent)
  SELECT m.workspace_id, ${at}, CASE WHEN EXISTS (
      SELECT 1 FROM "twoFactor" f JOIN "user" u ON u."id" = f."userId"
      WHERE u."id" = ${row}."userId" AND u."twoFactorEnabled" AND f."verified" IS NOT TRUE)
    THEN 'sign-in.second-factor-on' ELSE 'sign-in' END, 'person:' || ${row}."userId", substr(${row}."userAgent", 1, ${LONGEST_AGENT})
  FROM members m JOIN "user" p ON p."id" = m.user_id AND NOT p."suspended"
  WHERE m.user_id = ${row}."userId" AND ${row}."userAgent" <> '';`;

const SQLITE_SIGN_INS = [
  `CREATE TRIGGER audit_sign_in AFTER INSERT ON "session" BEGIN
    ${signIn(`CAST(round(unixepoch(new."createdAt", 'subsec') * 1000) AS INTEGER)`, "new")}
  END`,
];

const POSTGRES_SIGN_INS = [
  `CREATE FUNCTION tessera_audit_sign_in() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    ${signIn(`(extract(epoch FROM NEW."createdAt") * 1000)::bigint`, "NEW")}
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER audit_sign_in AFTER INSERT ON "session" FOR EACH ROW EXECUTE FUNCTION tessera_audit_sign_in()`,
];

/** user, session, account, verification, twoFactor and passkey are better-auth's tables, with its column names. */
export function accountTables(engine: EngineName): string[] {
  const sqlite = engine === "sqlite";
  const date = sqlite ? "TEXT" : "timestamptz";
  const flag = sqlite ? "INTEGER" : "boolean";
  const serial = sqlite ? "INTEGER PRIMARY KEY AUTOINCREMENT" : "bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY";
  return [
    `CREATE TABLE "user" (
      "id" text NOT NULL PRIMARY KEY, "name" text NOT NULL, "email" text NOT NULL UNIQUE,
      "emailVerified" ${flag} NOT NULL, "image" text,
      "createdAt" ${date} NOT NULL, "updatedAt" ${date} NOT NULL,
      "role" text NOT NULL, "suspended" ${flag} NOT NULL, "lastSeenAt" ${date}, "twoFactorEnabled" ${flag},
      plan text NOT NULL DEFAULT 'free', slugs_taken bigint NOT NULL DEFAULT 0, placements_made bigint NOT NULL DEFAULT 0)`,
    `CREATE INDEX user_by_age ON "user" ("createdAt", "id")`,
    `CREATE TABLE "session" (
      "id" text NOT NULL PRIMARY KEY, "expiresAt" ${date} NOT NULL, "token" text NOT NULL UNIQUE,
      "createdAt" ${date} NOT NULL, "updatedAt" ${date} NOT NULL, "ipAddress" text, "userAgent" text,
      "userId" text NOT NULL REFERENCES "user" ("id") ON DELETE CASCADE)`,
    `CREATE INDEX session_by_user ON "session" ("userId")`,
    `CREATE INDEX session_expiry ON "session" ("expiresAt")`,
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
    `CREATE INDEX verification_expiry ON "verification" ("expiresAt")`,
    `CREATE TABLE "twoFactor" (
      "id" text NOT NULL PRIMARY KEY, "secret" text NOT NULL, "backupCodes" text NOT NULL,
      "userId" text NOT NULL UNIQUE REFERENCES "user" ("id") ON DELETE CASCADE,
      "verified" ${flag}, "failedVerificationCount" integer, "lockedUntil" ${date})`,
    `CREATE TABLE "passkey" (
      "id" text NOT NULL PRIMARY KEY, "name" text, "publicKey" text NOT NULL,
      "userId" text NOT NULL REFERENCES "user" ("id") ON DELETE CASCADE,
      "credentialID" text NOT NULL UNIQUE, "counter" bigint NOT NULL, "deviceType" text NOT NULL,
      "backedUp" ${flag} NOT NULL, "transports" text, "createdAt" ${date}, "aaguid" text)`,
    `CREATE INDEX passkey_by_user ON "passkey" ("userId")`,
    // suspended: every owner is, or the workspace is deleted. made_by: null once that account is removed.
    `CREATE TABLE workspaces (
      id text NOT NULL PRIMARY KEY, name text NOT NULL, plan text NOT NULL, zone text NOT NULL DEFAULT 'UTC',
      contact text, utm_presets text, suspended smallint NOT NULL DEFAULT 0, slugs_taken bigint NOT NULL DEFAULT 0,
      placements_made bigint NOT NULL DEFAULT 0, made_by text REFERENCES "user" ("id") ON DELETE SET NULL,
      created_at bigint NOT NULL, deleted_at bigint)`,
    `CREATE INDEX workspaces_maker ON workspaces (made_by)`,
    `CREATE INDEX workspaces_deleted ON workspaces (deleted_at) WHERE deleted_at IS NOT NULL`,
    `CREATE TABLE members (
      workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
      user_id text NOT NULL REFERENCES "user" ("id") ON DELETE CASCADE,
      role text NOT NULL, joined_at bigint NOT NULL, PRIMARY KEY (workspace_id, user_id))`,
    `CREATE INDEX members_by_user ON members (user_id, joined_at, workspace_id)`,
    `CREATE TABLE invitations (
      id text NOT NULL PRIMARY KEY, workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
      role text NOT NULL, hash text NOT NULL UNIQUE, made_by text NOT NULL REFERENCES "user" ("id") ON DELETE CASCADE,
      email text, created_at bigint NOT NULL, expires_at bigint NOT NULL)`,
    `CREATE INDEX invitations_workspace ON invitations (workspace_id, id)`,
    `CREATE TABLE api_keys (
      id text NOT NULL PRIMARY KEY, workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
      made_by text REFERENCES "user" ("id") ON DELETE SET NULL,
      name text NOT NULL, prefix text NOT NULL UNIQUE, last_four text NOT NULL, hash text NOT NULL,
      created_at bigint NOT NULL, revoked_at bigint, scope text NOT NULL DEFAULT 'full', ends_at bigint)`,
    `CREATE INDEX api_keys_workspace ON api_keys (workspace_id)`,
    `CREATE INDEX api_keys_maker ON api_keys (made_by)`,
    `CREATE TABLE removed_workspaces (workspace_id text NOT NULL PRIMARY KEY, removed_at bigint NOT NULL)`,
    // Not removed with its workspace, but in steps: it may have very many entries.
    `CREATE TABLE audit (
      num ${serial}, workspace_id text NOT NULL, at bigint NOT NULL, action text NOT NULL, actor text, agent text,
      subject_id text, subject_name text, user_id text, detail text, count integer NOT NULL DEFAULT 1,
      changes text, names text)`,
    `CREATE INDEX audit_workspace ON audit (workspace_id, num)`,
    `CREATE INDEX audit_age ON audit (at)`,
    `CREATE INDEX audit_departures ON audit (workspace_id, user_id) WHERE action IN ('member.left', 'member.removed')`,
    ...(sqlite ? SQLITE_SIGN_INS : POSTGRES_SIGN_INS),
    `CREATE TABLE secrets (name text NOT NULL PRIMARY KEY, value text NOT NULL)`,
    `CREATE TABLE settings (name text NOT NULL PRIMARY KEY, value text NOT NULL)`,
  ];
}
