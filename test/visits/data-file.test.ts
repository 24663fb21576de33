/** The data files of user agents and crawlers: parsed strictly, each with its source. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { pathToFileURL } from "node:url";
import { browserName } from "../../src/visits/agent-names.ts";
import { namedPatternLine, nameLine, patternLine, readDataFile, spellingLine } from "../../src/visits/data-file.ts";
import { freshDir } from "../support/stores.ts";

const DATA = new URL("../../src/visits/data/", import.meta.url);
const files = readdirSync(DATA);

describe("a data file", () => {
  const written = (text: string): URL => {
    const path = join(freshDir(), "list.txt");
    writeFileSync(path, text);
    return pathToFileURL(path);
  };

  it("is read in order, without headings and blank lines", () => {
    const file = written("# What: names\n\nZebra\r\n# more\r\nApe\n");
    assert.deepEqual(readDataFile(file, nameLine), ["Zebra", "Ape"]);
  });

  it("gives a name and what it stands for", () => {
    assert.deepEqual(readDataFile(written("Firefox\nFirefox | fennec\n"), spellingLine), [
      { name: "Firefox", value: "firefox" },
      { name: "Firefox", value: "fennec" },
    ]);
    assert.deepEqual(readDataFile(written("curl | curl/|^a | b$\n"), namedPatternLine), [
      { name: "curl", value: "curl/|^a | b$" },
    ]);
  });

  for (const [what, line, readLine, message] of [
    ["an invalid pattern", "bot(", patternLine, /is no regular expression: .*Unterminated/],
    ["a line that ends with a space", "bot ", patternLine, /begins or ends with a space/],
    ["a repeated line", "first", patternLine, /stands for the same as line 2/],
    ["a spelling with two names", "Other | first", spellingLine, /stands for the same as line 2/],
    ["a pattern with two names", "other | first", namedPatternLine, /stands for the same as line 2/],
    ["a name without its pattern", "curl", namedPatternLine, /is not of the form: name \| pattern/],
    ["a missing name", "| curl/", namedPatternLine, /is not of the form/],
    ["a missing pattern", "curl |", namedPatternLine, /is not of the form/],
    ["a name with unusual characters", "<b> | curl/", namedPatternLine, /is no name/],
    ["a second bar", "Firefox | fennec | klar", spellingLine, /more than one bar/],
    ["a spelling with capitals", "Firefox | Fennec", spellingLine, /capitals behind the bar/],
    ["a name that is too long", "x".repeat(41), nameLine, /is no name of up to 40 characters/],
  ] as const) {
    it(`is refused for ${what}, with the line number`, () => {
      const first = readLine === namedPatternLine ? "first | first" : "first";
      const file = written(`# heading\n${first}\n\n${line}\n`);
      assert.throws(
        () => readDataFile<ReturnType<typeof readLine>>(file, readLine),
        (error: Error) => {
          assert.match(error.message, /^list\.txt, line 4: /);
          assert.ok(error.message.includes(JSON.stringify(line)), error.message);
          assert.match(error.message, message);
          return true;
        },
      );
    });
  }

  it("is refused without lines", () => {
    assert.throws(() => readDataFile(written("# What: nothing\n"), nameLine), /holds no lines/);
  });
});

describe("the data files of visits", () => {
  const { devDependencies } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));

  it("are the nine known ones", () => {
    assert.equal(files.length, 9, files.join());
  });

  for (const name of files) {
    const text = readFileSync(new URL(name, DATA), "utf8");

    it(`state their purpose, source, date and how to extend them: ${name}`, () => {
      const head = text.slice(0, text.indexOf("\n\n"));
      assert.match(head, /^# What: {3}\S/);
      assert.match(head, /^# Source: \S/m);
      assert.match(head, /^# Extend: \S/m);
      const date = /^# As of: {2}(\d{4}-\d\d-\d\d)$/m.exec(head)?.[1];
      assert.ok(date && !Number.isNaN(Date.parse(date)), head);
    });

    it(`name the installed version of a package, so that an update checks them: ${name}`, () => {
      for (const [, part, version] of text.matchAll(/\b(isbot|ua-parser-js) (\d[\d.]*\d)/g)) {
        assert.equal(version, devDependencies[part!], `${part} in ${name}`);
      }
    });
  }

  it("contain no pattern that matches every user agent", () => {
    const patterns = files.flatMap((name) => {
      const file = new URL(name, DATA);
      if (/names|brands/.test(name)) return [];
      if (!/browsers|libraries/.test(name)) return readDataFile(file, patternLine);
      return readDataFile(file, namedPatternLine).map(({ value }) => value);
    });
    assert.ok(patterns.length > 150, `${patterns.length} patterns`);
    for (const pattern of patterns) assert.doesNotMatch("", new RegExp(pattern), pattern);
  });

  it("contain only brands that statistics may name", () => {
    for (const name of readDataFile(new URL("brands.txt", DATA), nameLine)) {
      assert.equal(browserName(name), name);
    }
  });
});
