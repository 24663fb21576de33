import { sql } from "kysely";

/** Codes that are checked together: numbers after `after`, up to `to`. */
export interface CodeRange {
  after: number;
  to: number;
}

/** On each table: PostgreSQL does not derive a range of one from that of another, and would read all of it. */
export const inRange = ({ after, to }: CodeRange, column = "code_num") => {
  const num = sql.ref(column);
  return sql<boolean>`${num} > ${after} AND ${num} <= ${to}`;
};

/** Codes of a range without those that are being erased or imported, whose rows say nothing yet. */
export const within = (range: CodeRange, column = "code_num") =>
  sql<boolean>`${inRange(range, column)} AND ${sql.ref(column)} NOT IN (
    SELECT code_num FROM erasing UNION ALL SELECT code_num FROM importing)`;
