import { sql } from "kysely";

export const PREPARED_MARK = "/* prepared */";

/**
 * In a statement: a connection to PostgreSQL knows it by a name, and the server reads it once and keeps its
 * plan for a second. For what is asked very often; the texts of these must be few. And outside of
 * transactions, which the change of a table it reads would end.
 */
export const PREPARED = sql.raw(PREPARED_MARK);
