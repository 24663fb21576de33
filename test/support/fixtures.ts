/** Common fixtures: the body of a creation, a code, visitors' user agents. */

import type { NewCode } from "../../src/codes/code.ts";
import { allLabels, type Draft } from "../../src/codes/draft.ts";
import { createIds, createToken } from "../../src/shared/ids.ts";

export const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";
export const ANDROID =
  "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36";

/** The smallest valid body of a creation. */
export const VALID_BODY = { name: "Menu", content: "https://example.com/menu" };

/** Every field that the rules of a code accept. */
export const DRAFT: Draft = {
  name: "Menu",
  type: "url",
  content: "https://example.com",
  category: null,
  foregroundColor: "#000000",
  backgroundColor: "#ffffff",
  size: 512,
  errorCorrection: "M",
};

const createId = createIds(Date.now);

/** A code as the store accepts it, created at `at` for a year. */
export const newCode = (workspaceId: string, at: number, fields: Partial<NewCode> = {}): NewCode => ({
  ...DRAFT,
  ...allLabels(DRAFT),
  id: createId(),
  workspaceId,
  token: createToken(),
  isPublic: true,
  isFavorite: false,
  createdAt: at,
  updatedAt: at,
  expiresAt: at + 365 * 86_400_000,
  ...fields,
});
