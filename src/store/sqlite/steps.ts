/** A statement of a change whose statements are all known before it begins. */
export interface Step {
  sql: string;
  parameters: readonly unknown[];
  /** Said when it gives no row; then nothing of the change is made. */
  orElse?: string | undefined;
}

/** Undoes the transaction that it is thrown in. */
export class NothingFound extends Error {}
