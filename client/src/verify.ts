/** Standard Webhooks verification without another dependency. */
import { TesseraError } from "./errors.ts";
import type { components } from "./openapi.ts";

/** The delivery is not authentic: answer 401 and ignore it. */
export class WebhookVerificationError extends TesseraError {
  constructor(message: string) {
    super(message, { code: "webhook_not_verified" });
  }
}

type HeaderValues = Headers | Record<string, string | string[] | undefined>;

export interface Delivery {
  /** The raw body, before anything parsed it. */
  body: string | Uint8Array;
  /** The request headers, from fetch or node:http. */
  headers: HeaderValues;
  /** `whsec_…`; several during a rotation. */
  secret: string | readonly string[];
  /** Maximum age, or difference to this clock. Default: 300 seconds. */
  toleranceSeconds?: number;
  /** In milliseconds, for tests. */
  now?: number;
}

/**
 * Returns the parsed event if one of the secrets signed it; otherwise throws a WebhookVerificationError. A TypeError
 * means a bug in the receiver: a parsed body, or no secret.
 */
export async function verifyWebhook(delivery: Delivery): Promise<WebhookEvent> {
  const { body, headers, toleranceSeconds = 300, now = Date.now() } = delivery;
  const secrets = secretsOf(delivery);
  if (typeof body !== "string" && !ArrayBuffer.isView(body)) {
    throw new TypeError(
      "body must be the raw request body, a string or bytes, before anything parsed it: the signature covers these bytes.",
    );
  }
  const [id, timestamp, signatures] = ["id", "timestamp", "signature"].map((name) =>
    headerOf(headers, `webhook-${name}`),
  ) as [string, string, string];
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookVerificationError("The webhook-timestamp is not a number.");
  if (Math.abs(now / 1000 - Number(timestamp)) > toleranceSeconds) {
    throw new WebhookVerificationError("The delivery is too old, or the clocks differ.");
  }
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  const given = signatures
    .split(" ")
    .filter((each) => each.startsWith("v1,"))
    .map((each) => bytesOf(each.slice(3)))
    .filter((each) => each !== null);
  for (const secret of secrets) {
    const key = await keyOf(secret);
    for (const signature of given) {
      // Compares in constant time.
      if (await crypto.subtle.verify("HMAC", key, signature, signed)) {
        return JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent;
      }
    }
  }
  throw new WebhookVerificationError("No signature matches. Is it the right secret?");
}

/** Not undefined, as an unset environment variable would be. */
function secretsOf({ secret }: Delivery): readonly string[] {
  const secrets: unknown = typeof secret === "string" ? [secret] : secret;
  if (
    Array.isArray(secrets) &&
    secrets.length > 0 &&
    secrets.every((each) => typeof each === "string" && each !== "")
  ) {
    return secrets;
  }
  throw new TypeError("secret is missing: use the secret of the webhook, whsec_…, or a list of them.");
}

function headerOf(headers: HeaderValues, name: string): string {
  const found =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
  const value = Array.isArray(found) ? found[0] : found;
  if (!value) throw new WebhookVerificationError(`The header ${name} is missing.`);
  return value;
}

async function keyOf(secret: string): Promise<CryptoKey> {
  const raw = bytesOf(secret.replace(/^whsec_/, ""));
  if (!raw?.length) throw new TypeError("secret must be the secret of the webhook: whsec_…");
  return crypto.subtle.importKey("raw", raw, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}

/** Decodes base64; null if it is not valid. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
}

function joined(head: Uint8Array, tail: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(head.length + tail.length);
  all.set(head);
  all.set(tail, head.length);
  return all;
}

type EventName = `QrCode${"Created" | "Updated" | "Deleted" | "Scanned" | "Expiring" | "Expired"}` | "WebhookTest";

/** May arrive more than once and out of order: `webhook-id` identifies duplicates, `timestamp` gives the order. */
export type WebhookEvent = components["schemas"][EventName];
