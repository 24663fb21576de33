/** What is sent to webhooks, as the document's `webhooks` section tells it. */
import { type TSchema, Type } from "typebox";
import { exampleOf, FullCode } from "../codes/schemas.routes.ts";
import { ScanRecord } from "../insights/scan.schema.routes.ts";
import { exact, nullable, text } from "../server/shapes.ts";
import { EXAMPLE_EVENTS } from "../webhooks/webhook.schema.routes.ts";

/** `name`: of its schema, and of its operation with "on" before it. */
function eventOf(type: string, name: string, description: string, data: TSchema, example = exampleOfCode(type)) {
  const fields = {
    type: Type.Unsafe<string>({ type: "string", const: type, description: "The type of the event." }),
    timestamp: Type.String({ format: "date-time", description: "When the event occurred." }),
    data,
  };
  return { type, name, description, example, schema: Type.Object(fields, exact(name, description)) };
}

const exampleOfCode = (type: string) => (baseUrl: string) => {
  const { read } = exampleOf(baseUrl);
  return { type, timestamp: read.createdAt, data: read as object };
};

const EventScan = Type.Object(
  {
    ...ScanRecord.properties,
    placement: Type.Optional(
      Type.Object(
        {
          id: text("ID of the placement."),
          name: nullable<string>("string", { description: "Where the copy is; null for a blank copy." }),
        },
        { additionalProperties: false, description: "The placement it was scanned through, if any." },
      ),
    ),
  },
  exact("ScanOfEvent", "One scan of a QR code."),
);

const Scanned = Type.Object(
  {
    qrCodeId: text("ID of the scanned QR code."),
    scans: Type.Array(EventScan, { description: "Up to 200 scans, or up to 1,000 while the webhook is behind." }),
  },
  { additionalProperties: false, description: "The scans of about 2 seconds." },
);
const Test = Type.Object(
  { webhookId: text("ID of the webhook.") },
  { additionalProperties: false, description: "The webhook under test." },
);

export const EVENT_SCHEMAS = [
  eventOf("qrcode.created", "QrCodeCreated", "A QR code was created.", FullCode),
  eventOf("qrcode.updated", "QrCodeUpdated", "A QR code was updated or restored.", FullCode),
  eventOf("qrcode.deleted", "QrCodeDeleted", "A QR code was deleted. Contains the code as it was before.", FullCode),
  eventOf("qrcode.scanned", "QrCodeScanned", "A QR code was scanned.", Scanned, () => EXAMPLE_EVENTS.scanned),
  eventOf("qrcode.expiring", "QrCodeExpiring", "A QR code expires in 14 days.", FullCode),
  eventOf("qrcode.expired", "QrCodeExpired", "A QR code has expired.", FullCode),
  eventOf("webhook.test", "WebhookTest", "A test event was requested.", Test, () => EXAMPLE_EVENTS.test),
];

const header = (name: string, description: string, example: string) => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
  example,
});

/** Standard Webhooks. */
export const EVENT_HEADERS = [
  header(
    "webhook-id",
    "The same for every attempt; use it to ignore duplicates.",
    "019b7d12-9a10-7000-8c41-5d0e2f6a9b13",
  ),
  header("webhook-timestamp", "When this attempt was sent, as Unix time in seconds.", "1767344402"),
  header(
    "webhook-signature",
    "v1, a comma, and the base64 HMAC-SHA256 of webhook-id.webhook-timestamp.body with the webhook's secret. One signature for each active secret, separated by spaces.",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  ),
];
