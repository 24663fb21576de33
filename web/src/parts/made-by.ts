import type { Member } from "../api/types.ts";
import { maker as words } from "./words.ts";

/** Who created something. Null for the only member, and until the members are known. */
export function madeByText(madeBy: string | null | undefined, members: readonly Member[]): string | null {
  // What is kept of a member who was removed has no maker.
  if (madeBy === null) return words.former;
  const maker = members.find(({ userId }) => userId === madeBy);
  return maker && members.length > 1 ? words.by(maker.name || maker.email) : null;
}
