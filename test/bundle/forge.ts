/** Changes the content of a bundle, and its checksums and counts accordingly. */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export type Edit = (record: Record<string, unknown>) => void;

const sum = (text: string): string => createHash("sha256").update(text).digest("hex");

export const rewrite = (file: string, change: (text: string) => string): string => {
  const text = change(readFileSync(file, "utf8"));
  writeFileSync(file, text);
  return text;
};

/** Changes the lines of the first file of a kind. */
export function forgeLines(dir: string, kind: string, change: (lines: readonly string[]) => readonly string[]): void {
  const path = `data/${kind}.ndjson`;
  let added = 0;
  const changed = rewrite(join(dir, path), (text) => {
    const lines = text.split("\n").slice(0, -1);
    const forged = change(lines);
    added = forged.length - lines.length;
    return forged.map((line) => `${line}\n`).join("");
  });
  const line = new RegExp(`^.*  ${path}$`, "m");
  const sums = rewrite(join(dir, "SHA256SUMS"), (text) => text.replace(line, `${sum(changed)}  ${path}`));
  rewrite(join(dir, "manifest.json"), (text) => {
    const { counts, ...manifest } = JSON.parse(text);
    if (kind in counts) counts[kind] += added;
    return JSON.stringify({ ...manifest, counts, sums: sum(sums) });
  });
}

/** Changes the first record of a kind. */
export function forge(dir: string, kind: string, edit: Edit): void {
  forgeLines(dir, kind, ([first, ...rest]) => {
    const record = JSON.parse(first!);
    edit(record);
    return [JSON.stringify(record), ...rest];
  });
}
