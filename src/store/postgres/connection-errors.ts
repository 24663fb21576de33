/** What a server says that no longer takes writes: its connections are of no use. */
const READ_ONLY = "25006";
/** The server answers, and takes no further connection. */
const FULL = "53300";

/** The connection's own failures: class 08, a server that stops or starts, the operating system's. */
const CONNECTION_CODE = /^(08...|57P0.|25006|E(?!RR_)[A-Z_]+)$/;
/** What pg says without a code. */
const CONNECTION_TEXT = /^(Connection terminated|Query read timeout|timeout expired|timeout exceeded)/;

const codeOf = (error: unknown): string | undefined => (error as { code?: string } | null)?.code;

/** Any other error is about the statement, and the connection it came over is sound. */
export function isConnectionError(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== undefined) return CONNECTION_CODE.test(code);
  return error instanceof Error && CONNECTION_TEXT.test(error.message);
}

/** In words. A name that stands for several addresses fails with an error for each of them. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(", ");
  return (error as Error).message;
}

export const isReadOnly = (error: unknown): boolean => codeOf(error) === READ_ONLY;

export const isFull = (error: unknown): boolean => codeOf(error) === FULL;
