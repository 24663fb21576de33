/** Examples for the document and the reference page. */
const ID = "019b76da-a800-7000-8c41-5d0e2f6a9b13";
const SCAN_ID = "019b7c01-04e8-7000-8c41-5d0e2f6a9b13";
const TOKEN = "k7mq2xw9cvpa";
const REQUEST_ID = "Zk3vXw8QpL1a-2f";

export interface Example {
  body?: unknown;
  answer?: unknown;
  /** By content type; bytes have none. */
  files?: Record<string, string>;
}

const missed = { head: 0, prefetch: 1, preview: 2, crawler: 0, paused: 0, expired: 0 };

const scan = {
  id: SCAN_ID,
  qrCodeId: ID,
  country: "DE",
  city: "Berlin",
  device: "mobile",
  browser: "Safari",
  os: "iOS",
  latitude: 52.5244,
  longitude: 13.4105,
  scannedAt: "2026-01-02T09:00:00.000Z",
};

const CSV = [Object.keys(scan), Object.values(scan)].map((row) => `${row.join(",")}\r\n`).join("");
const auditEntry = {
  id: "4711",
  at: "2026-01-04T09:00:00.000Z",
  action: "code.changed",
  actor: { kind: "person", name: "ada@example.com", isFormer: false },
  device: "Chrome, macOS",
  subject: { id: ID, name: "Menu" },
  detail: "content, category",
  count: 1,
  changes: [{ field: "category", from: null, to: "Tables" }],
  names: [],
};
const AUDIT_CSV = `at,action,actorKind,actor,device,subjectId,subject,detail,count,changes,names\r
2026-01-04T09:00:00.000Z,code.changed,person,ada@example.com,"Chrome, macOS",${ID},Menu,"content, category",1,category: - -> Tables,\r
`;
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 29 29" width="512" height="512"><path d="M0 0h29v29H0z" fill="#ffffff"/></svg>';

const analytics = {
  totalScans: 3,
  uniqueCountries: 1,
  uniqueCities: 1,
  byDevice: [{ device: "mobile", count: 3 }],
  byBrowser: [{ browser: "Safari", count: 3 }],
  byOs: [{ os: "iOS", count: 3 }],
  byCountry: [{ country: "DE", count: 3 }],
  timeline: [
    { date: "2026-01-01", scans: 0 },
    { date: "2026-01-02", scans: 3 },
  ],
};

const INSIGHTS_CSV = `start,scans,visitors,previousScans\r
2026-01-01,0,,1\r
2026-01-02,3,,0\r
`;
const byHour = new Array<number>(168).fill(0).with(4 * 24 + 10, 3);
const codeInsights = {
  from: "2026-01-01",
  to: "2026-01-02",
  timezone: "Europe/Berlin",
  interval: "day",
  scans: 3,
  visitors: null,
  countries: 1,
  cities: 1,
  previous: { from: "2025-12-30", to: "2025-12-31", scans: 1, visitors: null },
  timeline: [
    { start: "2026-01-01", scans: 0, visitors: null, previousScans: 1 },
    { start: "2026-01-02", scans: 3, visitors: null, previousScans: 0 },
  ],
  byCountry: [{ country: "DE", scans: 3 }],
  byCity: [{ country: "DE", city: "Berlin", scans: 3 }],
  byDevice: [{ device: "mobile", scans: 3 }],
  byBrowser: [{ browser: "Safari", scans: 3 }],
  byOs: [{ os: "iOS", scans: 3 }],
  byPlacement: [],
  byRule: [],
  byVariant: [],
  byHour,
  exactFrom: null,
};
const insights = { ...codeInsights, byCode: [{ id: ID, name: "Menu", scans: 3, previousScans: 1 }] };

const traffic = {
  counted: 3,
  missed,
  timeline: [
    { date: "2026-01-01", counted: 0, missed: { ...missed, prefetch: 0, preview: 0 } },
    { date: "2026-01-02", counted: 3, missed },
  ],
};

const changedAt = "2026-01-03T09:00:00.000Z";
const versions = [
  { version: 2, content: "https://example.com/menu-2", from: changedAt, until: null, scanCount: 0 },
  { version: 1, content: "https://example.com/menu", from: "2026-01-01T09:00:00.000Z", until: changedAt, scanCount: 3 },
];

const scannability = {
  grade: "A",
  passes: true,
  contrastRatio: 18.23,
  lightOnDark: false,
  symbolVersion: 2,
  readsAsDrawn: true,
  smallestPrintMillimetres: 25,
  trials: [
    {
      name: "perspective",
      grade: "A",
      survived: 50,
      unit: "degrees",
      sentence: "Can be read from the side, up to 50 degrees.",
    },
  ],
  advice: [],
};

const style = {
  modules: "dots",
  eyeFrame: "rounded",
  eyeBall: "circle",
  eyeColor: null,
  gradient: { kind: "linear", to: "#14532d", angle: 45 },
  logo: { id: ID, scale: 0.2 },
  frame: { kind: "label", text: "Scan me", color: "#1a1410" },
  quietZone: 4,
  transparent: false,
};
const savedStyle = { id: ID, name: "Our green", isDefault: true, style };
const logo = { id: ID, width: 512, height: 384, createdAt: "2026-01-01T09:00:00.000Z" };
const page = { title: "Guest Wi-Fi", text: "Free for our guests.\nAsk at the bar if it does not work." };
const utmPresets = {
  presets: [
    { name: "Poster", source: "poster", medium: "print", campaign: "autumn", term: null, content: "{placement}" },
  ],
};
const brand = { name: "Café Lisboa", color: "#9c4221", logoId: null, showFooter: true };
const { id: _id, ...styleToSave } = savedStyle;
const domain = {
  id: "019b7d12-7c20-7000-8a11-3f2e1d0c9b8a",
  host: "go.example.com",
  isVerified: true,
  isDefault: true,
  record: {
    type: "TXT",
    name: "_tessera.go.example.com",
    value: "tessera=5f0c2b7d9e1a4c68b3d2f7a09c1e5b4d8a6f3e20",
  },
};

const webhook = {
  id: "019b7d10-5200-7000-8c41-5d0e2f6a9b13",
  url: "https://example.com/hooks/tessera",
  events: ["qrcode.created", "qrcode.scanned"],
  isActive: true,
  createdAt: "2026-01-02T09:30:00.000Z",
};
const webhookBody = { url: webhook.url, events: webhook.events };
const withSecret = { ...webhook, secret: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD" };

const sentAt = "2026-01-02T09:00:02.000Z";
const scanned = { type: "qrcode.scanned", timestamp: sentAt, data: { qrCodeId: ID, scans: [scan] } };
const tested = { type: "webhook.test", timestamp: sentAt, data: { webhookId: webhook.id } };
const listedDelivery = {
  id: "019b7d12-9a10-7000-8c41-5d0e2f6a9b13",
  type: "qrcode.scanned",
  qrCodeId: ID,
  qrCodeName: "Menu",
  createdAt: "2026-01-02T09:00:02.000Z",
  state: "delivered",
  tries: 1,
  lastTryAt: "2026-01-02T09:00:02.000Z",
  nextTryAt: null,
  status: 204,
  answer: "",
  problem: null,
};
const delivery = {
  ...listedDelivery,
  request: {
    headers: {
      "content-type": "application/json",
      "user-agent": "Tessera/1.0.0",
      "webhook-id": "019b7d12-9a10-7000-8c41-5d0e2f6a9b13",
      "webhook-timestamp": "1767344402",
    },
    body: JSON.stringify(scanned),
  },
};

const PLACEMENT_ID = "019b7d16-1a30-7000-8b5c-2e4f6a8d0c19";
const SLUG = "summer-menu";

const TAG_ID = "019b7d15-4c20-7000-9f3b-6a1d8e2c5b70";
const tag = { id: TAG_ID, name: "Summer", color: "#a86400" };

/** By operationId. */
export function examplesOf(baseUrl: string): Record<string, Example> {
  const body = { name: "Menu", content: "https://example.com/menu" };
  const created = {
    id: ID,
    name: body.name,
    type: "url",
    content: body.content,
    shareToken: TOKEN,
    shareUrl: `${baseUrl}/r/${TOKEN}`,
    foregroundColor: "#1a1410",
    backgroundColor: "#ffffff",
    size: 512,
    errorCorrection: "M",
    category: null,
  };
  const [createdAt, expiresAt] = ["2026-01-01T09:00:00.000Z", "2027-01-01T09:00:00.000Z"];
  const read = {
    ...created,
    isPublic: true,
    isFavorite: false,
    scanCount: 3,
    createdAt,
    updatedAt: createdAt,
    expiresAt: "2027-01-02T09:00:00.000Z",
  };
  const placement = {
    id: PLACEMENT_ID,
    name: "Table 1",
    token: "q7w9xk4hn2rs",
    shareUrl: `${baseUrl}/r/q7w9xk4hn2rs`,
    scanCount: 2,
    isPaused: false,
    createdAt,
  };
  const change = { content: "https://example.com/menu-2", category: "Tables" };
  return {
    createCode: { body, answer: { ...created, createdAt, expiresAt } },
    createCodes: { body: { qrcodes: [body] }, answer: { data: [{ ...created, createdAt, expiresAt }] } },
    listCodes: { answer: { data: [read], nextCursor: null } },
    readCode: { answer: read },
    changeCode: { body: change, answer: { ...read, ...change, updatedAt: "2026-01-03T09:00:00.000Z" } },
    restoreCode: { answer: read },
    readPage: { answer: page },
    setPage: { body: page, answer: page },
    readBrand: { answer: brand },
    setBrand: { body: brand, answer: brand },
    listUtmPresets: { answer: utmPresets },
    setUtmPresets: { body: utmPresets, answer: utmPresets },
    listVersions: { answer: { data: versions, nextCursor: null } },
    restoreVersion: { answer: { ...read, updatedAt: "2026-01-04T09:00:00.000Z" } },
    readAnalytics: { answer: analytics },
    readCodeInsights: { answer: codeInsights },
    readInsights: { answer: insights },
    exportCodeInsights: { files: { "text/csv": INSIGHTS_CSV } },
    exportInsights: { files: { "text/csv": INSIGHTS_CSV } },
    exportScans: { files: { "text/csv": CSV } },
    drawCode: { files: { "image/svg+xml": SVG } },
    listScans: { answer: { data: [scan], nextCursor: null } },
    readTraffic: { answer: traffic },
    readScannability: { answer: scannability },
    listAudit: { answer: { data: [auditEntry], nextCursor: null } },
    exportAudit: { files: { "text/csv": AUDIT_CSV } },
    readMe: {
      answer: {
        ...{ name: "Till", scope: "full", plan: "pro", limit: 100, remaining: 87, endsAt: null },
        links: { slugs: { taken: 12, limit: 20_000 }, placements: { taken: 340, limit: 500_000 } },
      },
    },
    readStyle: { answer: style },
    setStyle: { body: style, answer: style },
    proposeStyle: {
      answer: {
        changes: [{ field: "logo.scale", value: 0.2 }],
        style,
        foregroundColor: "#1a1410",
        backgroundColor: "#ffffff",
      },
    },
    listStyles: { answer: { data: [savedStyle], nextCursor: null } },
    readSavedStyle: { answer: savedStyle },
    createStyle: { body: styleToSave, answer: savedStyle },
    changeStyle: { body: { isDefault: true }, answer: savedStyle },
    checkSlug: { answer: { slug: SLUG, isFree: true, reason: null } },
    listPlacements: { answer: { data: [placement], nextCursor: null } },
    createPlacements: {
      body: { placements: [{ name: placement.name }] },
      answer: { data: [{ ...placement, scanCount: 0 }] },
    },
    changePlacement: { body: { isPaused: true }, answer: { ...placement, isPaused: true } },
    drawPlacement: { files: { "image/svg+xml": SVG } },
    listTags: { answer: { data: [tag] } },
    createTag: { body: { name: tag.name, color: tag.color }, answer: tag },
    changeTag: { body: { name: tag.name }, answer: tag },
    mergeTag: { body: { into: TAG_ID }, answer: tag },
    readTags: { answer: { tags: [TAG_ID] } },
    setTags: { body: { tags: [TAG_ID] }, answer: { tags: [TAG_ID] } },
    listLogos: { answer: { data: [logo], nextCursor: null } },
    readLogo: { answer: logo },
    createLogo: { answer: logo },
    listDomains: { answer: { data: [domain], nextCursor: null } },
    readDomain: { answer: domain },
    createDomain: { body: { host: domain.host }, answer: { ...domain, isVerified: false, isDefault: false } },
    verifyDomain: { answer: { ...domain, isDefault: false } },
    changeDomain: { body: { isDefault: true }, answer: domain },
    listWebhooks: { answer: { data: [webhook], nextCursor: null } },
    readWebhook: { answer: webhook },
    readWebhookHealth: {
      answer: {
        state: "failing",
        since: "2026-01-02T09:00:12.000Z",
        problem: "it answered 503",
        waiting: 3,
        nextTryAt: "2026-01-02T09:05:00.000Z",
        dropped: 0,
      },
    },
    createWebhook: { body: webhookBody, answer: withSecret },
    changeWebhook: { body: { isActive: false }, answer: { ...webhook, isActive: false } },
    rotateWebhookSecret: { answer: withSecret },
    testWebhook: {
      answer: {
        ...delivery,
        type: "webhook.test",
        qrCodeId: null,
        qrCodeName: null,
        request: { ...delivery.request, body: JSON.stringify(tested) },
      },
    },
    listDeliveries: { answer: { data: [listedDelivery], nextCursor: null, dropped: 0 } },
    readDelivery: { answer: delivery },
    ...Object.fromEntries(
      ["Created", "Updated", "Deleted", "Expiring", "Expired"].map((what) => {
        const event = { type: `qrcode.${what.toLowerCase()}`, timestamp: createdAt, data: read };
        return [`onQrCode${what}`, { body: event }];
      }),
    ),
    onQrCodeScanned: { body: scanned },
    onWebhookTest: { body: tested },
    resendDelivery: { answer: { ...delivery, state: "waiting", nextTryAt: delivery.createdAt } },
  };
}

/** By the parameter's name. */
export const PARAMETER_EXAMPLES: Record<string, unknown> = {
  id: ID,
  version: 1,
  deliveryId: delivery.id,
  placementId: PLACEMENT_ID,
  placement: [PLACEMENT_ID],
  slug: SLUG,
  cursor: SCAN_ID,
  q: "menu",
  kind: "code",
  from: "2026-01-01",
  to: "2026-01-31",
  type: "url",
  category: "Tables",
  tag: [TAG_ID],
  favorite: true,
  state: "active",
  period: "28d",
  timezone: "Europe/Berlin",
  interval: "day",
  country: ["DE"],
  hour: [17],
  city: ["Berlin"],
  device: ["mobile"],
  browser: ["Safari"],
  os: ["iOS"],
  ids: [ID],
  size: 1024,
  millimetres: 40,
  "Idempotency-Key": "order-4711",
  "If-Match": '"nK3vXw8QpL1aTz0c.b1JmYx7Rk2Qw9sVd"',
  "If-None-Match": '"nK3vXw8QpL1aTz0c.b1JmYx7Rk2Qw9sVd"',
};

/** By the error's status. */
export const ERROR_EXAMPLES = {
  400: {
    error: "validation_error",
    message: "Invalid: size.",
    details: [{ field: "size", message: "must be a whole number from 128 to 2048" }],
    requestId: REQUEST_ID,
  },
  401: {
    error: "invalid_api_key",
    message: "The API key is missing, malformed or revoked. Send it as: Authorization: Bearer tsr_…",
    requestId: REQUEST_ID,
  },
  404: { error: "not_found", message: "There is no such resource, or it is not yours.", requestId: REQUEST_ID },
  429: {
    error: "rate_limited",
    message: "The limit of 20 requests is reached. Try again in 1800 seconds.",
    requestId: REQUEST_ID,
  },
  500: {
    error: "internal_error",
    message: "Something went wrong in the service. Try again later.",
    requestId: REQUEST_ID,
  },
} as const;
