/** Exports of other products, recognised by the names of their fields. */
import { type Product, productOf, type Table } from "./table.ts";

export interface PeerFile {
  product: Product;
  /** Where each is in the file, and its fields. */
  records: { place: string; fields: Record<string, unknown> }[];
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
  return { product, records };
}

/** The answer of a product's API, or several; null if it is none. */
export function peerJson(text: string): PeerFile | null {
  if (!/^\s*[[{]/.test(text)) return null;
  let list: unknown[] | null;
  try {
    list = listIn(JSON.parse(text));
  } catch {
    return null;
  }
  const records = (list ?? []).map((fields, i) => ({
    place: `link ${i + 1}`,
    fields: fields as Record<string, unknown>,
  }));
  const [first] = records;
  const product =
    first && typeof first.fields === "object" && first.fields ? productOf(Object.keys(first.fields)) : null;
  return product && { product, records };
}

/** The list itself, or below the names that the APIs use; or a list of such pages. */
function listIn(value: unknown): unknown[] | null {
  if (Array.isArray(value)) return value.flatMap((one) => listIn(one) ?? [one]);
  if (typeof value !== "object" || value === null) return null;
  const { data, links, shortUrls } = value as Record<string, unknown>;
  return listIn(data) ?? listIn(links) ?? listIn(shortUrls);
}
