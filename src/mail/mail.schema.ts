/** Mail that waits to be sent. A row is deleted when the mail server has accepted it. */
export function mailTables(): string[] {
  return [
    `CREATE TABLE mails (
      id text NOT NULL PRIMARY KEY, kind text NOT NULL, recipient text NOT NULL, language text NOT NULL,
      data text NOT NULL, tries integer NOT NULL DEFAULT 0, next_try float8 NOT NULL DEFAULT 0,
      created_at bigint NOT NULL, expires_at bigint NOT NULL)`,
    `CREATE INDEX mails_due ON mails (next_try)`,
  ];
}
