import { randomBytes } from "node:crypto";
import type { Code } from "../codes/code.ts";
import type { ScanRow } from "../scans/scan.ts";
import { timestamp } from "../shared/days.ts";
import { VERSION } from "../shared/version.ts";
import type { Delivery, Webhook } from "./webhook.ts";

/** API representations of codes and scans, used in events. */
export interface Shapes {
  code(code: Code): object;
  scan(scan: ScanRow, codeId: string): object;
}

export const createSecret = (): string => `whsec_${randomBytes(24).toString("base64")}`;

export function bodyOf({ type, at, data }: Delivery, shapes: Shapes): string {
  return JSON.stringify({ type, timestamp: timestamp(at), data: dataOf(data, shapes) });
}

function dataOf(data: Delivery["data"], shapes: Shapes): object {
  if ("code" in data) return shapes.code(data.code);
  if (!("scans" in data)) return data;
  return { qrCodeId: data.codeId, scans: data.scans.map((scan) => shapes.scan(scan, data.codeId)) };
}

/** All headers except the signature. */
export const headersOf = (id: string, at: number): Record<string, string> => ({
  "content-type": "application/json",
  "user-agent": `Tessera/${VERSION}`,
  "webhook-id": id,
  "webhook-timestamp": String(Math.floor(at / 1000)),
});

/** For a day after a rotation both secrets sign, so that receivers can switch at any time. */
export async function signedHeaders(
  webhook: Webhook,
  id: string,
  at: number,
  body: string,
): Promise<Record<string, string>> {
  // Loaded with the first delivery: most services never make one.
  const { Webhook: Signer } = await import("standardwebhooks");
  const { secret, oldSecret, oldSecretUntil } = webhook;
  const secrets = oldSecret !== null && at < (oldSecretUntil ?? 0) ? [secret, oldSecret] : [secret];
  const signatures = secrets.map((each) => new Signer(each).sign(id, new Date(at), body));
  return { ...headersOf(id, at), "webhook-signature": signatures.join(" ") };
}
