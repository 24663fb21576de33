import { namedPatternLine, nameLine, readDataFile, spellingLine } from "./data-file.ts";

export const UNKNOWN = "Unknown";

const LIBRARIES = readDataFile(new URL("./data/libraries.txt", import.meta.url), namedPatternLine);

const NAMED = LIBRARIES.map(({ name, value }) => ({ name, pattern: new RegExp(`^(?:${value})`, "i") }));

/** The HTTP library or program at the start of the agent, or null. */
export const libraryOf = (userAgent: string): string | null =>
  NAMED.find(({ pattern }) => pattern.test(userAgent))?.name ?? null;

/** In-app browsers and others that the parser misses or reports as their engine; the first match wins. */
const OWN_BROWSERS = readDataFile(new URL("./data/browsers.txt", import.meta.url), namedPatternLine).map(
  ({ name, value }) => ({ name, pattern: new RegExp(value) }),
);
const BROWSER_NAMES = readDataFile(new URL("./data/browser-names.txt", import.meta.url), spellingLine);
const SYSTEM_NAMES = readDataFile(new URL("./data/system-names.txt", import.meta.url), spellingLine);
const BRANDS = readDataFile(new URL("./data/brands.txt", import.meta.url), nameLine);

const browsers = new Map<string, string>();
for (const name of [...OWN_BROWSERS.map(({ name }) => name), ...LIBRARIES.map(({ name }) => name)])
  browsers.set(name.toLowerCase(), name);
for (const { name, value } of BROWSER_NAMES) browsers.set(value, name);
const systems = new Map(SYSTEM_NAMES.map(({ name, value }) => [value, name]));

/**
 * The parser repeats what the agent says. Only names in the closed lists pass, so that nobody can add invented names
 * to an owner's statistics.
 */
const nameIn = (table: Map<string, string>, name: string | undefined): string =>
  (name && table.get(name.toLowerCase())) || UNKNOWN;

export const browserName = (name: string | undefined): string => nameIn(browsers, name);
export const systemName = (name: string | undefined): string => nameIn(systems, name);

const browserNames = new Set([UNKNOWN, ...browsers.values()]);
const systemNames = new Set([UNKNOWN, ...systems.values()]);

/** Whether visits can have this name. */
export const isBrowserName = (name: string): boolean => browserNames.has(name);
export const isSystemName = (name: string): boolean => systemNames.has(name);

export const ownBrowserOf = (userAgent: string): string | null =>
  OWN_BROWSERS.find(({ pattern }) => pattern.test(userAgent))?.name ?? null;

const BRAND = new RegExp(`"(${BRANDS.map((name) => RegExp.escape(name)).join("|")})"`);

/** The real name in `Sec-CH-UA` of a browser whose agent says Chrome. */
export const brandOf = (brands: string): string | null => BRAND.exec(brands)?.[1] ?? null;
