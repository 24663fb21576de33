/** Where visitors of a code go while it is paused or expired. */
import { actionOf, contentProblem } from "../codes/content/index.ts";
import { forPlacement } from "../codes/content/placement.ts";
import type { FieldProblem } from "../shared/errors.ts";
import { textProblem } from "../shared/text.ts";

/** A web address that they are redirected to, or words on our page. */
export type Afterwards = { to: string } | { message: string };

/** As a caller sends it: a schema with a clear message cannot say that exactly one is there. */
export interface GivenAfterwards {
  to?: string;
  message?: string;
}

export const MESSAGE_LENGTH = 500;
export const ADDRESS_LENGTH = 2_000;
const ONE_OF_TWO = 'must have either "to", a web address, or "message", words for visitors';

/** Of a valid one. */
export function afterwardsOf(given: GivenAfterwards | null): Afterwards | null {
  if (given === null) return null;
  return given.to === undefined ? { message: given.message! } : { to: given.to };
}

/** Every rule that a shape alone cannot say, except those about addresses of this service. */
export function afterwardsProblems(given: GivenAfterwards | null | undefined): FieldProblem[] {
  if (!given) return [];
  const { to, message } = given;
  if ((to === undefined) === (message === undefined)) return [{ field: "afterwards", message: ONE_OF_TWO }];
  const problem = to === undefined ? textProblem(message!, MESSAGE_LENGTH) : addressProblem(to);
  const field = to === undefined ? "afterwards.message" : "afterwards.to";
  return problem === null ? [] : [{ field, message: problem }];
}

/** As for the content of a code of type url. */
export const addressProblem = (address: string): string | null =>
  textProblem(address, ADDRESS_LENGTH) ?? contentProblem("url", address);

/** What visitors of a code that is paused or expired get. */
export interface Rest {
  /** Where they are redirected; null: our page. */
  to: string | null;
  /** The owner's words on our page; null: ours. */
  message: string | null;
  /** The way on from our page. */
  website: string | null;
}

export const NO_REST: Rest = { to: null, message: null, website: null };

interface RestingCode {
  afterwards: Afterwards | null;
  /** The name of the scanned copy. */
  placement: string | null;
  isSuspended: boolean;
}

/** What the code says goes before what its workspace says. For a suspended workspace we say nothing. */
export function restOf(
  { afterwards, placement, isSuspended }: RestingCode,
  brand: { afterwards: Afterwards | null; website: string | null },
): Rest {
  if (isSuspended) return NO_REST;
  const said: GivenAfterwards = afterwards ?? brand.afterwards ?? {};
  const to = said.to === undefined ? null : locationOf(said.to, placement);
  const website = brand.website === null ? null : locationOf(brand.website, placement);
  return { to, message: said.message ?? null, website: to ?? website };
}

/** Null for what the rules of a later version refuse. */
function locationOf(address: string, placement: string | null): string | null {
  const action = forPlacement(actionOf("url", address), placement);
  return action.kind === "redirect" ? action.location : null;
}
