import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";

/** The variables of a .env file; empty without one. Throws if it cannot be read or has an invalid line. */
export function readEnvFile(file: string): NodeJS.Dict<string> {
  if (!existsSync(file)) return {};
  const text = readText(file);
  const wrong = wrongLine(text);
  if (wrong !== undefined) {
    throw new Error(
      `Line ${wrong} of ${file} is not valid: a line must be NAME=value, empty, or a comment that starts with #.`,
    );
  }
  return parseEnv(text);
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "EISDIR") {
      throw new Error(`${file} is a folder, but must be a file with settings.`);
    }
    throw new Error(`The settings file ${file} cannot be read: ${message}.`);
  }
}

/** The number of the first invalid line. A quoted value may span several lines. */
function wrongLine(text: string): number | undefined {
  const assignment = /^\s*(?:export\s+)?[A-Za-z_][\w.-]*\s*=\s*(.*)$/;
  let quote: string | undefined;
  for (const [i, line] of text
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .entries()) {
    if (quote) {
      if (line.includes(quote)) quote = undefined;
      continue;
    }
    if (/^\s*(#|$)/.test(line)) continue;
    const value = assignment.exec(line)?.[1];
    // The line may contain a password, so only its number is reported.
    if (value === undefined) return i + 1;
    const mark = /^["'`]/.exec(value)?.[0];
    const closes =
      mark &&
      (value.includes(mark, 1) ||
        !text
          .split("\n")
          .slice(i + 1)
          .some((rest) => rest.includes(mark)));
    if (mark && !closes) quote = mark;
  }
  return undefined;
}
