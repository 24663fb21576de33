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

const MODULES = [
  ...["codes", "looks", "brands", "keys", "limits", "visits", "scans", "analytics", "accounts"],
  ...["bundle", "imports", "webhooks", "mail", "workspaces", "settings"],
];
/** store.ts, the interfaces it is composed of (code-store.ts and so on), and the journal's lines. */
const INTERFACE = /^src\/store\/(?:store|[a-z]+-store|scan-lines|run-lines)\.ts$/;
const isInterface = (path: string): boolean => INTERFACE.test(path);
const moduleOf = (path: string): string => /^src\/([^/]+)\//.exec(path)?.[1] ?? "";

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

  it("shared imports no other module", () => {
    const wrong = OURS.filter(({ from, to }) => moduleOf(from) === "shared" && moduleOf(to) !== "shared");
    none(wrong, "shared imports nothing of ours:");
  });

  it("rendering imports only shared", () => {
    const wrong = OURS.filter(
      ({ from, to }) => moduleOf(from) === "rendering" && !["rendering", "shared"].includes(moduleOf(to)),
    );
    none(wrong, "rendering imports no store, no entry point and no other module:");
  });

  it("no module imports an entry point", () => {
    const wrong = OURS.filter(({ from, to }) => moduleOf(from) !== "http" && moduleOf(to) === "http");
    const allowed = ["src/app.ts", "src/main.ts"];
    none(
      wrong.filter(({ from }) => !allowed.includes(from)),
      "Only the composition root registers entry points:",
    );
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

  it("modules import only the interfaces of the store", () => {
    const wrong = OURS.filter(
      ({ from, to }) => MODULES.includes(moduleOf(from)) && moduleOf(to) === "store" && !isInterface(to),
    );
    none(wrong, "A module may import only the store's interfaces:");
  });

  it("the store's interfaces import no query and no engine", () => {
    const mayUse = (to: string) =>
      moduleOf(to) === "shared" || isInterface(to) || to === "src/store/migrations/types.ts";
    // store.ts re-exports the types of queries.
    const isHandedOn = ({ from, typeOnly }: Import) => from === "src/store/store.ts" && typeOnly;
    const wrong = OURS.filter((entry) => isInterface(entry.from) && !mayUse(entry.to) && !isHandedOn(entry));
    none(wrong, "The store's interfaces do not depend on its implementation:");
    assert.ok(FILES.some(isInterface));
  });

  it("entry points import only the interfaces of the store", () => {
    const wrong = OURS.filter(
      ({ from, to }) => moduleOf(from) === "http" && moduleOf(to) === "store" && !isInterface(to),
    );
    none(wrong, "An entry point calls modules, not queries:");
  });

  it("the store imports only shared", () => {
    const wrong = OURS.filter(
      ({ from, to }) => moduleOf(from) === "store" && !["store", "shared"].includes(moduleOf(to)),
    );
    none(wrong, "The store may import only its own files and shared:");
  });

  it("neither engine imports the other", () => {
    const engine = (path: string) => /^src\/store\/(sqlite|postgres)\//.exec(path)?.[1];
    const wrong = OURS.filter(({ from, to }) => engine(from) && engine(to) && engine(from) !== engine(to));
    none(wrong, "One engine imports the other:");
  });

  it("only entry files import config, app, main and the commands", () => {
    const entries = ["src/app.ts", "src/main.ts", "src/cli.ts"];
    const top = /^src\/(app|main|cli|config)\.ts$|^src\/commands\//;
    const wrong = OURS.filter(
      ({ from, to, typeOnly }) => top.test(to) && !entries.includes(from) && moduleOf(from) !== "commands" && !typeOnly,
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
        .map(({ from }) => moduleOf(from))
        .filter((name) => name !== "accounts"),
      [],
      "only accounts may import it",
    );
  });

  it("files have no import cycles, including types", () => {
    assert.deepEqual(circlesIn(OURS), []);
  });

  it("modules have no import cycles", () => {
    const next = new Map<string, Set<string>>();
    for (const { from, to, typeOnly } of OURS) {
      const [a, b] = [moduleOf(from), moduleOf(to)];
      if (a && b && a !== b && !typeOnly) next.set(a, (next.get(a) ?? new Set()).add(b));
    }
    const circles: string[] = [];
    const walk = (path: string[]): void => {
      for (const name of next.get(path.at(-1)!) ?? []) {
        if (name === path[0]) circles.push([...path, name].join(" -> "));
        else if (!path.includes(name)) walk([...path, name]);
      }
    };
    for (const name of next.keys()) walk([name]);
    assert.deepEqual(circles, []);
  });
});

describe("Restricted dependencies of src", () => {
  const outside = (allowed: RegExp, packages: RegExp) =>
    IMPORTS.filter(({ from, to }) => packages.test(to) && !allowed.test(from));

  it("database drivers are used only in the store and the journal", () => {
    const drivers = /^(node:sqlite|pg|postgres|kysely|better-sqlite3)$/;
    none(outside(/^src\/store\/|^src\/scans\/journal/, drivers), "A driver outside the store:");
  });

  it("HTTP is used only in the entry points and the composition root", () => {
    const http = /^(fastify|@fastify\/.*|node:http|node:https)$/;
    none(outside(/^src\/http\/|^src\/(app|main)\.ts$/, http), "HTTP outside the entry points:");
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
  /^src\/rendering\/(?:capacity|colors|errors|level|segments|style|version|styled\/(?:contours|eyes|frame-forms|modules|path))\.ts$/;

describe("Import rules of web", () => {
  it("from src it imports only types, the rules of content and the shapes of looks", () => {
    const wrong = filesUnder("web")
      .flatMap(importsOf)
      .filter(({ to }) => to.startsWith("src/"))
      .filter(({ to, typeOnly }) => !typeOnly && !to.startsWith("src/codes/content/"))
      .filter(({ to }) => !/^src\/shared\/(csv|link-lists|tag-colors)\.ts$/.test(to))
      .filter(({ to }) => !DRAWING.test(to));
    none(wrong, "The dashboard speaks HTTP; it shares types, content rules and shapes:");
    const alien = IMPORTS.filter(({ from, typeOnly }) => DRAWING.test(from) && !typeOnly);
    none(
      alien.filter(({ to }) => !DRAWING.test(to) && to !== "src/shared/vocabulary.ts"),
      "The shapes of looks are drawn in browsers too:",
    );
    const ofNode = FILES.filter((file) => DRAWING.test(file) && /\b(?:process|Buffer)\b[.(]/.test(textOf(file)));
    assert.deepEqual(ofNode, []);
  });
});
