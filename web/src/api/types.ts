/** The words of the server, from the schemas that it answers by. */
import type { Static } from "typebox";
import type { CodeState } from "../../../src/codes/state.ts";
import type {
  CodeVersion as CodeVersionSchema,
  FullCode,
  ScanPage,
  Traffic as TrafficSchema,
} from "../../../src/http/api/schemas.ts";
import type {
  DeliveryPage,
  DeliveryShape,
  WebhookHealthShape,
  WebhookPage,
  WebhookWithSecret,
} from "../../../src/http/api/webhook-schemas.ts";
import type { Verdict as PlainVerdict } from "../../../src/rendering/scannability.ts";
import type { Style } from "../../../src/rendering/style.ts";
import type { StyledVerdict } from "../../../src/rendering/styled/assess.ts";
import type { LocalAddress } from "../../../src/shared/local-address.ts";

export type { CodeState } from "../../../src/codes/state.ts";
export type { Style };
/** Of a styled code it has more. */
export type Verdict = PlainVerdict & Partial<Pick<StyledVerdict, "margin" | "level" | "readBy">>;
export type { CodeType, Level } from "../../../src/shared/vocabulary.ts";

export type Code = Static<typeof FullCode> & {
  state: CodeState;
  expiresFixed: boolean;
  /** What other products had counted before; told where one code is read. */
  imported?: { source: string; total: number }[];
  style: Style;
};
/** The two times are set for a code in the bin. */
export type ListedCode = Code & {
  sparkline: number[];
  /** Null when it was never scanned, or so long ago that its raw scans are gone. */
  lastScanAt: string | null;
  deletedAt: string | null;
  keptUntil: string | null;
};
export interface CodeList {
  codes: ListedCode[];
  /** How many there are; with `more`, there are more than that. */
  total: number;
  more: boolean;
  /** Among very many codes, only the newest were looked at. */
  stopped: boolean;
  /** Of a search that found nothing: a near one that finds something. */
  suggestion: string | null;
}
/** One content of a code; `by` is null when nobody noted it, a name when its account is gone. */
export type CodeVersion = Static<typeof CodeVersionSchema> & {
  by: { kind: "key" | "command"; name: string } | { kind: "person"; name: string | null } | null;
};
export interface VersionList {
  data: CodeVersion[];
  nextCursor: string | null;
}
export type Scans = Static<typeof ScanPage>;
export type Scan = Scans["data"][number];
export type Traffic = Static<typeof TrafficSchema>;

export interface Summary {
  totalScans: number;
  uniqueCountries: number;
  uniqueCities: number;
  byDevice: { device: string; count: number }[];
  byBrowser: { browser: string; count: number }[];
  byOs: { os: string; count: number }[];
  byCountry: { country: string; count: number }[];
  timeline: { date: string; scans: number }[];
}

export interface City {
  country: string;
  city: string;
  count: number;
}

export interface Me {
  id: string;
  name: string;
  email: string;
  plan: string;
  role: string;
  /** Shown to visitors of expired codes; null shows nothing. */
  contact: string | null;
  /** The service one is signed in to. */
  service: {
    version: string;
    baseUrl: string;
    /** Set when the address leads to this computer alone. */
    local: LocalAddress | null;
  };
}

export interface ApiKey {
  name: string;
  prefix: string;
  lastFour: string;
  scope: "full" | "read-only";
  endsAt: string | null;
  isEnded: boolean;
  createdAt: string;
  lastUsedAt: string | null;
  used: number;
  freesAt: string | null;
}

export interface KeyList {
  plan: string;
  limit: number;
  keys: ApiKey[];
}

export type Webhook = Static<typeof WebhookPage>["data"][number];
export type NewWebhook = Static<typeof WebhookWithSecret>;
export type Deliveries = Static<typeof DeliveryPage>;
export type ListedDelivery = Deliveries["data"][number];
/** With what is sent. */
export type Delivery = Static<typeof DeliveryShape>;
/** Of a webhook whose events do not arrive. */
export type WebhookNotice = { id: string } & Static<typeof WebhookHealthShape>;

export interface User {
  id: string;
  email: string;
  plan: string;
  role: string;
  suspended: boolean;
  createdAt: string;
}
