/** The import rules: who may import whom, and what only one place may touch. */
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
  /** A path in the project, or a package's name. */
  to: string;
  typeOnly: boolean;
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
    return { from: file, to: normalize(to), typeOnly: TYPE_ONLY.test(found[0].trimStart()) };
  });
}

const FILES = filesUnder("src");
const IMPORTS = FILES.flatMap(importsOf);
const OURS = IMPORTS.filter((entry) => entry.to.startsWith("src/"));

const MODULES = [
  ...["codes", "looks", "brands", "keys", "limits", "visits", "scans", "analytics", "accounts"],
  ...["bundle", "imports", "webhooks"],
];
/** store.ts, the interfaces it is made of (code-store.ts and the like), and the journal's lines. */
const INTERFACE = /^src\/store\/(?:store|[a-z]+-store|scan-lines|run-lines)\.ts$/;
const isInterface = (path: string): boolean => INTERFACE.test(path);
const moduleOf = (path: string): string => /^src\/([^/]+)\//.exec(path)?.[1] ?? "";

/** Fails with a line for each import that should not be. */
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

describe("The imports of src", () => {
  it("are all seen", () => {
    assert.ok(FILES.length > 50);
    assert.ok(OURS.length > 100);
    const missing = OURS.filter((entry) => !existsSync(join(ROOT, entry.to)));
    none(missing, "An import leads nowhere:");
  });

  it("lead from shared to nothing of ours", () => {
    const wrong = OURS.filter(({ from, to }) => moduleOf(from) === "shared" && moduleOf(to) !== "shared");
    none(wrong, "shared imports nothing of ours:");
  });

  it("lead from rendering to shared only", () => {
    const wrong = OURS.filter(
      ({ from, to }) => moduleOf(from) === "rendering" && !["rendering", "shared"].includes(moduleOf(to)),
    );
    none(wrong, "rendering imports no store, no entry point and no other module:");
  });

  it("lead from no module to an entry point", () => {
    const wrong = OURS.filter(({ from, to }) => moduleOf(from) !== "http" && moduleOf(to) === "http");
    const allowed = ["src/app.ts", "src/main.ts"];
    none(
      wrong.filter(({ from }) => !allowed.includes(from)),
      "Only the composition root registers entry points:",
    );
  });

  it("lead the threads of every service to no package", () => {
    for (const thread of ["src/scans/journal-thread.ts", "src/store/sqlite/thread.ts"]) {
      const reached = new Set([thread]);
      for (const file of reached) {
        const loaded = IMPORTS.filter(({ from, typeOnly }) => from === file && !typeOnly);
        for (const { to } of loaded) if (to.startsWith("src/")) reached.add(to);
        const packages = loaded.filter(({ to }) => !/^(?:src\/|node:)/.test(to));
        none(packages, `${thread} is loaded with each start, several times, so it does without:`);
      }
    }
  });

  it("lead from modules to the store by its interfaces only", () => {
    const wrong = OURS.filter(
      ({ from, to }) => MODULES.includes(moduleOf(from)) && moduleOf(to) === "store" && !isInterface(to),
    );
    none(wrong, "A module knows the store's interfaces and no query:");
  });

  it("lead from the store's interfaces to no query and no engine", () => {
    const mayUse = (to: string) =>
      moduleOf(to) === "shared" || isInterface(to) || to === "src/store/migrations/types.ts";
    // store.ts hands on the types of queries.
    const isHandedOn = ({ from, typeOnly }: Import) => from === "src/store/store.ts" && typeOnly;
    const wrong = OURS.filter((entry) => isInterface(entry.from) && !mayUse(entry.to) && !isHandedOn(entry));
    none(wrong, "What a store is does not depend on how it is made:");
    assert.ok(FILES.some(isInterface));
  });

  it("lead from entry points to the store by its types only", () => {
    const wrong = OURS.filter(
      ({ from, to }) => moduleOf(from) === "http" && moduleOf(to) === "store" && !isInterface(to),
    );
    none(wrong, "An entry point asks modules, not queries:");
  });

  it("lead from the store to shared only", () => {
    const wrong = OURS.filter(
      ({ from, to }) => moduleOf(from) === "store" && !["store", "shared"].includes(moduleOf(to)),
    );
    none(wrong, "The store knows its interfaces and shared:");
  });

  it("lead from one engine never to the other", () => {
    const engine = (path: string) => /^src\/store\/(sqlite|postgres)\//.exec(path)?.[1];
    const wrong = OURS.filter(({ from, to }) => engine(from) && engine(to) && engine(from) !== engine(to));
    none(wrong, "The engines do not know each other:");
  });

  it("lead from nobody but the entries to config, app, main and the commands", () => {
    const entries = ["src/app.ts", "src/main.ts", "src/cli.ts"];
    const top = /^src\/(app|main|cli|config)\.ts$|^src\/commands\//;
    const wrong = OURS.filter(
      ({ from, to, typeOnly }) => top.test(to) && !entries.includes(from) && moduleOf(from) !== "commands" && !typeOnly,
    );
    none(wrong, "Options are handed in:");
  });

  it("load better-auth only when it is used", () => {
    const isAuth = (to: string) => to.startsWith("better-auth");
    const dynamic = /import\(\s*"better-auth/;
    assert.ok(FILES.some((file) => dynamic.test(textOf(file))));
    const wrong = FILES.filter((file) => /\bfrom "better-auth/.test(textOf(file)));
    assert.deepEqual(wrong, [], "It takes a quarter of a second, which a start should not:");
    assert.deepEqual(
      IMPORTS.filter(({ to }) => isAuth(to))
        .map(({ from }) => moduleOf(from))
        .filter((name) => name !== "accounts"),
      [],
      "and it belongs to the accounts",
    );
  });

  it("run in no circle between files, types included", () => {
    assert.deepEqual(circlesIn(OURS), []);
  });

  it("run in no circle between modules", () => {
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

describe("What only one place may touch", () => {
  const outside = (allowed: RegExp, packages: RegExp) =>
    IMPORTS.filter(({ from, to }) => packages.test(to) && !allowed.test(from));

  it("is the database, under store and in the journal", () => {
    const drivers = /^(node:sqlite|pg|postgres|kysely|better-sqlite3)$/;
    none(outside(/^src\/store\/|^src\/scans\/journal/, drivers), "A driver outside the store:");
  });

  it("is HTTP, in the entry points and the composition root", () => {
    const http = /^(fastify|@fastify\/.*|node:http|node:https)$/;
    none(outside(/^src\/http\/|^src\/(app|main)\.ts$/, http), "HTTP outside the entry points:");
  });

  it("is the environment, in config.ts", () => {
    const readers = FILES.filter((file) => /\bprocess\.env\b|\bloadEnvFile\b/.test(textOf(file)));
    assert.deepEqual(readers, ["src/config.ts"]);
  });
});

describe("The imports of the client", () => {
  const imports = filesUnder("client/src").flatMap(importsOf);

  it("lead to itself and to openapi-fetch, so that it runs wherever there is fetch", () => {
    assert.ok(imports.length > 10);
    const wrong = imports.filter(({ to }) => !to.startsWith("client/src/") && to !== "openapi-fetch");
    none(wrong, "The client needs nothing of Node and nothing of the service:");
  });

  it("name no global of Node alone", () => {
    const found = filesUnder("client/src").filter(
      (file) => file !== "client/src/openapi.ts" && /\b(?:process|Buffer|require)\b[.(]/.test(textOf(file)),
    );
    assert.deepEqual(found, []);
  });

  it("run in no circle", () => {
    assert.deepEqual(circlesIn(imports), []);
  });
});

/** How the shapes of a look are drawn and how strong a code is: pure, and the same in a browser. */
const DRAWING =
  /^src\/rendering\/(?:capacity|colors|errors|level|segments|style|version|styled\/(?:contours|eyes|frame-forms|modules|path))\.ts$/;

describe("The imports of web", () => {
  it("lead to src for types, the rules of content and the shapes of looks only", () => {
    const wrong = filesUnder("web")
      .flatMap(importsOf)
      .filter(({ to }) => to.startsWith("src/"))
      .filter(({ to, typeOnly }) => !typeOnly && !to.startsWith("src/codes/content/"))
      .filter(({ to }) => to !== "src/shared/csv.ts")
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
