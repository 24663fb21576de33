import { openClient } from "./connect.ts";
import { reasonOf } from "./connection-errors.ts";

/** A host that takes longer to answer is no place to go to. */
const ASK_MS = 1000;

/** None of several hosts can be used now. */
export class NoPrimary extends Error {
  override name = "NoPrimary";
}

/** Asks all hosts at the same time; the first that takes writes is it. */
export async function findPrimary(addresses: readonly string[], askMs = ASK_MS): Promise<string> {
  try {
    return await Promise.any(addresses.map((address) => ask(address, askMs)));
  } catch (error) {
    const { errors } = error as AggregateError;
    const reasons = errors.map((reason, i) => `${hostOf(addresses[i]!)}: ${reasonOf(reason)}`);
    throw new NoPrimary(`No database host takes writes (${reasons.join("; ")}).`, { cause: errors[0] });
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
