/** The documents refer only to what exists, in the project's vocabulary. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { freshDir } from "../support/stores.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const read = (file: string): string => readFileSync(join(ROOT, file), "utf8");
const files = (...patterns: string[]): string[] => globSync(patterns, { cwd: ROOT }).sort();

const DOCUMENTS = files("*.md", "docs/**/*.md", "src/**/*.md", "client/*.md");
/** Created by a build or a run: they need not exist. */
const MADE = /^(web\/dist|dist|data|screenshots)\b/;
const FOLDERS = "src|test|scripts|bench|bin|web|client|docs|deploy|\\.ci|\\.vscode";
const PATH = new RegExp(`^(?:${FOLDERS})(?:/[\\w.*-]+)+/?$|^[\\w./-]+\\.(?:ts|tsx|js|yml|conf)$`);

/** Text in backticks and code blocks that looks like a path of the project. */
function pathsIn(text: string): string[] {
  const code = text.match(/```[\s\S]*?```|`[^`\n]+`/g) ?? [];
  const words = code.flatMap((part) => part.split(/[\s`"'()|=,;]+/));
  return words.filter((word) => PATH.test(word) && !MADE.test(word));
}

/** GitHub's anchor for a heading. */
const anchorsIn = (text: string): string[] =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\d _-]/gu, "")
      .replaceAll(" ", "-"),
  );

/** Fails with a line for each wrong entry, and if there was nothing to check. */
function none(looked: readonly { file: string; what: string; isRight: boolean }[]): void {
  assert.ok(looked.length >= 10, "nothing was checked");
  const wrong = looked.filter(({ isRight }) => !isRight);
  assert.deepEqual(
    wrong.map(({ file, what }) => `${file}: ${what}`),
    [],
  );
}

describe("The documents", () => {
  it("name files and folders that exist", () => {
    none(
      DOCUMENTS.flatMap((file) =>
        // A folder's README names its files without the folder.
        pathsIn(read(file)).map((what) => {
          const from = file.startsWith("src/") && !what.startsWith("src/") ? dirname(file) : "";
          return { file, what, isRight: files(join(from, what)).length > 0 };
        }),
      ),
    );
  });

  it("link to files and headings that exist", () => {
    none(
      DOCUMENTS.flatMap((file) =>
        [...read(file).matchAll(/\]\(([^)\s]+)\)/g)]
          .map(([, link]) => link!)
          .filter((link) => !/^https?:/.test(link))
          .map((what) => {
            const [path = "", anchor] = what.split("#");
            const target = path === "" ? file : join(dirname(file), path);
            const isThere = existsSync(join(ROOT, target));
            const isRight = isThere && (anchor === undefined || anchorsIn(read(target)).includes(anchor));
            return { file, what, isRight };
          }),
      ),
    );
  });

  it("show every picture in docs/pictures", () => {
    const all = DOCUMENTS.map(read).join("\n");
    none(
      files("docs/pictures/*").map((file) => ({
        file,
        what: "is shown nowhere",
        isRight: all.includes(`pictures/${file.replaceAll("\\", "/").split("/").at(-1)})`),
      })),
    );
  });

  it("show diagrams as their script draws them", () => {
    const folder = freshDir();
    execFileSync(process.execPath, [join(ROOT, "scripts/diagrams.ts"), folder]);
    const drawn = readdirSync(folder).sort();
    assert.deepEqual(drawn, ["request.svg", "scan.svg"]);
    for (const name of drawn) {
      const now = readFileSync(join(folder, name), "utf8");
      assert.equal(read(`docs/pictures/${name}`), now, `npm run pictures redraws ${name}`);
    }
  });

  it("never refer to another author's package with the command's name", () => {
    const fetches = /npx( -\S+)* tessera|npm (i|install|add|exec|x)\b[^\n&|`]* (--package=)?tessera(?![-\w./])/;
    const texts = files(
      "{README,CONTRIBUTING}.md",
      "{docs,src,client,web/src,deploy}/**/*.{md,ts,tsx,json,yaml,yml,service}",
      "compose.yaml",
    );
    none(
      texts.map((file) => ({ file, what: fetches.exec(read(file))?.[0] ?? "", isRight: !fetches.test(read(file)) })),
    );
  });

  it("name npm scripts that exist", () => {
    const { scripts } = JSON.parse(read("package.json"));
    none(
      DOCUMENTS.flatMap((file) =>
        [...read(file).matchAll(/\bnpm run (?:-\S+ )*([\w:]+)/g)].map(([what, name]) => ({
          file,
          what,
          isRight: name! in scripts,
        })),
      ),
    );
  });
});

describe("Names and comments", () => {
  it("use none of the retired words", () => {
    const OLD = /\b(?:door|room|house|cellar|stranger|lodger|way-in)s?\b/gi;
    const sources = files("{src,web/src,client/src,deploy,scripts,bench,bin}/**/*.*", "*.{yaml,json}");
    const DATA = ["package-lock.json", "src/shared/towns.json"];
    const found = [...DOCUMENTS, ...sources.filter((file) => !DATA.includes(file))].flatMap((file) =>
      [...read(file).matchAll(OLD)].map(([word]) => `${file}: ${word}`),
    );
    assert.deepEqual(found, []);
  });
});
