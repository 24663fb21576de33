import type { Agent, AgentReader } from "./agent.ts";
import type { Classifier, Fields, RequestReason } from "./classify.ts";
import type { Place, PlaceReader } from "./place.ts";

/** One request to a code, read once; what comes after works with this and never with the request. */
export interface Visit {
  /** Unix milliseconds. */
  readonly at: number;
  readonly agent: Agent;
  readonly place: Place;
  /** Why it is not a scan, null if it is one. */
  readonly uncounted: RequestReason | null;
}

/** What an entry point tells about a request. */
interface VisitFacts {
  readonly at: number;
  readonly method: string;
  /** The client's address; it is looked up and forgotten. */
  readonly address: string;
  readonly headers: Fields;
}

export interface VisitReader {
  /** Null when `read` can answer at once; else wait for it first. */
  ready(address: string): Promise<void> | null;
  read(facts: VisitFacts): Visit;
}

const one = (field: string | string[] | undefined): string | undefined =>
  typeof field === "object" ? field[0] : field;

export function createVisitReader(parts: {
  readAgent: AgentReader;
  places: Pick<PlaceReader, "lookup" | "ready">;
  classify: Classifier;
}): VisitReader {
  const { readAgent, places, classify } = parts;
  return {
    ready: places.ready,
    read: ({ at, method, address, headers }) => {
      const userAgent = one(headers["user-agent"]) ?? "";
      return Object.freeze({
        at,
        agent: readAgent(userAgent, {
          mobile: one(headers["sec-ch-ua-mobile"]),
          platform: one(headers["sec-ch-ua-platform"]),
          brands: one(headers["sec-ch-ua"]),
        }),
        place: places.lookup(address),
        uncounted: classify({ method, userAgent, headers }),
      });
    },
  };
}
