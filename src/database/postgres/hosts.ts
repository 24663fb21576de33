/** Database hosts: classifies errors and finds the primary. */
import { openClient } from "./connect.ts";

/** read_only_sql_transaction: the server no longer accepts writes. */
const READ_ONLY = "25006";
/** too_many_connections: the server is up but accepts no more. */
const FULL = "53300";

/** Connection failures: class 08, a server that stops or starts, operating system errors. */
const CONNECTION_CODE = /^(08...|57P0.|25006|E(?!RR_)[A-Z_]+)$/;
/** pg's errors without a code. */
const CONNECTION_TEXT =
  /^(Connection terminated|Query read timeout|timeout expired|timeout exceeded|Client has encountered a connection error)/;

const codeOf = (error: unknown): string | undefined => (error as { code?: string } | null)?.code;

/** Any other error is about the statement; its connection is sound. */
export function isConnectionError(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== undefined) return CONNECTION_CODE.test(code);
  return error instanceof Error && CONNECTION_TEXT.test(error.message);
}

/** As text. A name with several addresses fails with one error for each. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(", ");
  return (error as Error).message;
}

export const isReadOnly = (error: unknown): boolean => codeOf(error) === READ_ONLY;

export const isFull = (error: unknown): boolean => codeOf(error) === FULL;

/** A host that takes longer is not usable. */
const ASK_MS = 1000;

/** None of several hosts is usable. */
export class NoPrimary extends Error {
  override name = "NoPrimary";
}

/** Asks all hosts concurrently and returns the first that accepts writes. */
export async function findPrimary(addresses: readonly string[], askMs = ASK_MS): Promise<string> {
  try {
    return await Promise.any(addresses.map((address) => ask(address, askMs)));
  } catch (error) {
    const { errors } = error as AggregateError;
    const reasons = errors.map((reason, i) => `${hostOf(addresses[i]!)}: ${reasonOf(reason)}`);
    throw new NoPrimary(`No database host accepts writes (${reasons.join("; ")}).`, { cause: errors[0] });
  }
}

async function ask(address: string, askMs: number): Promise<string> {
  const { client, close } = await openClient(address, askMs);
  try {
    const { rows } = await client.query("SHOW transaction_read_only");
    if (rows[0].transaction_read_only === "off") return address;
    throw new Error("it is read-only");
  } finally {
    close();
  }
}

const hostOf = (address: string): string => address.replace(/^.*@|^.*:\/\//, "").split("/")[0]!;
