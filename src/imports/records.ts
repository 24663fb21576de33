/** Records of another product's export, from a file or from the dashboard. */
import { type Cell, type Fields, fieldsOf, plainName } from "./link.ts";

export interface FileRecord {
  cells: Cell[];
  fields: Fields;
  place: string;
}

export const recordOf = (cells: Cell[], place: string): FileRecord => ({ cells, fields: fieldsOf(cells), place });

const holdsAnything = (value: unknown): boolean => {
  if (typeof value === "string") return value.trim() !== "";
  return typeof value === "object" && value !== null ? Object.values(value).some(holdsAnything) : Boolean(value);
};

/** Columns with unknown or repeated names: label and number of records. */
export function unreadColumns(records: readonly FileRecord[], known: ReadonlySet<string>): Map<string, number> {
  const unread = new Map<string, number>();
  for (const { cells, fields } of records) {
    for (const [label, value] of cells) {
      const name = plainName(label);
      const isRead = known.has(name) && fields.get(name) === value;
      if (!isRead && holdsAnything(value)) unread.set(label, (unread.get(label) ?? 0) + 1);
    }
  }
  return unread;
}
