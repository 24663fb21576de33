import { badCursor } from "../shared/errors.ts";
import { isUuid } from "../shared/ids.ts";

export interface Page<T> {
  data: T[];
  /** The last id on the page; null if there is no further page. */
  nextCursor: string | null;
}

/** One page of records with time-ordered ids. `read` returns the newest ones before an id. */
export async function pageOf<T extends { id: string }>(
  read: (count: number, before?: string) => Promise<T[]>,
  limit: number,
  cursor?: string,
): Promise<Page<T>> {
  if (cursor !== undefined && !isUuid(cursor)) throw badCursor();
  const found = await read(limit + 1, cursor);
  const data = found.slice(0, limit);
  return { data, nextCursor: found.length > limit ? data.at(-1)!.id : null };
}
