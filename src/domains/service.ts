/** The domains of a workspace: adding, proving by DNS, choosing the default. */
import { randomBytes } from "node:crypto";
import { actionOf } from "../codes/content/index.ts";
import { stateOf } from "../codes/state.ts";
import { confirmRights } from "../shared/audit.ts";
import type { Clock } from "../shared/clock.ts";
import { DAY_MS } from "../shared/days.ts";
import { type DomainError, invalidField, notFound } from "../shared/errors.ts";
import { isUuid } from "../shared/ids.ts";
import type { Store } from "../store/store.ts";
import type { Domain } from "./domain.ts";
import { readHostName, recordName } from "./host-name.ts";
import type { KnownDomains } from "./known-domains.ts";
import type { LookUpTxt } from "./txt-records.ts";

export const MAX_DOMAINS = 50;
/** Counted up to this number. */
const MAX_COUNTED = 100_000;
const PROOF_BYTES = 20;
/** A record gone for this long is reported. */
const MISSING_MS = 7 * DAY_MS;

export interface DomainsOptions {
  store: Pick<Store, "domains" | "codes" | "turns">;
  clock: Clock;
  createId: () => string;
  knownDomains: Pick<KnownDomains, "refresh">;
  lookUpTxt: LookUpTxt;
  baseUrl: () => string;
}

export interface DomainNotice {
  id: string;
  host: string;
  state: "taken-over" | "missing";
  since: number;
}

/** The record to create in the DNS. */
export const recordOf = ({ host, proof }: Pick<Domain, "host" | "proof">) => ({
  type: "TXT" as const,
  name: recordName(host),
  value: proof,
});

export function createDomains({ store, clock, createId, knownDomains, lookUpTxt, baseUrl }: DomainsOptions) {
  const { domains } = store;

  async function find(workspaceId: string, id: string): Promise<Domain> {
    const domain = isUuid(id) ? await domains.find(workspaceId, id) : null;
    if (!domain) throw notFound();
    return domain;
  }

  /** This node serves it from now on; the others follow by a notice. */
  async function served(changed: Domain): Promise<Domain> {
    await knownDomains.refresh();
    return changed;
  }

  return {
    list: (workspaceId: string): Promise<Domain[]> => domains.list(workspaceId),

    find,

    async add(workspaceId: string, text: string): Promise<Domain> {
      const read = readHostName(text);
      if ("problem" in read) throw invalidField("host", "The domain", read.problem);
      const { host } = read;
      const own = new URL(baseUrl()).hostname;
      if (host === own) {
        throw invalidField(
          "host",
          "The domain",
          "must not be the address of this service, which serves all codes already",
        );
      }
      if (own.endsWith(`.${host}`)) {
        // Whoever answers under it can set cookies that browsers send to the dashboard.
        throw invalidField("host", "The domain", `must not be a parent of this service's address, ${own}`);
      }
      const proof = `tessera=${randomBytes(PROOF_BYTES).toString("hex")}`;
      const domain = { id: createId(), workspaceId, host, proof, createdAt: clock.now() };
      await domains.create(domain, MAX_DOMAINS);
      return { ...domain, verifiedAt: null, lostAt: null, missingSince: null, isDefault: false };
    },

    /** Looks for the record now. Throws with what was found instead. */
    async verify(workspaceId: string, id: string): Promise<Domain> {
      const domain = await find(workspaceId, id);
      const { name, value } = recordOf(domain);
      const records = await lookUpTxt(name);
      if ("problem" in records) throw notProven(`${name} ${records.problem}`);
      if (!records.values.includes(value)) {
        const found = records.values.filter((each) => each.startsWith("tessera="));
        const shown = (found.length > 0 ? found : records.values).slice(0, 3).map((each) => `“${each.slice(0, 100)}”`);
        throw notProven(`${name} has the TXT record ${shown.join(", ")}, not “${value}”`);
      }
      await confirmRights();
      return served(await domains.verify(domain, records.values, clock.now()));
    },

    async change(workspaceId: string, { id }: Domain, isDefault: boolean): Promise<Domain> {
      return served(await domains.setDefault(workspaceId, id, isDefault, clock.now()));
    },

    async remove(workspaceId: string, id: string): Promise<void> {
      if (!isUuid(id)) throw notFound();
      await served(await domains.remove(workspaceId, id, clock.now()));
    },

    /** Domains that another workspace has taken over, and those whose record is gone. */
    async notices(workspaceId: string): Promise<DomainNotice[]> {
      const all = await domains.list(workspaceId);
      return all.flatMap(({ id, host, lostAt, missingSince }): DomainNotice[] => {
        if (lostAt !== null) return [{ id, host, state: "taken-over", since: lostAt }];
        const isMissing = missingSince !== null && clock.now() - missingSince >= MISSING_MS;
        return isMissing ? [{ id, host, state: "missing", since: missingSince }] : [];
      });
    },

    /** Links that left the workspace with a code and still work on its domains, the latest first. */
    async movedLinks(workspaceId: string, page: { limit: number; offset: number }) {
      const { total, links } = await store.turns.lists(workspaceId, () => store.codes.movedLinks(workspaceId, page));
      const now = clock.now();
      const shown = links.map(({ code, ...link }) => {
        const state = stateOf(code, now);
        const action = actionOf(code.type, code.content);
        // What visitors do not see is only the other workspace's.
        const leadsTo = state === "active" && action.kind === "redirect" ? action.location : null;
        return { ...link, state, type: code.type, leadsTo };
      });
      return { total, links: shown };
    },

    /** Nobody can use the link's token for another code. */
    async stopMovedLink(workspaceId: string, token: string): Promise<void> {
      if (!(await store.codes.stopMovedLink(workspaceId, token, clock.now()))) throw notFound();
    },

    /** How many codes may be printed with links on this domain. */
    async usedBy(workspaceId: string, id: string): Promise<number> {
      await find(workspaceId, id);
      return store.turns.lists(workspaceId, () => domains.usedBy(workspaceId, id, clock.now(), MAX_COUNTED));
    },
  };
}

const notProven = (reason: string): DomainError => invalidField("record", "The record", `was not found: ${reason}`);
