/**
 * A journal row is text: a line a scan, a line a sum of visits not counted. The fields stand
 * between tabs; agent and place are JSON, which holds no raw tab or line end.
 */
export interface ScanLine {
  id: string;
  codeNum: number;
  at: number;
  /** JSON: [device, browser, os] */
  agent: string;
  /** JSON: [country, city, latitude, longitude] */
  place: string;
}

export interface MissedLine {
  id: string;
  codeNum: number;
  day: number;
  reason: string;
  count: number;
}

export const scanLine = (id: string, codeNum: number, at: number, agent: string, place: string) =>
  `${id}\t${codeNum}\t${at}\t${agent}\t${place}\n`;

export const missedLine = (line: MissedLine): string =>
  `!${line.id}\t${line.codeNum}\t${line.day}\t${line.reason}\t${line.count}\n`;

export function readLines(batches: readonly string[]): { scans: ScanLine[]; missed: MissedLine[] } {
  const scans: ScanLine[] = [];
  const missed: MissedLine[] = [];
  for (const batch of batches) {
    for (const line of batch.split("\n")) {
      if (line === "") continue;
      const [id, code, third, fourth, fifth] = line.split("\t") as [
        string,
        string,
        string,
        string,
        string,
      ];
      if (line[0] === "!") {
        missed.push({
          id: id.slice(1),
          codeNum: Number(code),
          day: Number(third),
          reason: fourth,
          count: Number(fifth),
        });
      } else {
        scans.push({ id, codeNum: Number(code), at: Number(third), agent: fourth, place: fifth });
      }
    }
  }
  return { scans, missed };
}
