import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { type Journal, openJournal } from "../../src/scans/journal.ts";
import { copyJournal } from "../../src/scans/journal-copy.ts";
import { asideOf, linesOf, readLines, scanLine, tagText, uncountedLine } from "../../src/scans/lines.ts";
import { createIds } from "../../src/shared/ids.ts";
import { freshDir, PATIENCE_MS } from "../support/stores.ts";

const NOW = Date.UTC(2026, 0, 15, 12);
const HOUR_MS = 3_600_000;
const CODE = "0197a000-0000-7000-8000-000000000001";
const tagOf = (i: number): string => tagText(4_711, `tag${String(i).padStart(7, "0")}A`);

const lineAt = (at: number, tag: string): string =>
  scanLine(createIds(() => at)(), CODE, at, '["mobile","Safari","iOS"]', '["DE","Berlin",52.5,13.4]', tag);

const append = (journal: Journal, line: string, at: number) =>
  new Promise<boolean>((resolve) => journal.append(line, at, resolve));

const bytesOf = (dir: string): string =>
  readdirSync(dir)
    .map((name) => readFileSync(join(dir, name), "latin1"))
    .join("");

const tagsIn = (text: string): number => new Set(text.match(/4711\.tag\d{7}A/g)).size;

describe("A journal that cannot be settled for long", () => {
  it("loses the tags of its older scans, and nothing else", async () => {
    const dataDir = freshDir();
    const journal = await openJournal({ dataDir, timeoutMs: PATIENCE_MS });
    const lines: string[] = [];
    for (let i = 0; i < 60; i++) {
      const at = NOW + i * HOUR_MS;
      lines.push(lineAt(at, tagOf(i)));
      await append(journal, lines.at(-1)!, at);
    }
    const sum = uncountedLine({ id: createIds(() => NOW)(), code: CODE, day: 20_468, reason: "head", count: 2 });
    await append(journal, sum, NOW);
    const before = tagsIn(bytesOf(dataDir));
    await journal.forgetTags(NOW + 40 * HOUR_MS);
    await journal.forgetTags(NOW + 42 * HOUR_MS);
    const left = tagsIn(bytesOf(dataDir));
    await journal.close();
    assert.deepEqual([before, left], [60, 18], "in the file, the log and free pages");

    const again = await openJournal({ dataDir, timeoutMs: PATIENCE_MS });
    const kept = (await again.take(0)).map((row) => row.lines).join("");
    await again.close();
    const blank = lines.map((line, i) => (i < 42 ? line.replace(tagOf(i), "0".repeat(tagOf(i).length)) : line));
    assert.equal(kept, [...blank, sum].join(""));
    const { scans, unreadable } = readLines(linesOf([kept]));
    assert.deepEqual(unreadable, []);
    assert.equal(scans.filter(({ visitor }) => visitor === null).length, 42);
  });

  it("has no tags in a copy", async () => {
    const [dataDir, copies] = [freshDir(), freshDir()];
    const journal = await openJournal({ dataDir, timeoutMs: PATIENCE_MS });
    for (let i = 0; i < 50; i++) await append(journal, lineAt(NOW, tagOf(i)).repeat(20), NOW);
    copyJournal(dataDir, join(copies, "copy.db"));
    await journal.close();
    assert.equal(tagsIn(bytesOf(dataDir)), 50);
    assert.equal(tagsIn(bytesOf(copies)), 0);
  });

  it("has no traces of settled scans", async () => {
    const dataDir = freshDir();
    const journal = await openJournal({ dataDir, timeoutMs: PATIENCE_MS });
    for (let i = 0; i < 50; i++) await append(journal, lineAt(NOW, tagOf(i)).repeat(40), NOW);
    journal.settle(journal.lastSeq());
    await append(journal, lineAt(NOW, "4712.AAAAAAAAAAA"), NOW);
    await journal.forgetTags(NOW);
    const bytes = bytesOf(dataDir);
    await journal.close();
    assert.equal(tagsIn(bytes), 0);
  });
});

describe("A line that is set aside", () => {
  it("is kept without its tag, even one that is cut off", () => {
    const whole = lineAt(NOW, tagOf(1)).trimEnd();
    const without = lineAt(NOW, tagOf(1)).replace(/\t[^\t]+\n/, "");
    assert.equal(asideOf(whole, "").line.slice(36), without.slice(36));
    assert.equal(asideOf(whole.slice(0, -9), "").line.slice(36), without.slice(36));
    assert.equal(asideOf(without, "").line, without);
    const sum = `!${CODE}\t${CODE}\t20468\thead\t12`;
    assert.equal(asideOf(sum, "").line, sum);
  });
});
