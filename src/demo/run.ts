import type { Accounts } from "../accounts/service.ts";
import { createCodes } from "../codes/service.ts";
import type { Actor } from "../shared/actor.ts";
import { DAY_MS, dayOf } from "../shared/days.ts";
import { createIds } from "../shared/ids.ts";
import { newRun } from "../store/run-lines.ts";
import type { Store } from "../store/store.ts";
import { DEMO_CODES, type DemoCode } from "./codes.ts";
import { demoBatches, expiryOf, type StoredCode } from "./scans.ts";
import { createRandom } from "./visitors.ts";

export const DEMO_EMAIL = "demo@example.com";
const BRAND = { name: "Café Mosaic", color: "#9c4221", logoId: null, showFooter: true };
const SEED = 20_260_101;
const SCANS = 50_000;

export interface DemoOptions {
  store: Store;
  accounts: Accounts;
  now: number;
  lifetimeMs: number;
  /** Called with the progress from 0 to 1. */
  progress: (done: number) => void;
}

/** Fills an account with codes of every type and three months of scans, through the same code paths as real ones. */
export async function runDemo(options: DemoOptions): Promise<{ email: string; password: string }> {
  const { store, accounts, now, lifetimeMs, progress } = options;
  if (await accounts.findByEmail(DEMO_EMAIL)) {
    throw new Error(`The demo already exists: there is an account ${DEMO_EMAIL}.`);
  }
  const plan = accounts.plans.at(-1)!;
  // Never the administrator: its password is public, and the set-up link must keep working.
  const { user, password } = await accounts.add({ email: DEMO_EMAIL, plan, role: "member" });
  await store.brands.set(user.id, BRAND);
  const codes = await makeDemoCodes(DEMO_CODES, { store, now, lifetimeMs, ownerId: user.id });
  await fillWithScans(store, codes, now, SCANS, progress);
  return { email: user.email, password };
}

/** Scans spread over three months, stored the way real ones are. */
export async function fillWithScans(
  store: Store,
  codes: readonly StoredCode[],
  now: number,
  scans: number,
  progress: (done: number) => void = () => {},
): Promise<void> {
  for (const { batch, done } of demoBatches(codes, now, scans, createRandom(SEED))) {
    await store.settleScans([newRun(batch)]);
    progress(done);
  }
}

interface Making extends Pick<DemoOptions, "store" | "now" | "lifetimeMs"> {
  ownerId: string;
  /** Noted as who made the codes. */
  by?: Actor;
}

export async function makeDemoCodes(demos: readonly DemoCode[], making: Making): Promise<StoredCode[]> {
  const { store, now, lifetimeMs, ownerId, by } = making;
  const made: StoredCode[] = [];
  let moment = now;
  const clock = { now: () => moment, steady: () => moment };
  const scansSettled = async () => {};
  // Oldest first, as they would have been created.
  for (const demo of demos.toSorted((a, b) => b.age - a.age)) {
    // Before the day of its first scan: no code is younger than its scans.
    moment = (dayOf(now) - demo.age) * DAY_MS - Math.floor(DAY_MS / 3);
    const createId = createIds(clock.now);
    const codes = createCodes({ store, clock, createId, lifetimeMs, scansSettled });
    const { id } = await codes.create(ownerId, demo.draft, by);
    moment = now;
    if (demo.favorite) await codes.change(ownerId, id, { isFavorite: true });
    if (demo.ends === "paused") await codes.change(ownerId, id, { isPublic: false });
    if (demo.ends === "expired") await codes.change(ownerId, id, { expiresAt: expiryOf(now) });
    made.push({ ...demo, id });
  }
  return made;
}
