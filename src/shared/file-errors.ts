/** What a person reads when a file of DATA_DIR cannot be used: which one, and what to do. */
import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

const DOCS = 'See "Damaged files" in docs/operations.md.';

const NOT_A_DATABASE = 26;
const CORRUPT = 11;
const FULL = 13;
const INPUT_OUTPUT = 10;
const BUSY = 5;
const CANNOT_OPEN = 14;
const READ_ONLY = 8;

/** The sentence for a SQLite error met while opening `file`; any other error as it is. */
export function explainFileError(error: unknown, file: string, whenDamaged: string): Error {
  const { message, errcode, code } = error as Error & { errcode?: number; code?: string };
  if (code !== "ERR_SQLITE_ERROR" || errcode === undefined) return error as Error;
  const kind = errcode & 0xff;
  if (isDamage(kind)) return damaged(file, whenDamaged, message);
  const sentence = sentenceFor(kind, file);
  return sentence === null ? (error as Error) : new Error(`${sentence} (${message})`);
}

const isDamage = (kind: number): boolean => kind === NOT_A_DATABASE || kind === CORRUPT;

/** The same for a file that holds nothing anybody would miss. */
export function explainLockError(error: unknown, file: string): Error {
  const { message, errcode = 0 } = error as Error & { errcode?: number };
  if (!isDamage(errcode & 0xff)) return explainFileError(error, file, "");
  return new Error(`${file} is damaged. It only says whose the folder is: remove it, and start again. (${message})`);
}

export const damaged = (file: string, whenDamaged: string, why: string): Error =>
  new Error(`${file} is damaged. Delete nothing. ${whenDamaged} ${DOCS} (${why})`);

function sentenceFor(kind: number, file: string): string | null {
  if (kind === FULL || kind === INPUT_OUTPUT) {
    return `${file} cannot be read or written: the disk is full or fails. Free space on it, or mend it, and start again. ${DOCS}`;
  }
  if (kind === CANNOT_OPEN || kind === READ_ONLY) {
    return `${file} cannot be opened for writing. Give this user the right to read and write it and its folder, or mount the disk for writing. ${DOCS}`;
  }
  if (kind === BUSY) {
    return `${file} is held by another process. One process owns a DATA_DIR: stop the other one first.`;
  }
  return null;
}

/** The sentence for a folder that cannot be made or read. */
const explainFolderError = (error: unknown, folder: string): Error =>
  new Error(
    `The folder ${folder} (DATA_DIR) cannot be made or used. Name one that this user may write to, on a disk that is there. (${(error as Error).message})`,
  );

/**
 * Makes the folder and those above it, for its owner alone. One by one: Node's own way to make them
 * all does not return where none can be made, such as below /proc.
 */
export function makeDataDir(folder: string): void {
  try {
    const missing: string[] = [];
    // A drive that is not there has no folder above it.
    for (let path = resolve(folder); !existsSync(path) && dirname(path) !== path; ) {
      missing.push(path);
      path = dirname(path);
    }
    for (const path of missing.reverse()) makeOne(path);
    if (!statSync(folder).isDirectory()) throw new Error("it is not a folder");
  } catch (error) {
    throw explainFolderError(error, folder);
  }
}

/** Another process may have made it meanwhile. */
function makeOne(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
