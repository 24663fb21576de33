import { createBoundedMap, shortKey } from "../shared/bounded-map.ts";
import { type AgentHints, type AgentTraits, parseAgent, withHints } from "./agent-parse.ts";

/** A parsed agent: shared, frozen, with its JSON text cached. */
export interface Agent extends AgentTraits {
  /** `["mobile","Chrome","Android"]` */
  readonly text: string;
}

export type AgentReader = (userAgent: string, hints?: AgentHints) => Agent;

const HINTS_PER_AGENT = 8;
const MAX_HINTS_LENGTH = 256;

interface Entry {
  readonly plain: Agent;
  hinted: Map<string, Agent> | null;
}

export function createAgentReader({ cacheSize }: { cacheSize: number }): AgentReader {
  const entries = createBoundedMap<Entry>(cacheSize);
  // All names are from closed lists, so this stays small; equal agents are one object.
  const agents = new Map<string, Agent>();

  const agentOf = ({ device, browser, os }: AgentTraits): Agent => {
    const text = JSON.stringify([device, browser, os]);
    const known = agents.get(text);
    if (known) return known;
    const agent = Object.freeze({ device, browser, os, text });
    agents.set(text, agent);
    return agent;
  };
  const entryOf = (userAgent: string): Entry => {
    const found = entries.get(userAgent);
    if (found) return found;
    return entries.set(userAgent, { plain: agentOf(parseAgent(userAgent)), hinted: null });
  };

  return (userAgent, hints) => {
    const entry = entryOf(shortKey(userAgent));
    if (!hints || (!hints.mobile && !hints.platform && !hints.brands)) return entry.plain;
    const key = `${hints.mobile} ${hints.platform} ${hints.brands}`;
    entry.hinted ??= new Map();
    const known = entry.hinted.get(key);
    if (known) return known;
    const agent = agentOf(withHints(entry.plain, hints));
    if (key.length <= MAX_HINTS_LENGTH && entry.hinted.size < HINTS_PER_AGENT) {
      entry.hinted.set(key, agent);
    }
    return agent;
  };
}
