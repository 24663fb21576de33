import { hash } from "node:crypto";
import { networkOf } from "../shared/addresses.ts";
import type { Clock } from "../shared/clock.ts";
import { localDay, QUARTER_MS } from "../shared/days.ts";
import { isDoneWithin } from "../shared/timeout.ts";
import { startWorker } from "../shared/worker.ts";
import type { Store } from "../store/store.ts";
import { tagText } from "./lines.ts";
import { type DaySpan, MAX_DAY, SALT_AHEAD_MS } from "./visitor-days.ts";

export type VisitorTags = ReturnType<typeof createVisitorTags>;

export interface TaggedVisit {
  /** The time zone of the code's workspace. */
  zone: string;
  codeId: string;
  at: number;
  /** The client's address. */
  address: string;
  userAgent: string;
}

export interface VisitorTagsParts {
  store: Pick<Store, "visitors">;
  clock: Clock;
  isOn: boolean;
  /** How long a visit waits for the store if its zone was not in use before. */
  waitMs?: number | undefined;
  onError: (error: unknown) => void;
}

interface Day {
  begin: number;
  end: number;
  id: number;
  salt: string;
}

interface Zone {
  days: Day[];
  loading: Promise<void> | null;
  /** The last visit. */
  usedAt: number;
  /** On the steady clock: until then a visit does not wait for the store again. */
  retryAt: number;
}

/** 66 bits: that two of a million visitors of a code's day are taken for one has a chance of 1 in 10^8. */
const TAG_LENGTH = 11;
const WAIT_MS = 1_000;
const RETRY_MS = 10_000;
const REFRESH_MS = 300_000;
/** Salts of a zone without visits are not read any more. */
const UNUSED_MS = 24 * 3_600_000;

/**
 * Tags to count distinct visitors by: a hash of network, user agent and code under a random salt of the local day.
 * Nobody can tell a visitor from a tag, or two days' tags of one visitor from each other, once the salt is removed.
 */
export function createVisitorTags({ store, clock, isOn, waitMs = WAIT_MS, onError }: VisitorTagsParts) {
  const zones = new Map<string, Zone>();

  const dayAt = (zone: Zone | undefined, at: number): Day | undefined =>
    zone?.days.find(({ begin, end }) => at >= begin && at < end);

  /** Reads the salts of these zones for today, and for tomorrow if that begins soon. */
  async function read(names: readonly string[], at: number): Promise<void> {
    const spans = new Map(names.map((name) => [name, spansAt(name, at)]));
    const wanted = new Map([...spans.values()].flat().map((span) => [keyOf(span), span]));
    const salted = await store.visitors.salts([...wanted.values()]);
    const found = new Map(salted.map((day) => [keyOf(day), day]));
    for (const [name, own] of spans) {
      const zone = zones.get(name);
      if (!zone) continue;
      zone.days = own.flatMap((span): Day[] => {
        const day = found.get(keyOf(span));
        const begin = span.from * QUARTER_MS;
        return day ? [{ begin, end: begin + span.quarters * QUARTER_MS, id: day.id, salt: day.salt }] : [];
      });
    }
  }

  async function load(name: string, zone: Zone, at: number): Promise<void> {
    try {
      zone.loading ??= read([name], at);
      if (await isDoneWithin(zone.loading, waitMs)) return;
    } catch (error) {
      onError(new Error("A visit could not be counted as a visitor's, only as a scan", { cause: error }));
    } finally {
      zone.loading = null;
      if (!dayAt(zone, at)) zone.retryAt = clock.steady() + RETRY_MS;
    }
  }

  async function refresh(): Promise<void> {
    const now = clock.now();
    for (const [name, { usedAt }] of zones) if (usedAt <= now - UNUSED_MS) zones.delete(name);
    if (zones.size === 0) return;
    await read([...zones.keys()], now);
  }

  const failed = (cause: unknown) => onError(new Error("Salts to count visitors could not be read", { cause }));
  const refreshing = startWorker({ everyMs: REFRESH_MS, round: refresh, onError: failed });

  return {
    /** Null if `tagOf` can answer at once; otherwise wait for it. */
    ready(name: string, at: number): Promise<void> | null {
      if (!isOn) return null;
      const fresh = () => ({ days: [], loading: null, usedAt: at, retryAt: Number.NEGATIVE_INFINITY });
      const zone: Zone = zones.get(name) ?? fresh();
      zone.usedAt = at;
      if (dayAt(zone, at)) return null;
      zones.set(name, zone);
      return clock.steady() < zone.retryAt ? null : load(name, zone, at);
    },
    /** For the journal; null without a salt, or if visitors are not counted. */
    tagOf({ zone, codeId, at, address, userAgent }: TaggedVisit): string | null {
      const day = dayAt(zones.get(zone), at);
      if (day === undefined) return null;
      const visitor = hash("sha256", `${day.salt}${networkOf(address)}\n${codeId}\n${userAgent}`, "base64url");
      return tagText(day.id, visitor.slice(0, TAG_LENGTH));
    },
    close: () => void refreshing.stop(0),
  };
}

const keyOf = ({ from, quarters }: DaySpan): string => `${from} ${quarters}`;

function spansAt(zone: string, at: number): DaySpan[] {
  try {
    const today = localDay(zone, at);
    const end = (today.from + today.quarters) * QUARTER_MS;
    const spans = end - at <= SALT_AHEAD_MS ? [today, localDay(zone, end)] : [today];
    return spans.filter(({ quarters }) => quarters <= MAX_DAY);
  } catch (error) {
    // A zone that only a newer version of Node knows: its visitors are not counted.
    if (error instanceof RangeError) return [];
    throw error;
  }
}
