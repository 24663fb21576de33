import { networkOf } from "./addresses.ts";
import { actAs, actingNow } from "./audit.ts";

/** Who waits in a queue. People take turns, and within a person's turn their workspaces, or the networks of visitors. */
export interface Caller {
  person: string;
  part?: string;
}

/** The caller of the running request. Work that nobody asked for is charged to its workspace. */
export function callerNow(workspaceId: string): Caller {
  const { person = workspaceId, network = workspaceId } = actingNow() ?? {};
  return { person, part: network };
}

/** Charges a visitor's request to the creator of the workspace that they visit, within their turn to the network. */
export const actAsVisitor = <T>(
  { madeBy, workspaceId }: { madeBy: string | null; workspaceId: string },
  address: string,
  work: () => T,
): T => actAs({ actor: undefined, agent: null, person: madeBy ?? workspaceId, network: networkOf(address) }, work);
