import { createReadStream } from "node:fs";
import { join } from "node:path";

/** The path of a numbered file of data in a bundle, without what it ends with. */
export const partPath = (name: string, part: number): string => `data/${name}-${String(part).padStart(5, "0")}`;

/** No record that an export writes comes near it. */
const LONGEST_LINE = 32 * 1024 * 1024;
const NEWLINE = 0x0a;

/** Lines end with "\n" and nothing else: texts hold other marks that some take for the end of a line. */
export async function* linesOf(file: string, longest = LONGEST_LINE): AsyncGenerator<string> {
  let held: Buffer[] = [];
  let length = 0;
  let line = 1;
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    for (let from = 0; from < chunk.length; ) {
      const end = chunk.indexOf(NEWLINE, from);
      const piece = chunk.subarray(from, end < 0 ? chunk.length : end);
      length += piece.length;
      if (length > longest) throw new Error(`line ${line} has more than ${longest} bytes`);
      held.push(piece);
      if (end < 0) break;
      yield Buffer.concat(held).toString();
      [held, length] = [[], 0];
      line += 1;
      from = end + 1;
    }
  }
  if (length > 0) yield Buffer.concat(held).toString();
}

export interface Line {
  /** The file and the number of the line, for people. */
  place: string;
  record: unknown;
}

/** The records of one kind, over all its files, in their order. */
export async function* placedRecords(dir: string, name: string, parts: number): AsyncGenerator<Line> {
  for (let part = 1; part <= parts; part++) {
    const path = `${partPath(name, part)}.ndjson`;
    let line = 0;
    try {
      for await (const text of linesOf(join(dir, path))) {
        line += 1;
        yield { place: `${path} line ${line}`, record: parsed(text) };
      }
    } catch (error) {
      throw new Error(`${path}: ${(error as Error).message}`, { cause: error });
    }
  }
}

/** Undefined, which no JSON gives, for what is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The same, of a bundle whose records were judged. */
export async function* recordsOf<T>(dir: string, name: string, parts: number): AsyncGenerator<T> {
  for await (const { record } of placedRecords(dir, name, parts)) yield record as T;
}

/** Takes records as long as they fit, and keeps the first that does not for the next time. */
export function createTaker<T>(records: AsyncGenerator<T>) {
  let held: IteratorResult<T> | undefined;
  return {
    async *takeWhile(fits: (record: T) => boolean): AsyncGenerator<T> {
      while (true) {
        held ??= await records.next();
        if (held.done || !fits(held.value)) return;
        const { value } = held;
        held = undefined;
        yield value;
      }
    },
  };
}
