import { badCursor } from "../shared/errors.ts";
import { isUuid } from "../shared/ids.ts";

export interface Page<T> {
  data: T[];
  /** The last id on the page; null if there is no further page. */
  nextCursor: string | null;
}

interface Records<T> {
  find(workspaceId: string, id: string): Promise<T | null>;
  /** The newest ones before an id. */
  list(workspaceId: string, limit: number, before?: string): Promise<T[]>;
}

/** One page of a workspace's records with time-ordered ids. */
export async function pageOf<T extends { id: string }>(
  records: Records<T>,
  workspaceId: string,
  limit: number,
  cursor?: string,
): Promise<Page<T>> {
  const isOwn = cursor === undefined || (isUuid(cursor) && (await records.find(workspaceId, cursor)) !== null);
  if (!isOwn) throw badCursor();
  const found = await records.list(workspaceId, limit + 1, cursor);
  const data = found.slice(0, limit);
  return { data, nextCursor: found.length > limit ? data.at(-1)!.id : null };
}
