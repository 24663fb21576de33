/** Builds the dashboard into web/dist, if what it is made of has changed since. */
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = join(root, "web/dist");
const stamp = join(dist, "inputs.sha256");

const INPUTS = [
  "web/index.html",
  "web/vite.config.ts",
  "web/src/**/*.*",
  "src/codes/content/*.ts",
  "src/shared/text.ts",
  "src/shared/vocabulary.ts",
  "package-lock.json",
];

function hashInputs(): string {
  const hash = createHash("sha256");
  for (const file of globSync(INPUTS, { cwd: root }).sort()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update("\0");
  }
  return hash.digest("hex");
}

/** Compressed once here, so that no request pays for it. */
function compressAssets(): void {
  for (const file of globSync("assets/*.{js,css,svg,json}", { cwd: dist })) {
    const path = join(dist, file);
    const bytes = readFileSync(path);
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
    const quality = { [constants.BROTLI_PARAM_QUALITY]: 9 };
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: quality }));
  }
}

const inputs = hashInputs();
const built = existsSync(stamp) ? readFileSync(stamp, "utf8") : "";
if (built !== inputs) {
  if (!existsSync(join(root, "node_modules/vite"))) {
    console.error(
      "The dashboard is not built, and what builds it is not installed. Install it (npm ci --include=dev), or take the package that npm pack makes, which holds the dashboard.",
    );
    process.exit(1);
  }
  // A file that was renamed would no longer be looked at, and its changes not be built.
  const gone = INPUTS.filter((input) => globSync(input, { cwd: root }).length === 0);
  if (gone.length > 0)
    throw new Error(`scripts/build-web.ts looks for ${gone}, which is not there.`);
  const [{ build }, { default: config }] = await Promise.all([
    import("vite"),
    import("../web/vite.config.ts"),
  ]);
  await build({ ...config, configFile: false });
  compressAssets();
  writeFileSync(stamp, inputs);
}
