/**
 * Builds the server into dist if its sources changed. A few files instead of two thousand start in half the time, and
 * Node does not strip types below node_modules.
 */
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { RolldownOutput } from "rolldown";
import { buildOrSay, hashInputs, isBuiltFrom, ROOT, requireInputs, STAMP } from "./support/inputs.ts";

const SRC = join(ROOT, "src");
const DIST = join(ROOT, "dist");
const INPUTS = ["src/**/*", "scripts/build-server.ts", "package.json", "package-lock.json"];
/** What runs in a thread of its own. */
const THREADS = ["**/*-thread.ts", "store/sqlite/thread.ts"];
/** Not bundled: native code, packages under another kind of licence, and large data. */
const APART = [/^@napi-rs\/canvas/, /^@resvg\/resvg-wasm/, /^@ip-location-db\//];
/** A build takes a second. */
const CUT_OFF_MS = 600_000;
/** Optional dependencies of dependencies. */
const NOT_INSTALLED = [/^pg-native$/];
/** Licences that may be bundled. */
const LICENSES = /^(MIT|MIT-0|ISC|0BSD|BlueOak-1\.0\.0|Apache-2\.0|BSD-[23]-Clause|Unlicense|CC0-1\.0)$/;

/** All output files are in one folder, so paths relative to a source file must change. */
const BESIDE = /new URL\(\s*"(\.{1,2}\/[^"]+)",\s*import\.meta\.url,?\s*\)/g;
const PLACE = /import\.meta\.(url|dirname|filename)/;
/** A file that a bundled package reads is copied next to the output. */
const FILE_OF_PACKAGE = /import\.meta\.resolve\(\s*"([^"]+)",?\s*\)/g;
/** Packages are resolved from anywhere. */
const REQUIRE = /createRequire\(import\.meta\.url\)/g;

/** A single non-Latin-1 character makes V8 store the whole file with two bytes per character. */
const NOT_LATIN = /[^\0-\xff]/g;
const escaped = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** The name of a thread's file in dist. */
const flatName = (file: string): string => file.replace(/\.ts$/, "").replaceAll("/", "-");

function moveNames(code: string, file: string): string {
  const rest = code.replace(BESIDE, "").replace(REQUIRE, "").match(PLACE);
  if (rest) throw new Error(`${file} uses ${rest[0]} in a way that the build would miss.`);
  return code.replace(BESIDE, (_, path) => {
    // Paths below src itself have no equivalent in dist.
    const named = relative(SRC, resolve(dirname(file), path)).replaceAll("\\", "/") || "../src";
    const target = named.endsWith(".ts") && !named.startsWith("..") ? `${flatName(named)}.js` : named;
    return `new URL(${JSON.stringify(`./${target}`)}, import.meta.url)`;
  });
}

const isApart = (name: string): boolean => APART.some((pattern) => pattern.test(name));

/** The copied files of packages. */
const taken = new Set<string>();

function takeFiles(code: string, into: string): string {
  return code.replace(FILE_OF_PACKAGE, (whole, name) => {
    if (isApart(name)) return whole;
    const file = fileURLToPath(import.meta.resolve(name));
    taken.add(file);
    cpSync(file, join(into, basename(name)));
    return `new URL("./${basename(name)}", import.meta.url).href`;
  });
}

/** The package folder of a file; null for our own files. */
const packageOf = (file: string): string | null =>
  /^.*\/node_modules\/(@[^/]+\/)?[^/]+/.exec(file.replaceAll("\\", "/"))?.[0] ?? null;

/** The licence texts of bundled packages, which must be distributed with them. */
function licensesOf(output: RolldownOutput["output"]): string {
  const files = [...output.flatMap((part) => (part.type === "chunk" ? part.moduleIds : [])), ...taken];
  const folders = new Set(files.map(packageOf).filter((folder) => folder !== null));
  return [...folders]
    .sort()
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
      if (!LICENSES.test(license))
        throw new Error(`${name} has the licence ${license}, which does not allow bundling.`);
      const texts = globSync("{licen[cs]e,LICEN[CS]E,notice,NOTICE}*", { cwd: folder });
      const text = texts.map((file) => readFileSync(join(folder, file), "utf8").trim());
      return [`${name} ${version} (${license})`, ...text].join("\n\n");
    })
    .join(`\n\n${"-".repeat(80)}\n\n`);
}

async function build(into: string): Promise<void> {
  const { rolldown } = await import("rolldown");
  const threads = globSync(THREADS, { cwd: SRC }).map((file) => file.replaceAll("\\", "/"));
  const entries = [["cli", "cli.ts"], ...threads.map((file) => [flatName(file), file])];
  const bundle = await rolldown({
    cwd: ROOT,
    input: Object.fromEntries(entries.map(([name, file]) => [name, join(SRC, file!)])),
    platform: "node",
    external: [/^node:/, ...APART, ...NOT_INSTALLED],
    plugins: [
      {
        name: "names-and-letters",
        transform: (code, file) => (file.startsWith(SRC) ? takeFiles(moveNames(code, file), into) : null),
        renderChunk: (code) => code.replace(NOT_LATIN, escaped),
      },
    ],
  });
  const { output } = await bundle.write({
    dir: into,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "part-[name]-[hash].js",
    // Licences are in a separate file.
    comments: false,
  });
  await bundle.close();
  for (const file of globSync("**/*.*", { cwd: SRC, exclude: ["**/*.ts", "**/*.md"] })) {
    mkdirSync(dirname(join(into, file)), { recursive: true });
    cpSync(join(SRC, file), join(into, file));
  }
  writeFileSync(join(into, "licenses.txt"), `${licensesOf(output)}\n`);
}

/**
 * Replaces dist in one step, so that a concurrent start finds all of it or none. Another build may run at the same
 * time.
 */
function putInPlace(made: string, inputs: string): void {
  const old = `${made}-old`;
  try {
    renameSync(DIST, old);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  try {
    renameSync(made, DIST);
  } catch (error) {
    if (!isBuiltFrom(inputs, DIST)) throw error;
  }
  rmSync(old, { recursive: true, force: true });
}

/** Removes leftovers of interrupted builds, unless another is running. */
function clearLeftovers(): void {
  for (const name of globSync("dist-??????{,-old}", { cwd: ROOT })) {
    const folder = join(ROOT, name);
    const changed = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (changed < Date.now() - CUT_OFF_MS) rmSync(folder, { recursive: true, force: true });
  }
}

async function buildAnew(inputs: string): Promise<void> {
  clearLeftovers();
  const made = mkdtempSync(join(ROOT, "dist-"));
  // It may be run by a different user.
  chmodSync(made, 0o755);
  try {
    await build(made);
    writeFileSync(join(made, STAMP), inputs);
    putInPlace(made, inputs);
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

const inputs = hashInputs(INPUTS);
if (!isBuiltFrom(inputs, DIST)) {
  if (!existsSync(join(ROOT, "node_modules/rolldown"))) {
    console.error("The server is not built, and its build tools are not installed. Install them: npm ci --include=dev");
    process.exit(1);
  }
  requireInputs(INPUTS);
  await buildOrSay("The server", () => buildAnew(inputs));
}
