/** What many tests begin with: a creation, a code, visitors. */

/** The least that a creation takes. */
export const VALID_BODY = { name: "Menu", content: "https://example.com/menu" };
