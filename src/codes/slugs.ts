/** Share tokens that people choose. Case does not matter: they are stored in lower case. */
import type { FieldProblem } from "../shared/errors.ts";

export const SLUG_PATTERN = "^[A-Za-z0-9][A-Za-z0-9-]{1,38}[A-Za-z0-9]$";
export const SLUG_FORM = "3 to 40 of a-z, 0-9 and -, without - at the ends";
const SLUG_TAKEN = "is taken: choose another";

const SHAPE = new RegExp(SLUG_PATTERN);

/** Words that look like a page of the service, or may become one. */
const RESERVED: ReadonlySet<string> = new Set([
  ...["about", "abuse", "account", "admin", "administrator", "api", "app", "apple-app-site-association", "assets"],
  ...["assetlinks", "auth", "blog", "brand", "claim", "code", "codes", "contact", "dashboard", "docs", "domain"],
  ...["domains", "download", "export", "favicon", "healthz", "help", "home", "import", "index", "insights", "invite"],
  ...["keys", "legal", "login", "logout", "mail", "mcp", "me", "metrics", "new", "null", "official", "openapi"],
  ...["password", "phishing", "preview", "privacy", "qrcode", "qrcodes", "readyz", "register", "report", "robots"],
  ...["root", "security", "settings", "share", "sign-in", "sign-out", "sign-up", "signin", "signout", "signup"],
  ...["sitemap", "slugs", "static", "status", "support", "system", "tags", "terms", "tessera", "undefined", "user"],
  ...["users", "webhooks", "well-known", "workspace", "workspaces", "www"],
]);

export const isReserved = (token: string): boolean => RESERVED.has(token.toLowerCase());

/** What is wrong with a slug apart from being taken; null if it is fine. */
export function slugProblem(slug: string): string | null {
  if (!SHAPE.test(slug)) return `must be ${SLUG_FORM}`;
  return isReserved(slug) ? "is reserved: choose another" : null;
}

/** A problem for each text that is given twice. `fieldOf` names the field of the text with this index. */
export function repeatedTexts(
  texts: readonly (string | undefined)[],
  fieldOf: (index: number) => string,
): FieldProblem[] {
  const seen = new Set<string>();
  return texts.flatMap((text, i) => {
    if (text === undefined) return [];
    const isRepeated = seen.has(text);
    seen.add(text);
    return isRepeated ? [{ field: fieldOf(i), message: "is given twice" }] : [];
  });
}

/** A problem for each slug that is given twice, in any case. */
export const repeatedSlugs = (slugs: readonly (string | undefined)[], fieldOf: (index: number) => string) =>
  repeatedTexts(
    slugs.map((slug) => slug?.toLowerCase()),
    fieldOf,
  );

/** A problem for each text that is taken. */
export const takenTexts = (
  texts: readonly (string | undefined)[],
  taken: ReadonlySet<string>,
  message: string,
  fieldOf: (index: number) => string,
): FieldProblem[] =>
  texts.flatMap((text, i) => (text !== undefined && taken.has(text) ? [{ field: fieldOf(i), message }] : []));

export const takenSlugs = (
  slugs: readonly (string | undefined)[],
  taken: ReadonlySet<string>,
  fieldOf: (index: number) => string,
): FieldProblem[] =>
  takenTexts(
    slugs.map((slug) => slug?.toLowerCase()),
    taken,
    SLUG_TAKEN,
    fieldOf,
  );
