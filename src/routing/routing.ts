/** Where a code leads other than to its content: one document for each code, of which visits read the parts they need. */
import type { Code } from "../codes/code.ts";
import type { Afterwards } from "./afterwards.ts";
import { type CompiledRouting, compileRouting } from "./decide.ts";
import type { Example, Rule, Variant } from "./shape.ts";

export interface Routing {
  /** ISO 8601; null: at once. */
  startsAt: string | null;
  rules: Rule[];
  /** Two variants or more; null: none. */
  split: { variants: Variant[] } | null;
  /** For visitors while the code is paused or expired; null: as the workspace has chosen. */
  afterwards: Afterwards | null;
  /** Parameters of the visited address are added to where it leads. */
  passQuery: boolean;
  /** So is the id of the scan, as `scanId`. */
  passScanId: boolean;
  examples: Example[];
}

export const NO_ROUTING: Routing = {
  startsAt: null,
  rules: [],
  split: null,
  afterwards: null,
  passQuery: false,
  passScanId: false,
  examples: [],
};

const FIELDS = Object.keys(NO_ROUTING) as (keyof Routing)[];

const isDefault = (value: unknown): boolean =>
  value === null || value === false || (Array.isArray(value) && value.length === 0);

/** As the store keeps it: null for none, so that visits of a code without routing have nothing to read. */
export function writeRouting(routing: Routing): string | null {
  const set = FIELDS.filter((field) => !isDefault(routing[field]));
  return set.length === 0 ? null : JSON.stringify(Object.fromEntries(set.map((field) => [field, routing[field]])));
}

interface Held {
  routing: Routing;
  /** Null if nothing is to be decided: the code leads to its content, and at once. */
  compiled: CompiledRouting | null;
}

const NOTHING: Held = { routing: NO_ROUTING, compiled: null };

/** By code object, which known codes keep: it is read once, not with every visit. */
const held = new WeakMap<Pick<Code, "routing">, Held>();

function heldOf(code: Pick<Code, "routing">): Held {
  if (code.routing === null) return NOTHING;
  const known = held.get(code);
  if (known) return known;
  const routing: Routing = { ...NO_ROUTING, ...JSON.parse(code.routing) };
  const isUsed = routing.startsAt !== null || routing.rules.length > 0 || routing.split !== null;
  const found = { routing, compiled: isUsed ? compileRouting(routing) : null };
  held.set(code, found);
  return found;
}

export const routingOf = (code: Pick<Code, "routing">): Routing => heldOf(code).routing;
export const compiledRouting = (code: Pick<Code, "routing">): CompiledRouting | null => heldOf(code).compiled;
