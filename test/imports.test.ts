/** The import rules: which module may import which, and what only one place may use. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, resolve } from "node:path";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const IMPORT =
  /(?:^|[\s;}])(?:import|export)\s[^'"`;]*?from\s*["']([^"']+)["']|(?:^|[\s;])import\s*["']([^"']+)["']|import\(\s*["']([^"']+)["']\s*\)|new URL\(\s*["'](\.[^"']+\.ts)["']/g;
const TYPE_ONLY = /^\s*(?:import|export)\s+type\s/;

interface Import {
  from: string;
  /** A path in the project, or the name of a package. */
  to: string;
  typeOnly: boolean;
  /** Not before it is needed. */
  isLater: boolean;
}

function filesUnder(folder: string): string[] {
  const path = join(ROOT, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length));
}

const textOf = (file: string): string => readFileSync(join(ROOT, file), "utf8");

function importsOf(file: string): Import[] {
  return [...textOf(file).matchAll(IMPORT)].map((found) => {
    const target = (found[1] ?? found[2] ?? found[3] ?? found[4])!;
    const to = target.startsWith(".") ? resolve(ROOT, dirname(file), target).slice(ROOT.length) : target;
    const isLater = found[3] !== undefined;
    return { from: file, to: normalize(to), typeOnly: TYPE_ONLY.test(found[0].trimStart()), isLater };
  });
}

const FILES = filesUnder("src");
const IMPORTS = FILES.flatMap(importsOf);
const OURS = IMPORTS.filter((entry) => entry.to.startsWith("src/"));

/** The folders of src from the ground up: each imports only those before it; types may come from anywhere. */
const FOLDERS = [
  ...["shared", "rendering", "database", "codes/content", "server", "visits", "limits", "workspaces", "settings"],
  ...[
    "mail",
    "keys",
    "webhooks",
    "tags",
    "scans",
    "codes",
    "routing",
    "placements",
    "looks",
    "brands",
    "domains",
    "insights",
  ],
  ...["bundle", "imports", "accounts", "check", "demo", "sharing", "api", "agents", "dashboard", "store", "commands"],
];
const folderOf = (path: string): string => /^src\/([^/]+)\//.exec(path)?.[1] ?? "";
/** Empty for the files of src itself, which start the service and its commands. */
const subjectOf = (path: string): string => (path.startsWith("src/codes/content/") ? "codes/content" : folderOf(path));

/** Files that know SQL, by their names. */
const SQL = /\.(?:table|schema|queries|sqlite|postgres)\.ts$|^src\/(?:database|store)\//;
/** Files that know HTTP. */
const HTTP = /\.(?:routes|dashboard)\.ts$|^src\/(?:server|sharing|api|agents|dashboard)\//;
const isRule = (path: string): boolean => subjectOf(path) !== "" && !SQL.test(path) && !HTTP.test(path);

/** Fails with a line for each forbidden import. */
function none(wrong: readonly Import[], rule: string): void {
  const lines = wrong.map((entry) => `  ${entry.from} imports ${entry.to}`);
  assert.equal(wrong.length, 0, `${rule}\n${lines.join("\n")}`);
}

function circlesIn(imports: readonly Import[]): string[] {
  const next = new Map<string, string[]>();
  for (const { from, to } of imports) next.set(from, [...(next.get(from) ?? []), to]);
  const circles: string[] = [];
  const done = new Set<string>();
  const walk = (path: string[]): void => {
    for (const file of next.get(path.at(-1)!) ?? []) {
      const at = path.indexOf(file);
      if (at >= 0) circles.push([...path.slice(at), file].join(" -> "));
      else if (!done.has(file)) walk([...path, file]);
    }
    done.add(path.at(-1)!);
  };
  for (const file of next.keys()) if (!done.has(file)) walk([file]);
  return circles;
}

describe("Import rules of src", () => {
  it("see all imports", () => {
    assert.ok(FILES.length > 50);
    assert.ok(OURS.length > 100);
    const missing = OURS.filter((entry) => !existsSync(join(ROOT, entry.to)));
    none(missing, "An import leads nowhere:");
  });

  it("every folder has its place", () => {
    const unknown = new Set(FILES.map(subjectOf).filter((subject) => subject !== "" && !FOLDERS.includes(subject)));
    assert.deepEqual([...unknown], []);
  });

  it("folders import only folders below them", () => {
    const wrong = OURS.filter(({ from, to, typeOnly }) => {
      const [subject, other] = [subjectOf(from), subjectOf(to)];
      return subject !== "" && other !== "" && !typeOnly && FOLDERS.indexOf(other) > FOLDERS.indexOf(subject);
    });
    none(wrong, "A folder imports one above it:");
  });

  it("shared imports no other folder, rendering only shared", () => {
    const wrong = OURS.filter(
      ({ from, to }) =>
        (subjectOf(from) === "shared" && subjectOf(to) !== "shared") ||
        (subjectOf(from) === "rendering" && !["rendering", "shared"].includes(subjectOf(to))),
    );
    none(wrong, "Not even types:");
  });

  it("rules import neither SQL nor HTTP", () => {
    const rules = OURS.filter(({ from }) => isRule(from) && subjectOf(from) !== "commands");
    /** A description of a table also gives the type of what its rows are read into. */
    const isType = (path: string) => /\.table\.ts$|^src\/store\/store\.ts$|^src\/database\/table\.ts$/.test(path);
    none(
      rules.filter(({ to, typeOnly }) => HTTP.test(to) || (SQL.test(to) && !(typeOnly && isType(to)))),
      "Rules are called by routes, and call the store:",
    );
  });

  it("SQL imports no HTTP, and HTTP no SQL", () => {
    const isStore = (path: string) => path === "src/store/store.ts";
    const wrong = OURS.filter(
      ({ from, to, typeOnly }) =>
        (SQL.test(from) && HTTP.test(to)) || (HTTP.test(from) && SQL.test(to) && !(typeOnly && isStore(to))),
    );
    none(wrong, "Between them are rules:");
  });

  it("the threads that every service starts load no package", () => {
    for (const thread of ["src/scans/journal-thread.ts", "src/store/sqlite/thread.ts"]) {
      const reached = new Set([thread]);
      for (const file of reached) {
        const loaded = IMPORTS.filter(({ from, typeOnly, isLater }) => from === file && !typeOnly && !isLater);
        for (const { to } of loaded) if (to.startsWith("src/")) reached.add(to);
        const packages = loaded.filter(({ to }) => !/^(?:src\/|node:)/.test(to));
        none(packages, `${thread} is loaded several times at every start, so it must not import:`);
      }
    }
  });

  it("neither engine imports the other", () => {
    const engine = (path: string) => /[./](sqlite|postgres)[./]/.exec(path)?.[1];
    const wrong = OURS.filter(({ from, to }) => engine(from) && engine(to) && engine(from) !== engine(to));
    none(wrong, "One engine imports the other:");
  });

  it("only entry files import config, app, main and the commands", () => {
    const entries = ["src/app.ts", "src/main.ts", "src/cli.ts"];
    const top = /^src\/(app|main|cli|config)\.ts$|^src\/commands\//;
    const wrong = OURS.filter(
      ({ from, to, typeOnly }) =>
        top.test(to) && !entries.includes(from) && subjectOf(from) !== "commands" && !typeOnly,
    );
    none(wrong, "Settings are passed in as options:");
  });

  it("better-auth is loaded only when it is used", () => {
    const isAuth = (to: string) => to.startsWith("better-auth");
    const dynamic = /import\(\s*"better-auth/;
    assert.ok(FILES.some((file) => dynamic.test(textOf(file))));
    const wrong = FILES.filter((file) => /\bfrom "better-auth/.test(textOf(file)));
    assert.deepEqual(wrong, [], "Loading it takes a quarter of a second, too much for every start:");
    assert.deepEqual(
      IMPORTS.filter(({ to }) => isAuth(to))
        .map(({ from }) => subjectOf(from))
        .filter((name) => name !== "accounts"),
      [],
      "only accounts may import it",
    );
  });

  it("files have no import cycles, including types", () => {
    assert.deepEqual(circlesIn(OURS), []);
  });
});

describe("Restricted dependencies of src", () => {
  it("database drivers are used only where SQL is, and in the journal", () => {
    const drivers = /^(node:sqlite|pg|postgres|kysely|better-sqlite3)$/;
    const wrong = IMPORTS.filter(({ from, to }) => drivers.test(to) && !SQL.test(from));
    none(
      wrong.filter(({ from }) => !from.startsWith("src/scans/journal")),
      "A driver outside SQL:",
    );
  });

  it("HTTP is used only in routes and the composition root", () => {
    const http = /^(fastify|@fastify\/.*|node:http|node:https)$/;
    const wrong = IMPORTS.filter(({ from, to }) => http.test(to) && !HTTP.test(from));
    none(
      wrong.filter(({ from }) => !/^src\/(app|services|main)\.ts$/.test(from)),
      "HTTP outside routes:",
    );
  });

  it("the environment is read only in config.ts", () => {
    const readers = FILES.filter((file) => /\bprocess\.env\b|\bloadEnvFile\b/.test(textOf(file)));
    assert.deepEqual(readers, ["src/config.ts"]);
  });
});

describe("Import rules of the client", () => {
  const imports = filesUnder("client/src").flatMap(importsOf);

  it("it imports only openapi-fetch, so that it runs wherever fetch exists", () => {
    assert.ok(imports.length > 10);
    const wrong = imports.filter(({ to }) => !to.startsWith("client/src/") && to !== "openapi-fetch");
    none(wrong, "The client depends on neither Node nor the service:");
  });

  it("it uses no global that only Node has", () => {
    const found = filesUnder("client/src").filter(
      (file) => file !== "client/src/openapi.ts" && /\b(?:process|Buffer|require)\b[.(]/.test(textOf(file)),
    );
    assert.deepEqual(found, []);
  });

  it("it has no import cycles", () => {
    assert.deepEqual(circlesIn(imports), []);
  });
});

/** How the shapes of a look are drawn and how robust a code is: pure, also used in the browser. */
const DRAWING =
  /^src\/rendering\/(?:capacity|colors|errors|level|segments|sheet\/formats|style|version|styled\/(?:contours|eyes|frame-forms|modules|path))\.ts$/;

describe("Import rules of web", () => {
  it("from src it imports only types, the rules of content and the shapes of looks", () => {
    const wrong = filesUnder("web")
      .flatMap(importsOf)
      .filter(({ to }) => to.startsWith("src/"))
      .filter(({ to, typeOnly }) => !typeOnly && !to.startsWith("src/codes/content/"))
      .filter(
        ({ to }) =>
          !/^src\/shared\/(csv|file-name|link-lists|tag-colors|towns)\.ts$|^src\/shared\/towns\.json$|^src\/insights\/chart\//.test(
            to,
          ),
      )
      .filter(({ to }) => !DRAWING.test(to));
    none(wrong, "The dashboard speaks HTTP; it shares types, content rules and shapes:");
    const alien = IMPORTS.filter(({ from, typeOnly }) => DRAWING.test(from) && !typeOnly);
    none(
      alien.filter(({ to }) => !DRAWING.test(to) && to !== "src/shared/vocabulary.ts"),
      "The shapes of looks are drawn in browsers too:",
    );
    const charts = FILES.filter((file) => file.startsWith("src/insights/chart/"));
    const reaches = charts
      .flatMap(importsOf)
      .filter(({ to, typeOnly }) => !typeOnly && !charts.includes(to) && !/^(?:d3-geo|topojson-client)$/.test(to));
    none(reaches, "Charts are drawn in browsers too:");
    const ofNode = FILES.filter((file) => DRAWING.test(file) && /\b(?:process|Buffer)\b[.(]/.test(textOf(file)));
    assert.deepEqual(ofNode, []);
  });

  it("files have no import cycles, including types", () => {
    const imports = filesUnder("web").flatMap(importsOf);
    assert.ok(imports.length > 500);
    assert.deepEqual(circlesIn(imports.filter(({ isLater }) => !isLater)), []);
  });
});
