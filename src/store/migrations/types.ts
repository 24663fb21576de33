export type EngineName = "sqlite" | "postgres";

/** A numbered step. It runs once, in order, and is never edited after it was released. */
export interface Migration {
  version: number;
  name: string;
  statements(engine: EngineName): string[];
}
