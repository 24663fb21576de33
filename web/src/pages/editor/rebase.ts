import { type Draft, isSameContent } from "./draft.ts";
import { isSameExpiry } from "./expiry.ts";
import { isSameStyle } from "./look/parts.ts";

/** What is changed and saved as one; the fields of a content mean something only together. */
const PARTS: { names: (keyof Draft)[]; isSame: (a: Draft, b: Draft) => boolean }[] = [
  { names: ["type", "values", "kept"], isSame: isSameContent },
  { names: ["expiry"], isSame: (a, b) => isSameExpiry(a.expiry, b.expiry) },
  ...(["name", "foregroundColor", "backgroundColor", "errorCorrection", "size", "category"] as const).map((name) => ({
    names: [name],
    isSame: (a: Draft, b: Draft) => a[name] === b[name],
  })),
  { names: ["style"], isSame: (a, b) => isSameStyle(a.style, b.style) },
];

interface Rebased {
  draft: Draft;
  /** Something was changed here and elsewhere, to different ends. */
  isDisputed: boolean;
}

/** The code as it is now, with what the draft changed since `start` and nothing else of it. */
export function rebase(draft: Draft, start: Draft, now: Draft): Rebased {
  const changed = PARTS.filter((part) => !part.isSame(draft, start) && !part.isSame(draft, now));
  const kept = changed.flatMap(({ names }) => names.map((name) => [name, draft[name]]));
  return {
    draft: { ...now, ...Object.fromEntries(kept), typed: draft.typed },
    isDisputed: changed.some((part) => !part.isSame(start, now)),
  };
}
