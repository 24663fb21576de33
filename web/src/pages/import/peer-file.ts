/** Exports of other products, recognised by the names of their fields. */
import { listIn, missingPages } from "../../../../src/shared/link-lists.ts";
import { type Product, productOf, type Table } from "./table.ts";

export interface PeerFile {
  product: Product;
  /** Where each is in the file, and its fields. */
  records: { place: string; fields: Record<string, unknown> }[];
  /** Says which pages of the export are not in the file. */
  missing: string | null;
}

/** A table whose header is that of a product's export; null if it is none. */
export function peerTable({ rows: [header, ...rows] }: Table): PeerFile | null {
  const product = header ? productOf(header.cells) : null;
  if (!header || product === null || rows.length === 0) return null;
  const labelOf = (i: number) => header.cells[i] || `(number ${i + 1}, without a name)`;
  const records = rows.map(({ number, cells }) => ({
    place: `row ${number}`,
    fields: Object.fromEntries(cells.map((cell, i) => [labelOf(i), cell])),
  }));
  return { product, records, missing: null };
}

/** The answer of a product's API, or several; null if it is none. */
export function peerJson(text: string): PeerFile | null {
  if (!/^\s*[[{]/.test(text)) return null;
  let whole: unknown;
  try {
    whole = JSON.parse(text);
  } catch {
    return null;
  }
  const records = (listIn(whole) ?? []).map((fields, i) => ({
    place: `link ${i + 1}`,
    fields: fields as Record<string, unknown>,
  }));
  const [first] = records;
  const product =
    first && typeof first.fields === "object" && first.fields ? productOf(Object.keys(first.fields)) : null;
  return product && { product, records, missing: missingPages(whole) };
}
