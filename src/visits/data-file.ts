import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";

/** Parses a line; throws an Error that says what is wrong. */
type LineReader<T> = (line: string) => T;

interface Named {
  readonly name: string;
  readonly value: string;
}

const BAR = " | ";

/**
 * The lines of a data file in order, without blanks and `#` comments. An invalid or repeated line stops the start,
 * because a partial list would count wrongly.
 */
export function readDataFile<T extends string | Named>(file: URL, readLine: LineReader<T>): T[] {
  const values: T[] = [];
  const seen = new Map<string, number>();
  const lines = readFileSync(file, "utf8").split(/\r?\n/);
  for (const [index, line] of lines.entries()) {
    if (line === "" || line.startsWith("#")) continue;
    try {
      if (line !== line.trim()) throw new Error("begins or ends with a space.");
      const value = readLine(line);
      const key = typeof value === "string" ? value : value.value;
      const earlier = seen.get(key);
      if (earlier !== undefined) throw new Error(`stands for the same as line ${earlier}.`);
      seen.set(key, index + 1);
      values.push(value);
    } catch (error) {
      const place = `${basename(fileURLToPath(file))}, line ${index + 1}`;
      throw new Error(`${place}: ${JSON.stringify(line)} ${(error as Error).message}`, { cause: error });
    }
  }
  if (values.length === 0) throw new Error(`${fileURLToPath(file)} holds no lines.`);
  return values;
}

/** `Firefox`: letters, digits and separators within a name. */
export const nameLine: LineReader<string> = (line) => {
  if (!/^[\w.][\w .+/-]{0,39}$/.test(line)) throw new Error("is no name of up to 40 characters.");
  return line;
};

/** A regular expression without slashes. Validated here, compiled on use. */
export const patternLine: LineReader<string> = (line) => {
  try {
    new RegExp(line);
  } catch (error) {
    throw new Error(`is no regular expression: ${(error as Error).message}`);
  }
  return line;
};

/** `Firefox` for `firefox`, or `Firefox | fennec` for an alias. */
export const spellingLine: LineReader<Named> = (line) => {
  const [name = "", value = name.toLowerCase(), ...more] = line.split(BAR);
  if (more.length > 0) throw new Error("has more than one bar.");
  if (value !== value.toLowerCase()) throw new Error("has capitals behind the bar.");
  return { name: nameLine(name), value: nameLine(value) };
};

/** `curl | curl/`: a name and a pattern for its agents. */
export const namedPatternLine: LineReader<Named> = (line) => {
  const at = line.indexOf(BAR);
  if (at === -1) throw new Error("is not of the form: name | pattern.");
  return { name: nameLine(line.slice(0, at)), value: patternLine(line.slice(at + BAR.length)) };
};
