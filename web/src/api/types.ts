/** Types of the dashboard's API, from the server's schemas. */
import type { Static } from "typebox";
import type { CodeVersion as CodeVersionSchema, FullCode } from "../../../src/codes/schemas.routes.ts";
import type { CodeState } from "../../../src/codes/state.ts";
import type { ScanPage, Traffic } from "../../../src/insights/scan.schema.routes.ts";
import type { Verdict as PlainVerdict } from "../../../src/rendering/scannability.ts";
import type { Style } from "../../../src/rendering/style.ts";
import type { StyledVerdict } from "../../../src/rendering/styled/assess.ts";
import type { MemberRole } from "../../../src/shared/vocabulary.ts";
import type {
  DeliveryPage,
  DeliveryShape,
  WebhookHealthShape,
  WebhookPage,
  WebhookWithSecret,
} from "../../../src/webhooks/webhook.schema.routes.ts";

export type { CodeState } from "../../../src/codes/state.ts";
export type { Style };
/** Styled codes have more fields. */
export type Verdict = PlainVerdict & Partial<Pick<StyledVerdict, "margin" | "level" | "readBy">>;
export type { ChangeKind, CodeType, Level } from "../../../src/shared/vocabulary.ts";

export interface Tag {
  id: string;
  name: string;
  color: string;
}

export type Code = Static<typeof FullCode> & {
  state: CodeState;
  expiresFixed: boolean;
  /** A person chose the token: then its case does not matter. */
  isSlug: boolean;
  /** Counts imported from other products. Only when reading a single code. */
  imported?: { source: string; total: number }[];
  style: Style;
  tags: Tag[];
};
/** `deletedAt` and `keptUntil` are set for codes in the bin. */
export type ListedCode = Code & {
  /** In the period of the list; null if they cannot be read. */
  scans: number | null;
  /** Null if nothing is compared, or the code is younger than the period before. */
  previousScans: number | null;
  sparkline: number[];
  /** Null if it was never scanned. */
  lastScanAt: string | null;
  deletedAt: string | null;
  keptUntil: string | null;
};
export interface CodeList {
  codes: ListedCode[];
  /** With `more`, a lower bound. */
  total: number;
  more: boolean;
  /** Only the newest codes were searched. */
  stopped: boolean;
  /** First and last day of the sparklines. */
  sparkDays: { from: string; to: string };
  /** A similar search that has results, if this one has none. */
  suggestion: string | null;
}
/** `by` is null if it was not recorded, and a name if the account was deleted. */
export type CodeVersion = Static<typeof CodeVersionSchema> & {
  by: { kind: "key" | "command"; name: string } | { kind: "person"; name: string | null } | null;
};
export interface VersionList {
  data: CodeVersion[];
  nextCursor: string | null;
}
/** `isIncomplete`: scans may be missing, because stored ones are damaged. */
export type ScanList = Static<typeof ScanPage> & { isIncomplete: boolean };
export type Scan = ScanList["data"][number];
export type Visits = Pick<Static<typeof Traffic>, "counted" | "missed">;

export type { MemberRole };

export interface Workspace {
  id: string;
  name: string;
  role: MemberRole;
  plan: string;
  zone: string;
}

export interface Member {
  userId: string;
  email: string;
  name: string;
  role: MemberRole;
  joinedAt: string;
}

/** Erased on `keptUntil`, unless an owner restores it. */
export interface DeletedWorkspace {
  id: string;
  name: string;
  deletedAt: string;
  keptUntil: string;
}

export interface Me {
  id: string;
  name: string;
  email: string;
  role: string;
  /** The open workspace, and its plan and contact. */
  workspaceId: string;
  plan: string;
  /** Shown to visitors of expired codes; null shows nothing. */
  contact: string | null;
  /** Share URLs of the open workspace start with it. */
  shareBase: string;
  /** Whether the open workspace has a verified domain. */
  hasDomain: boolean;
  workspaces: Workspace[];
  /** Of the person: their own plan, and what all workspaces that they created have taken together. */
  limits: { plan: string } & Record<"workspaces" | "slugs" | "placements", { taken: number; limit: number }>;
  service: {
    version: string;
    /** How to call the command line on the server. */
    command: string;
    baseUrl: string;
    /** Whether only the server's own computer can open links of the open workspace. */
    isLocal: boolean;
    /** Whether the service can send mail. */
    mail: boolean;
  };
}

export interface ApiKey {
  name: string;
  prefix: string;
  lastFour: string;
  scope: "full" | "read-only";
  /** The id of the user who created it; null if an owner kept it when they left. */
  madeBy: string | null;
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
/** Includes the body. */
export type Delivery = Static<typeof DeliveryShape>;
/** For webhooks whose events do not arrive. */
export type WebhookNotice = { id: string; url: string } & Static<typeof WebhookHealthShape>;

export interface User {
  id: string;
  email: string;
  /** The part of the address before the @, unless they have set one. */
  name: string;
  plan: string;
  role: string;
  suspended: boolean;
  createdAt: string;
  /** Null for whoever has never signed in. */
  lastSeenAt: string | null;
  /** Those outside the bin; counted up to a little over 10,000. */
  codes: number;
  workspaces: number;
}
