import { createKeptKey } from "../../api/kept-key.ts";

const kept = createKeptKey("tessera.import");

/** The same for the same rows until they are through, so that a reload in between makes nothing twice. */
export const importKey = (rows: unknown): string => `import-${kept.keyFor(markOf(JSON.stringify(rows)))}`;

export const forgetImport = kept.forget;

/** Tells two tables apart; nothing depends on its being hard to guess. */
function markOf(text: string): string {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
  return `${text.length}.${hash}`;
}
