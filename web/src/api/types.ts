/** The words of the server, from the schemas that it answers by. */
import type { Static } from "typebox";
import type { CodeState } from "../../../src/codes/state.ts";
import type { FullCode, ScanPage } from "../../../src/http/api/schemas.ts";
import type { Traffic as TrafficSchema } from "../../../src/http/api/traffic-schema.ts";
import type { LocalAddress } from "../../../src/shared/local-address.ts";

export type { CodeState } from "../../../src/codes/state.ts";
export type { Verdict } from "../../../src/rendering/verdict.ts";
export type { CodeType, Level } from "../../../src/shared/vocabulary.ts";

export type Code = Static<typeof FullCode> & { state: CodeState; expiresFixed: boolean };
/** The two times are set for a code in the bin. */
export type ListedCode = Code & {
  sparkline: number[];
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

export interface User {
  id: string;
  email: string;
  plan: string;
  role: string;
  suspended: boolean;
  createdAt: string;
}
