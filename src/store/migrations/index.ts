import { accounts } from "./0001-accounts.ts";
import { codes } from "./0002-codes.ts";
import { scans } from "./0003-scans.ts";
import { setAside } from "./0004-set-aside.ts";
import { lists } from "./0005-lists.ts";
import { throttles } from "./0006-throttles.ts";
import { expiryAndRemoval } from "./0007-expiry-and-removal.ts";
import { plainNames } from "./0008-plain-names.ts";
import { listIndexes } from "./0009-list-indexes.ts";
import { bin } from "./0010-bin.ts";
import { looks } from "./0011-looks.ts";
import { history } from "./0012-history.ts";
import { keyLimits } from "./0013-key-limits.ts";
import { webhooks } from "./0014-webhooks.ts";
import { imports } from "./0015-imports.ts";
import { windowParts } from "./0016-window-parts.ts";
import type { Migration } from "./types.ts";

export const MIGRATIONS: readonly Migration[] = [
  accounts,
  codes,
  scans,
  setAside,
  lists,
  throttles,
  expiryAndRemoval,
  plainNames,
  listIndexes,
  bin,
  looks,
  history,
  keyLimits,
  webhooks,
  imports,
  windowParts,
];
