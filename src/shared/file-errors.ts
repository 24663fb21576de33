/** Messages for files in DATA_DIR that cannot be used: which file, and what to do. */
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

/** The message for a SQLite error while opening `file`; other errors unchanged. */
export function explainFileError(error: unknown, file: string, whenDamaged: string): Error {
  const { message, errcode, code } = error as Error & { errcode?: number; code?: string };
  if (code !== "ERR_SQLITE_ERROR" || errcode === undefined) return error as Error;
  const kind = errcode & 0xff;
  if (isDamage(kind)) return damaged(file, whenDamaged, message);
  const sentence = sentenceFor(kind, file);
  return sentence === null ? (error as Error) : new Error(`${sentence} (${message})`);
}

const isDamage = (kind: number): boolean => kind === NOT_A_DATABASE || kind === CORRUPT;

/** Explains an error of a file without data, such as a lock. */
export function explainLockError(error: unknown, file: string): Error {
  const { message, errcode = 0 } = error as Error & { errcode?: number };
  if (!isDamage(errcode & 0xff)) return explainFileError(error, file, "");
  return new Error(
    `${file} is damaged. It only records which process owns the folder: delete it, and start again. (${message})`,
  );
}

export const damaged = (file: string, whenDamaged: string, why: string): Error =>
  new Error(`${file} is damaged. Delete nothing. ${whenDamaged} ${DOCS} (${why})`);

function sentenceFor(kind: number, file: string): string | null {
  if (kind === FULL || kind === INPUT_OUTPUT) {
    return `${file} cannot be read or written: the disk is full or fails. Free space on it or replace it, and start again. ${DOCS}`;
  }
  if (kind === CANNOT_OPEN || kind === READ_ONLY) {
    return `${file} cannot be opened for writing. Allow this user to read and write it and its folder, or mount the disk for writing. ${DOCS}`;
  }
  if (kind === BUSY) {
    return `${file} is in use by another process. Only one process can use a DATA_DIR: stop the other one first.`;
  }
  return null;
}

/** The message for a folder that cannot be created or read. */
const explainFolderError = (error: unknown, folder: string): Error =>
  new Error(
    `The folder ${folder} (DATA_DIR) cannot be made or used. Use one that this user can write to, on a mounted disk. (${(error as Error).message})`,
  );

/**
 * Creates the folder and its parents, accessible to the owner only. One at a time: Node's recursive mkdir hangs where
 * none can be created, such as below /proc.
 */
export function makeDataDir(folder: string): void {
  try {
    const missing: string[] = [];
    // A missing drive has no parent folder.
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

/** Another process may have created it meanwhile. */
function makeOne(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
