import type { Member } from "../api/types.ts";
import { maker as words } from "./words.ts";

/**
 * Who created something. Null for the only member, and until the members are known. What is kept of a member who was
 * removed has no maker: `former` is said of it.
 */
export function madeByText(
  madeBy: string | null | undefined,
  members: readonly Member[],
  former: string = words.former,
): string | null {
  if (madeBy === null) return former;
  const maker = members.find(({ userId }) => userId === madeBy);
  return maker && members.length > 1 ? words.by(maker.name || maker.email) : null;
}
