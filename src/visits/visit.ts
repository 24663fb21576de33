import type { Agent, AgentReader } from "./agent.ts";
import type { Classifier, Fields, RequestReason } from "./classify.ts";
import type { Place, PlaceReader } from "./place.ts";

/** One request to a code, parsed once; later steps never see the request itself. */
export interface Visit {
  /** Unix milliseconds. */
  readonly at: number;
  readonly agent: Agent;
  readonly place: Place;
  /** Why it is not a scan; null if it is. */
  readonly uncounted: RequestReason | null;
}

/** Facts about a request, from the entry point. */
interface VisitFacts {
  readonly at: number;
  readonly method: string;
  /** The client's address; looked up, never stored. */
  readonly address: string;
  readonly headers: Fields;
}

export type VisitReader = ReturnType<typeof createVisitReader>;

const one = (field: string | string[] | undefined): string | undefined =>
  typeof field === "object" ? field[0] : field;

export function createVisitReader(parts: {
  readAgent: AgentReader;
  places: Pick<PlaceReader, "lookup" | "ready">;
  classify: Classifier;
}) {
  const { readAgent, places, classify } = parts;
  return {
    /** Null if `read` can answer at once; otherwise wait for it. */
    ready: places.ready,
    read({ at, method, address, headers }: VisitFacts): Visit {
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
