/** Finds ids that a code has more than once, in a memory that does not grow with the number of its scans. */
import { type Kysely, sql } from "kysely";
import { uuidText } from "../database/scan-ids.ts";
import type { Tables } from "../database/tables.ts";
import { idAt } from "../scans/columns.ts";
import { type CodeRange, within } from "./parts.queries.ts";
import type { FoundScans } from "./walk.queries.ts";

/** Eight bytes each. */
const MAX_IDS = 2_000_000;

/** How many walks it takes. */
export async function idsAtOnce(db: Kysely<Tables>, range: CodeRange): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT (SELECT coalesce(sum(count), 0) FROM scan_blocks WHERE ${within(range)})
      + (SELECT count(*) FROM scans WHERE ${within(range)}) AS count`.execute(db);
  return Math.max(1, Math.ceil(Number(rows[0]!.count) / MAX_IDS));
}

export interface RepeatedId {
  codeNum: number;
  id: string;
  count: number;
}

/** Takes one of several parts of all ids. Ids with the same hash are compared in a second walk. */
export function createIdCheck(parts: number, part: number) {
  let hashes = new Float64Array(1024);
  let count = 0;

  function add({ codeNum, columns }: FoundScans): void {
    if (columns === null) return;
    const words = wordsOf(columns.ids);
    for (let i = columns.forgotten; i < columns.count; i++) {
      const hash = hashOf(codeNum, words, 4 * i);
      if (hash % parts !== part) continue;
      if (count === hashes.length) {
        const larger = new Float64Array(2 * count);
        larger.set(hashes);
        hashes = larger;
      }
      hashes[count++] = hash;
    }
  }

  async function repeated(walk: () => AsyncIterable<FoundScans>): Promise<RepeatedId[]> {
    const sorted = hashes.subarray(0, count).sort();
    const suspects = new Set(sorted.filter((hash, i) => i > 0 && hash === sorted[i - 1]));
    if (suspects.size === 0) return [];
    const found = new Map<string, RepeatedId>();
    for await (const { codeNum, columns } of walk()) {
      if (columns === null) continue;
      const words = wordsOf(columns.ids);
      for (let i = columns.forgotten; i < columns.count; i++) {
        if (!suspects.has(hashOf(codeNum, words, 4 * i))) continue;
        const id = uuidText(idAt(columns, i));
        const known = found.get(`${codeNum} ${id}`);
        if (known) known.count += 1;
        else found.set(`${codeNum} ${id}`, { codeNum, id, count: 1 });
      }
    }
    return [...found.values()].filter((each) => each.count > 1);
  }

  return { add, repeated };
}

const wordsOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => new Uint32Array(buffer, byteOffset, byteLength / 4);

const UPPER_BITS = 2 ** 21;

/** 53 bits, of a code's number and the four words of an id. */
function hashOf(codeNum: number, words: Uint32Array, at: number): number {
  let [one, other] = [codeNum | 0, Math.floor(codeNum / 2 ** 32) | 0];
  for (let i = at; i < at + 4; i++) {
    one = mix(one ^ words[i]!);
    other = mix(other + words[i]! + i - at);
  }
  return (one >>> 0) * UPPER_BITS + ((other >>> 0) % UPPER_BITS);
}

/** The last steps of MurmurHash3. */
function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
