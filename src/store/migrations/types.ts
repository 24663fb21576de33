export type EngineName = "sqlite" | "postgres";

/** A numbered step. It runs once, in order, and is never edited after it was released. */
export interface Migration {
  version: number;
  name: string;
  statements(engine: EngineName): string[];
  /** Throws what an operator should read instead of a statement's own error. */
  explain?(error: unknown): never;
}
