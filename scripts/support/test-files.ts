/** The test files of a run, their engines, and which share a process. */
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT } from "./inputs.ts";

/** The files of one process. */
export interface Entry {
  path: string;
  folder: string;
}

/**
 * Tests of HTTP, commands and bundles, which hardly depend on the engine: on SQLite in `npm test`, on PostgreSQL before
 * a release. Those whose queries other tests run on both engines are only on SQLite (onSqlite).
 */
const ON_ONE_ENGINE = [
  ...["api", "bundle", "cli", "client", "costs", "dashboard", "docs", "domains", "http", "imports", "keys", "looks"],
  ...["mcp", "ops", "share", "share-pages"],
];
/** These start, kill or measure processes, or change their own, so each has its own process. */
const ALONE = ["test", "bench", "deploy", "faults", "hostile", "limits", "nodes", "package"];
const FILES_PER_PROCESS = 12;
/** Smaller folders share processes: starting one takes more than a second. */
const SMALL_FOLDER = 8;
/** The longest first, so that none runs alone at the end. */
const LONG_FIRST = ["bench", "bundle", "package", "faults", "nodes", "deploy", "test", "rendering", "browser"];

const folderOf = (file: string): string => basename(dirname(file));
const find = (pattern: string): string[] => globSync(pattern, { cwd: ROOT }).sort();
const isOnOneEngine = (file: string): boolean => ON_ONE_ENGINE.includes(folderOf(file));
const knowsBoth = (file: string): boolean => readFileSync(join(ROOT, file), "utf8").includes("onEach");

export const givenFiles = (patterns: string[]): Entry[] =>
  globSync(patterns)
    .sort()
    .map((path) => ({ path, folder: folderOf(path) }));

export function testFiles(): Entry[] {
  const all = find("test/**/*.test.ts");
  const engine = process.env.ENGINE || "sqlite";
  return inOrder([
    ...inProcesses(all.filter((file) => !isOnOneEngine(file))),
    ...inProcesses(all.filter(isOnOneEngine), engine),
  ]);
}

export function releaseFiles(): Entry[] {
  const onPostgres = find("test/**/*.test.ts").filter((file) => isOnOneEngine(file) && knowsBoth(file));
  return inOrder([...inProcesses(find("test/**/*.release.ts")), ...inProcesses(onPostgres, "postgres")]);
}

function inOrder(entries: Entry[]): Entry[] {
  const rank = ({ folder }: Entry) => (LONG_FIRST.includes(folder) ? LONG_FIRST.indexOf(folder) : LONG_FIRST.length);
  return entries.sort((a, b) => rank(a) - rank(b));
}

let scratch: string | undefined;

/** The `folder` of a shared process lists all of its folders. */
function byFolder(files: string[]): [folder: string, files: string[]][] {
  const all = [...Map.groupBy(files, folderOf)];
  const isSmall = ([folder, own]: (typeof all)[number]) =>
    own.length < SMALL_FOLDER && ![...ALONE, ...LONG_FIRST].includes(folder);
  const { true: small = [], false: others = [] } = Object.groupBy(all, (one) => `${isSmall(one)}`);
  if (small.length === 0) return others;
  return [...others, [small.map(([folder]) => folder).join(" "), small.flatMap(([, own]) => own)]];
}

function inProcesses(files: string[], engine?: string): Entry[] {
  return byFolder(files).flatMap(([folder, all]) => {
    const count = ALONE.includes(folder) ? all.length : Math.ceil(all.length / FILES_PER_PROCESS);
    return Array.from({ length: count }, (_, index) => {
      const name = [...folder.split(" "), engine, index + 1].filter(Boolean).join("-");
      const part = all.filter((_, place) => place % count === index);
      return { path: together(name, part, engine), folder };
    });
  });
}

/** Not preloaded: every thread would load it too. */
const PROCESSOR_TIME = new URL("processor-time.ts", import.meta.url).href;

/** Writes a file that sets the engine and imports the others. */
function together(name: string, files: string[], engine: string | undefined): string {
  if (!scratch) {
    const made = mkdtempSync(join(tmpdir(), "tessera-tests-"));
    process.on("exit", () => rmSync(made, { recursive: true, force: true }));
    scratch = made;
  }
  const path = join(scratch, `${name}.test.mjs`);
  const first = engine ? [`data:text/javascript,process.env.ENGINE="${engine}"`] : [];
  const imports = [PROCESSOR_TIME, ...first, ...files.map((file) => pathToFileURL(resolve(ROOT, file)).href)];
  writeFileSync(path, imports.map((url) => `import ${JSON.stringify(url)};\n`).join(""));
  return path;
}
