/** npm pack's first step: src as JavaScript in dist, since Node strips no types below node_modules. */
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const src = join(root, "src");
const dist = join(root, "dist");

/** Imports, and the files of threads in `new URL("./x.ts", import.meta.url)`. */
const RELATIVE = /(["'`])(\.{1,2}\/[^"'`\n$]*)\.ts\1/g;
const LEFT_OVER = /\.ts["'`]/;

function toJavaScript(file: string): string {
  const code = stripTypeScriptTypes(readFileSync(join(src, file), "utf8"));
  const rewritten = code.replace(RELATIVE, "$1$2.js$1");
  const line = rewritten.split("\n").findIndex((text) => LEFT_OVER.test(text));
  if (line !== -1) {
    throw new Error(
      `src/${file}:${line + 1} names a .ts file in a way that the package would miss.`,
    );
  }
  return rewritten;
}

rmSync(dist, { recursive: true, force: true });
for (const entry of globSync("**/*", { cwd: src, withFileTypes: true })) {
  if (!entry.isFile()) continue;
  const file = join(entry.parentPath, entry.name).slice(src.length + 1);
  const target = join(dist, file);
  mkdirSync(dirname(target), { recursive: true });
  if (file.endsWith(".ts")) writeFileSync(target.replace(/\.ts$/, ".js"), toJavaScript(file));
  else if (!file.endsWith(".md")) cpSync(join(src, file), target);
}
