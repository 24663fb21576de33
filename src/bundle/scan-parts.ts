import { firstIdOfDay } from "../shared/ids.ts";
import type { BundleReader, KeptMarks } from "../store/bundle-store.ts";
import { partPath } from "./lines.ts";
import { scanRecord } from "./records.ts";
import { type Sink, sha256 } from "./sink.ts";
import { createTexts } from "./texts.ts";
import { groupsOf, scansOf } from "./walk.ts";

const SCANS_A_PART = 20_000;

/** Where a part begins and ends: behind the scan `id` of the code `num`. */
interface Place {
  num: number;
  id: string | undefined;
}

interface PartNote {
  to: Place;
  rows: number;
}

export interface ScanPartsOptions {
  reader: BundleReader;
  ownerId: string | undefined;
  marks: KeptMarks;
  sink: Sink;
  /** Fewer in tests. */
  scansAPart?: number | undefined;
  /** Hears how many scans are done. */
  progress(scans: number): void;
}

const pathOf = (part: number): string => partPath("scans", part);

/**
 * Scans by code, oldest first, in parts. A part of an earlier run is as good as long as the counts of the
 * codes in it are: scans are only ever added, and each raises its code's count; or they are past their
 * time, which the marks tell.
 */
export async function exportScans(options: ScanPartsOptions): Promise<{ parts: number; scans: number }> {
  const { reader, ownerId, marks, sink, progress, scansAPart = SCANS_A_PART } = options;
  const oldest = firstIdOfDay(marks.rawFromDay);
  let from: Place = { num: 0, id: undefined };
  let part = 1;
  let done = 0;

  async function keyOf(begin: Place, end: Place): Promise<string> {
    const counts: unknown[] = [marks, ownerId, begin, end];
    for await (const group of groupsOf(startingAt(reader, begin), ownerId)) {
      for (const { code } of group) {
        if (code.num > end.num) return sha256(JSON.stringify(counts));
        counts.push(code.num, code.scanCount);
      }
    }
    return sha256(JSON.stringify(counts));
  }

  while (true) {
    const begin = from;
    const kept = await sink.kept<PartNote>(pathOf(part), (note) => keyOf(begin, note.to));
    if (!kept) break;
    from = kept.to;
    done += kept.rows;
    part += 1;
    progress(done);
  }

  const texts = createTexts();
  let to = from;
  async function flush(): Promise<void> {
    const rows = texts.rows();
    if (rows === 0) return;
    const { ndjson, csv } = texts.take();
    const name = pathOf(part);
    const note = { to, rows };
    await sink.lot<PartNote>({
      name,
      key: await keyOf(from, to),
      note: () => note,
      files: [
        { path: `${name}.ndjson`, content: ndjson },
        { path: `${name}.csv`, content: csv },
      ],
    });
    from = to;
    part += 1;
    done += rows;
    progress(done);
  }

  const begin = from;
  for await (const group of groupsOf(startingAt(reader, begin), ownerId)) {
    const idOf = new Map(group.map(({ code }) => [code.num, code.id]));
    const isFirst = group[0]!.code.num === begin.num;
    for await (const page of scansOf(reader, group, isFirst ? begin.id : undefined)) {
      for (const scan of page) {
        // Those past their time are on their way out, and the counts tell of them.
        if (scan.id < oldest) continue;
        texts.add(scanRecord(scan, idOf.get(scan.codeNum)!));
        to = { num: scan.codeNum, id: scan.id };
        if (texts.rows() === scansAPart) await flush();
      }
    }
  }
  await flush();
  return { parts: part - 1, scans: done };
}

/** The same reader, whose walk begins with the code of a place. */
const startingAt = (reader: BundleReader, { num }: Place): BundleReader => ({
  ...reader,
  codes: (ownerId, after, limit) => reader.codes(ownerId, Math.max(after, num - 1), limit),
});
