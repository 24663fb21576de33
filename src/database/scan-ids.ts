import type { EngineName } from "./engine.ts";

export const uuidBytes = (id: string): Uint8Array => Buffer.from(id.replaceAll("-", ""), "hex");

export const uuidText = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");

/** Of a value of the column `id`, which is bytes on SQLite and text on PostgreSQL. */
export const idBytes = (column: string | Uint8Array): Uint8Array =>
  typeof column === "string" ? uuidBytes(column) : column;

export const idText = (column: string | Uint8Array): string => (typeof column === "string" ? column : uuidText(column));

/** As a value for the column `id`. */
export const idColumn = (engine: EngineName, id: string): string | Uint8Array =>
  engine === "sqlite" ? uuidBytes(id) : id;
