/** A statement of a change whose statements are all known before it begins. */
export interface Step {
  sql: string;
  parameters: readonly unknown[];
  /** Said when it gives no row; then nothing of the change is made. */
  orElse?: string | undefined;
}

/**
 * Makes all of the steps or none, and announces the change of the code with them. Gives the word of the
 * step that gave no row, or null.
 */
export type MakeSteps = (steps: readonly Step[], token: string) => Promise<string | null>;

/** Undoes the transaction that it is thrown in. */
export class NothingFound extends Error {}
