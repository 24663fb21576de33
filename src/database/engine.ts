export type EngineName = "sqlite" | "postgres";

/** A numbered step. It runs once, in order, and is never edited after a release. */
export interface Migration {
  version: number;
  name: string;
  statements(engine: EngineName): string[];
  /** Rethrows a statement's error in words for an operator. */
  explain?(error: unknown): never;
}
