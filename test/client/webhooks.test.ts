/** Deliveries verified without the library that signs them here. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Webhook } from "standardwebhooks";
import { type Delivery, verifyWebhook, WebhookVerificationError } from "../../client/src/index.ts";

const SECRET = `whsec_${Buffer.from("a secret of the receiver and us").toString("base64")}`;
const OTHER = `whsec_${Buffer.from("another secret, newer than that").toString("base64")}`;
const NOW = Date.UTC(2026, 0, 15, 12);
const ID = "msg_019b76da";
const event = {
  type: "qrcode.scanned",
  timestamp: "2026-01-15T12:00:00.000Z",
  data: { qrCodeId: "019b76da-a800-7000-8c41-5d0e2f6a9b13", scans: [{ city: "Zürich ☕" }] },
};
const body = JSON.stringify(event);

function delivery({ at = NOW, secrets = [SECRET], text = body } = {}): Delivery {
  const signed = secrets.map((each) => new Webhook(each).sign(ID, new Date(at), text)).join(" ");
  const headers = { "webhook-id": ID, "webhook-timestamp": String(at / 1000), "webhook-signature": signed };
  return { body: text, headers, secret: SECRET, now: NOW };
}

describe("A delivery is accepted", () => {
  const { headers } = delivery();
  for (const [name, given] of Object.entries<Delivery>({
    "signed with the secret": delivery(),
    "as bytes": { ...delivery(), body: new TextEncoder().encode(body) },
    "with a Headers object": { ...delivery(), headers: new Headers(headers as never) },
    "with headers in any case": {
      ...delivery(),
      headers: Object.fromEntries(Object.entries(headers).map(([key, value]) => [key.toUpperCase(), value])),
    },
    "signed with two secrets, the second known": delivery({ secrets: [OTHER, SECRET] }),
    "signed with one of two known secrets": { ...delivery(), secret: [OTHER, SECRET] },
    "five minutes old": delivery({ at: NOW - 300_000 }),
    "five minutes ahead": delivery({ at: NOW + 300_000 }),
  })) {
    it(name, async () => assert.deepEqual(await verifyWebhook(given), event));
  }
});

describe("A delivery is refused", () => {
  const without = (name: string) => {
    const given = delivery();
    return { ...given, headers: { ...given.headers, [name]: undefined } as Delivery["headers"] };
  };
  const signedAs = (signature: string) => ({
    ...delivery(),
    headers: { ...delivery().headers, "webhook-signature": signature } as Delivery["headers"],
  });
  const right = String((delivery().headers as Record<string, string>)["webhook-signature"]);
  for (const [name, given] of Object.entries<Delivery>({
    "with a changed body": { ...delivery(), body: body.replace("Zürich", "Bern") },
    "with another id": {
      ...delivery(),
      headers: { ...delivery().headers, "webhook-id": "msg_other" } as Delivery["headers"],
    },
    "signed with another secret": delivery({ secrets: [OTHER] }),
    "older than five minutes": delivery({ at: NOW - 301_000 }),
    "too far ahead": delivery({ at: NOW + 301_000 }),
    "without an id": without("webhook-id"),
    "without a time": without("webhook-timestamp"),
    "without a signature": without("webhook-signature"),
    "with an invalid time": {
      ...delivery(),
      headers: { ...delivery().headers, "webhook-timestamp": "1e9" } as Delivery["headers"],
    },
    "with a truncated signature": signedAs(right.slice(0, -8)),
    "with a signature of another version": signedAs(right.replace("v1,", "v1a,")),
    "with a signature that is not base64": signedAs("v1,%%%"),
    "with an empty signature": signedAs("v1,"),
  })) {
    it(name, async () => assert.rejects(verifyWebhook(given), WebhookVerificationError));
  }

  it("and a missing or invalid secret throws a TypeError", async () => {
    for (const secret of ["", "whsec_", "whsec_%%", undefined, null, [], [undefined]]) {
      const mistake = verifyWebhook({ ...delivery(), secret: secret as string });
      await assert.rejects(mistake, { name: "TypeError", message: /^secret .*whsec_/ });
    }
  });

  it("and a body that is already parsed throws a TypeError", async () => {
    for (const parsed of [JSON.parse(body), undefined, null, 7]) {
      const mistake = verifyWebhook({ ...delivery(), body: parsed });
      await assert.rejects(mistake, { name: "TypeError", message: /raw request body.*before anything parsed it/ });
    }
  });
});
