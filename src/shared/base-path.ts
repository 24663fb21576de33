import { withoutEnd } from "./text.ts";

/** The path that a base address has of its own, without a slash at its end; "" for none. */
export const basePathOf = (baseUrl: string): string => withoutEnd(new URL(baseUrl).pathname, "/");
