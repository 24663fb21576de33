import type { Accounts } from "../accounts/service.ts";
import type { NewCode } from "../codes/code.ts";
import { newCode } from "../codes/creation.ts";
import { newRun } from "../scans/run-lines.ts";
import { isWithin } from "../scans/visitors.ts";
import type { Actor } from "../shared/actor.ts";
import { DAY_MS, dayOf, QUARTER_MS } from "../shared/days.ts";
import { createIds, createToken } from "../shared/ids.ts";
import { TAG_COLORS } from "../shared/tag-colors.ts";
import type { Store } from "../store/store.ts";
import { MAX_TAGS } from "../tags/tag.ts";
import { DEMO_CODES, DEMO_TAGS, type DemoCode } from "./codes.ts";
import { demoBatches, demoSpans, expiryOf } from "./scans.ts";
import { createRandom } from "./visitors.ts";

export const DEMO_EMAIL = "demo@example.com";
const BRAND = {
  name: "Café Mosaic",
  color: "#9c4221",
  logoId: null,
  website: "https://cafe-mosaic.example",
  afterwards: null,
  showFooter: true,
};
const SEED = 20_260_101;
const SCANS = 50_000;
/** The overview names codes that expire within two weeks. */
const SOON_MS = 5 * DAY_MS;

export interface DemoOptions {
  store: Store;
  accounts: Accounts;
  now: number;
  lifetimeMs: number;
  /** Called with the progress from 0 to 1. */
  progress: (done: number) => void;
}

/** Creates an account with codes of every type and three months of scans, which are settled like real ones. */
export async function runDemo(options: DemoOptions): Promise<{ email: string; password: string }> {
  const { store, accounts, now, lifetimeMs, progress } = options;
  if (await accounts.findByEmail(DEMO_EMAIL)) {
    throw new Error(`The demo already exists: there is an account ${DEMO_EMAIL}.`);
  }
  const plan = accounts.plans.at(-1)!;
  // Of this computer, which is that of the browser if somebody tries it out.
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  // Never the administrator: its password is public, and the set-up link must keep working.
  const { user, password } = await accounts.add({ email: DEMO_EMAIL, plan, role: "member", zone });
  await store.brands.set(user.workspaceId, BRAND, now);
  await fillAccount(DEMO_CODES, { store, now, lifetimeMs, workspaceId: user.workspaceId, scans: SCANS, progress });
  await tagCodes(store, user.workspaceId, now);
  return { email: user.email, password };
}

async function tagCodes(store: Store, workspaceId: string, now: number): Promise<void> {
  const createId = createIds(() => now);
  const { codes } = await store.codes.list(workspaceId, {}, now, DEMO_CODES.length);
  for (const [i, [name, tagged]] of Object.entries(DEMO_TAGS).entries()) {
    const tag = { id: createId(), name, color: TAG_COLORS[i]! };
    await store.tags.create({ ...tag, workspaceId, createdAt: now }, MAX_TAGS);
    const ids = codes.filter((code) => tagged.includes(code.name)).map(({ id }) => id);
    await store.codes.changeMany(workspaceId, ids, { addTags: [tag.id] }, now);
  }
}

interface Filling extends Pick<DemoOptions, "store" | "now" | "lifetimeMs" | "progress"> {
  workspaceId: string;
  scans: number;
  /** Noted as who made the codes. */
  by?: Actor;
}

/** Creates codes that appear at once, with three months of scans, and without events. Returns how many. */
export async function fillAccount(demos: readonly DemoCode[], filling: Filling): Promise<number> {
  const { store, now, workspaceId, scans, progress } = filling;
  // Oldest first, as they would have been created.
  const made = demos
    .toSorted((a, b) => b.age - a.age)
    .map((demo) => {
      const code = demoCode(demo, filling);
      const createId = createIds(() => code.createdAt);
      const placements = (demo.placements ?? []).map(([name, weight]) => ({
        placement: { id: createId(), name, token: createToken(), isSlug: false, createdAt: code.createdAt },
        weight,
      }));
      return { ...demo, code, placements };
    });
  const codes = made.map(({ code }) => code);
  const placed = new Map(made.map(({ code, placements }) => [code.id, placements.map(({ placement }) => placement)]));
  await store.examples.prepare(codes, now, placed);
  const stored = made.map(({ code: { id }, placements, ...demo }) => ({
    ...demo,
    id,
    placements: placements.map(({ placement, weight }) => [placement.id, weight] as const),
  }));
  const { zone } = (await store.workspaces.find(workspaceId))!;
  const spans = demoSpans(now, zone);
  const [salt] = await store.visitors.salts(spans.filter((span) => isWithin(span, Math.floor(now / QUARTER_MS))));
  for (const { batch, done, visitors } of demoBatches({
    codes: stored,
    now,
    scans,
    random: createRandom(SEED),
    places: createRandom(SEED + 1),
    spans,
    salt: salt!,
  })) {
    await store.settleScans([newRun(batch)]);
    await store.examples.addVisitors(visitors);
    progress(done);
  }
  return store.examples.show(
    workspaceId,
    codes.map(({ id }) => id),
    now,
  );
}

function demoCode(
  { draft, age, favorite = false, ends }: DemoCode,
  { workspaceId, now, lifetimeMs, by }: Filling,
): NewCode {
  // Before the day of its first scan: no code is younger than its scans.
  const createdAt = (dayOf(now) - age) * DAY_MS - Math.floor(DAY_MS / 3);
  const given = { id: createIds(() => createdAt)(), token: createToken(), createdAt, slidesTo: createdAt + lifetimeMs };
  const expiresAt = ends === "expired" ? expiryOf(now) : ends === "soon" ? now + SOON_MS : null;
  const code = newCode(workspaceId, { ...draft, isPublic: ends !== "paused", expiresAt }, given);
  return { ...code, style: null, isFavorite: favorite, madeBy: by };
}
