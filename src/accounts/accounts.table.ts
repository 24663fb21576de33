/** Tables of better-auth, with its column names. */
import { bigint, integer, ofEngine, table, tables, text } from "../database/table.ts";

const date = () => ofEngine<string | Date>({ sqlite: "TEXT", postgres: "timestamptz" });
const bool = () => ofEngine<number | boolean>({ sqlite: "INTEGER", postgres: "boolean" });
const userId = () => text().references(`"user" ("id") ON DELETE CASCADE`);

export const accountTables = tables({
  user: table(
    {
      id: text().primaryKey(),
      name: text(),
      email: text().unique(),
      emailVerified: bool(),
      image: text().optional(),
      createdAt: date(),
      updatedAt: date(),
      role: text(),
      suspended: bool(),
      /** Null until the user first signs in; written at most once an hour. */
      lastSeenAt: date().optional(),
      /** Whether a password alone is not enough. */
      twoFactorEnabled: bool().optional(),
      plan: text().default("free"),
      /** Of all workspaces that the account created, removed ones included. */
      slugs_taken: bigint().default(0),
      placements_made: bigint().default(0),
    },
    { indexes: [`CREATE INDEX user_by_age ON "user" ("createdAt", "id")`] },
  ),
  session: table(
    {
      id: text().primaryKey(),
      expiresAt: date(),
      token: text().unique(),
      createdAt: date(),
      updatedAt: date(),
      ipAddress: text().optional(),
      userAgent: text().optional(),
      userId: userId(),
    },
    {
      indexes: [
        `CREATE INDEX session_by_user ON "session" ("userId")`,
        `CREATE INDEX session_expiry ON "session" ("expiresAt")`,
      ],
    },
  ),
  account: table(
    {
      id: text().primaryKey(),
      accountId: text(),
      providerId: text(),
      userId: userId(),
      accessToken: text().optional(),
      refreshToken: text().optional(),
      idToken: text().optional(),
      accessTokenExpiresAt: date().optional(),
      refreshTokenExpiresAt: date().optional(),
      scope: text().optional(),
      password: text().optional(),
      createdAt: date(),
      updatedAt: date(),
    },
    { indexes: [`CREATE INDEX account_by_user ON "account" ("userId")`] },
  ),
  verification: table(
    {
      id: text().primaryKey(),
      identifier: text(),
      value: text(),
      expiresAt: date(),
      createdAt: date(),
      updatedAt: date(),
    },
    {
      indexes: [
        `CREATE INDEX verification_identifier ON "verification" ("identifier")`,
        `CREATE INDEX verification_expiry ON "verification" ("expiresAt")`,
      ],
    },
  ),
  twoFactor: table({
    id: text().primaryKey(),
    secret: text(),
    backupCodes: text(),
    userId: text().unique().references(`"user" ("id") ON DELETE CASCADE`),
    verified: bool().optional(),
    failedVerificationCount: integer().optional(),
    lockedUntil: date().optional(),
  }),
  passkey: table(
    {
      id: text().primaryKey(),
      name: text().optional(),
      publicKey: text(),
      userId: userId(),
      credentialID: text().unique(),
      counter: bigint(),
      deviceType: text(),
      backedUp: bool(),
      transports: text().optional(),
      createdAt: date().optional(),
      aaguid: text().optional(),
    },
    { indexes: [`CREATE INDEX passkey_by_user ON "passkey" ("userId")`] },
  ),
});
