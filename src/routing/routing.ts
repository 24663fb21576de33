/** Where a code leads other than to its content: one document for each code, of which visits read the parts they need. */
import type { Code } from "../codes/code.ts";
import type { Afterwards } from "./afterwards.ts";

export interface Routing {
  /** For visitors while the code is paused or expired; null: as the workspace has chosen. */
  afterwards: Afterwards | null;
}

const NO_ROUTING: Routing = { afterwards: null };

/** As the store keeps it: null for none, so that visits of a code without routing have nothing to read. */
export const writeRouting = ({ afterwards }: Routing): string | null =>
  afterwards === null ? null : JSON.stringify({ afterwards });

/** By code object, which known codes keep: it is read once, not with every visit. */
const compiled = new WeakMap<Pick<Code, "routing">, Routing>();

export function routingOf(code: Pick<Code, "routing">): Routing {
  if (code.routing === null) return NO_ROUTING;
  const known = compiled.get(code);
  if (known) return known;
  const routing: Routing = { ...NO_ROUTING, ...JSON.parse(code.routing) };
  compiled.set(code, routing);
  return routing;
}
