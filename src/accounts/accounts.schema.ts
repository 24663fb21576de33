import type { EngineName } from "../database/engine.ts";
import { MAX_AGENT_LENGTH } from "../shared/audit.ts";

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
    THEN 'sign-in.second-factor-on' ELSE 'sign-in' END, 'person:' || ${row}."userId", substr(${row}."userAgent", 1, ${MAX_AGENT_LENGTH})
  FROM members m JOIN "user" p ON p."id" = m.user_id AND NOT p."suspended"
  WHERE m.user_id = ${row}."userId" AND ${row}."userAgent" <> '';`;

const SQLITE = [
  `CREATE TRIGGER audit_sign_in AFTER INSERT ON "session" BEGIN
    ${signIn(`CAST(round(unixepoch(new."createdAt", 'subsec') * 1000) AS INTEGER)`, "new")}
  END`,
];

const POSTGRES = [
  `CREATE FUNCTION tessera_audit_sign_in() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    ${signIn(`(extract(epoch FROM NEW."createdAt") * 1000)::bigint`, "NEW")}
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER audit_sign_in AFTER INSERT ON "session" FOR EACH ROW EXECUTE FUNCTION tessera_audit_sign_in()`,
];

export const signInTriggers = (engine: EngineName): string[] => (engine === "sqlite" ? SQLITE : POSTGRES);
