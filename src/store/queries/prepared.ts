import { sql } from "kysely";

export const PREPARED_MARK = "/* prepared */";

/**
 * In a statement: PostgreSQL plans it once a connection, which otherwise takes longer than a read by a key
 * itself. Only for statements that find rows by a unique key, so that one plan is right for all values;
 * and outside of transactions, which a plan that has become outdated would end.
 */
export const PREPARED = sql.raw(PREPARED_MARK);
