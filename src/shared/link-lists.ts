/** Lists of links in the JSON of other products' APIs. */

/** The list itself, or below the property names of the APIs; or a list of such pages. */
export function listIn(value: unknown): unknown[] | null {
  if (Array.isArray(value)) return value.flatMap((one) => listIn(one) ?? [one]);
  if (typeof value !== "object" || value === null) return null;
  const { data, links, shortUrls } = value as Record<string, unknown>;
  return listIn(data) ?? listIn(links) ?? listIn(shortUrls);
}

/** A sentence if there are more pages than those in the file, by what Shlink says of each; otherwise null. */
export function missingPages(value: unknown): string | null {
  type Page = { shortUrls?: { pagination?: { currentPage?: unknown; pagesCount?: unknown } } } | null;
  const pages = ([value].flat() as Page[]).map((page) => page?.shortUrls?.pagination);
  const shown = new Set(pages.map((page) => page?.currentPage).filter(Number.isInteger));
  const count = pages.reduce((most, page) => Math.max(most, Number(page?.pagesCount) || 0), 0);
  if (shown.size === 0 || shown.size >= count) return null;
  return `This file has page ${[...shown].join(", ")} of ${count}: the links of the other pages are missing.`;
}
