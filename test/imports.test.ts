/** The arrows of the house: who may import whom, and what only one place may touch. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, resolve } from "node:path";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const IMPORT =
  /(?:^|[\s;}])(?:import|export)\s[^'"`;]*?from\s*["']([^"']+)["']|(?:^|[\s;])import\s*["']([^"']+)["']|import\(\s*["']([^"']+)["']\s*\)|new URL\(\s*["'](\.[^"']+\.ts)["']/g;
const TYPE_ONLY = /^\s*(?:import|export)\s+type\s/;

interface Arrow {
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

function arrowsOf(file: string): Arrow[] {
  return [...textOf(file).matchAll(IMPORT)].map((found) => {
    const target = (found[1] ?? found[2] ?? found[3] ?? found[4])!;
    const to = target.startsWith(".")
      ? resolve(ROOT, dirname(file), target).slice(ROOT.length)
      : target;
    return { from: file, to: normalize(to), typeOnly: TYPE_ONLY.test(found[0].trimStart()) };
  });
}

const FILES = filesUnder("src");
const ARROWS = FILES.flatMap(arrowsOf);
const OURS = ARROWS.filter((arrow) => arrow.to.startsWith("src/"));

const ROOMS = ["codes", "keys", "limits", "scans", "analytics", "accounts"];
const INTERFACES = ["src/store/types.ts", "src/store/scan-lines.ts"];
const roomOf = (path: string): string => /^src\/([^/]+)\//.exec(path)?.[1] ?? "";

/** Fails with a line for each arrow that should not be. */
function none(wrong: readonly Arrow[], rule: string): void {
  const lines = wrong.map((arrow) => `  ${arrow.from} imports ${arrow.to}`);
  assert.equal(wrong.length, 0, `${rule}\n${lines.join("\n")}`);
}

describe("The arrows of src", () => {
  it("are all seen", () => {
    assert.ok(FILES.length > 50);
    assert.ok(OURS.length > 100);
    const missing = OURS.filter((arrow) => !existsSync(join(ROOT, arrow.to)));
    none(missing, "An import leads nowhere:");
  });

  it("lead from shared to nothing of ours", () => {
    const wrong = OURS.filter(
      ({ from, to }) => roomOf(from) === "shared" && roomOf(to) !== "shared",
    );
    none(wrong, "shared is for everyone and knows nobody:");
  });

  it("lead from rendering to shared only", () => {
    const wrong = OURS.filter(
      ({ from, to }) =>
        roomOf(from) === "rendering" && !["rendering", "shared"].includes(roomOf(to)),
    );
    none(wrong, "rendering knows no store, no door and no other room:");
  });

  it("lead from no room to a door", () => {
    const wrong = OURS.filter(({ from, to }) => roomOf(from) !== "doors" && roomOf(to) === "doors");
    const allowed = ["src/app.ts", "src/main.ts"];
    none(
      wrong.filter(({ from }) => !allowed.includes(from)),
      "Only the composition root opens doors:",
    );
  });

  it("lead from rooms to the store by its interfaces only", () => {
    const wrong = OURS.filter(
      ({ from, to }) =>
        ROOMS.includes(roomOf(from)) && roomOf(to) === "store" && !INTERFACES.includes(to),
    );
    none(wrong, "A room knows the store's interfaces and no query:");
  });

  it("lead from doors to the store by its types only", () => {
    const wrong = OURS.filter(
      ({ from, to }) =>
        roomOf(from) === "doors" && roomOf(to) === "store" && !INTERFACES.includes(to),
    );
    none(wrong, "A door asks rooms, not queries:");
  });

  it("lead from the store to shared only", () => {
    const wrong = OURS.filter(
      ({ from, to }) => roomOf(from) === "store" && !["store", "shared"].includes(roomOf(to)),
    );
    none(wrong, "The store is the cellar:");
  });

  it("lead from one engine never to the other", () => {
    const engine = (path: string) => /^src\/store\/(sqlite|postgres)\//.exec(path)?.[1];
    const wrong = OURS.filter(
      ({ from, to }) => engine(from) && engine(to) && engine(from) !== engine(to),
    );
    none(wrong, "The engines do not know each other:");
  });

  it("lead from nobody but the entries to config, app, main and the commands", () => {
    const entries = ["src/app.ts", "src/main.ts", "src/cli.ts"];
    const top = /^src\/(app|main|cli|config)\.ts$|^src\/commands\//;
    const wrong = OURS.filter(
      ({ from, to, typeOnly }) =>
        top.test(to) && !entries.includes(from) && roomOf(from) !== "commands" && !typeOnly,
    );
    none(wrong, "Options are handed in:");
  });

  it("run in no circle between rooms", () => {
    const next = new Map<string, Set<string>>();
    for (const { from, to, typeOnly } of OURS) {
      const [a, b] = [roomOf(from), roomOf(to)];
      if (a && b && a !== b && !typeOnly) next.set(a, (next.get(a) ?? new Set()).add(b));
    }
    const circles: string[] = [];
    const walk = (path: string[]): void => {
      for (const room of next.get(path.at(-1)!) ?? []) {
        if (room === path[0]) circles.push([...path, room].join(" -> "));
        else if (!path.includes(room)) walk([...path, room]);
      }
    };
    for (const room of next.keys()) walk([room]);
    assert.deepEqual(circles, []);
  });
});

describe("What only one place may touch", () => {
  const outside = (allowed: RegExp, packages: RegExp) =>
    ARROWS.filter(({ from, to }) => packages.test(to) && !allowed.test(from));

  it("is the database, under store and in the journal", () => {
    const drivers = /^(node:sqlite|pg|postgres|kysely|better-sqlite3)$/;
    none(outside(/^src\/store\/|^src\/scans\/journal/, drivers), "A driver outside the store:");
  });

  it("is HTTP, in the doors and the composition root", () => {
    const http = /^(fastify|@fastify\/.*|node:http|node:https)$/;
    none(outside(/^src\/doors\/|^src\/(app|main)\.ts$/, http), "HTTP outside the doors:");
  });

  it("is the environment, in config.ts", () => {
    const readers = FILES.filter((file) => /\bprocess\.env\b|\bloadEnvFile\b/.test(textOf(file)));
    assert.deepEqual(readers, ["src/config.ts"]);
  });
});

describe("The arrows of web", () => {
  it("lead to src for types and for the rules of content only", () => {
    const wrong = filesUnder("web")
      .flatMap(arrowsOf)
      .filter(({ to }) => to.startsWith("src/"))
      .filter(({ to, typeOnly }) => !typeOnly && !to.startsWith("src/codes/content/"));
    none(wrong, "The dashboard speaks HTTP; it shares types and the content rules:");
  });
});
