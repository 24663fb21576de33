/** Builds the dashboard into web/dist if its sources changed. */
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join, normalize, relative } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { buildOrSay, hashInputs, isBuiltFrom, ROOT, requireInputs, STAMP } from "./support/inputs.ts";

const dist = join(ROOT, "web/dist");

const INPUTS = [
  "scripts/build-web.ts",
  "web/index.html",
  "web/vite.config.ts",
  "web/src/**/*.*",
  "src/codes/content/*.ts",
  "src/insights/chart/*.ts",
  "src/rendering/{capacity,colors,errors,level,segments,style,version}.ts",
  "src/rendering/sheet/formats.ts",
  "src/rendering/styled/{contours,eyes,frame-forms,modules,path}.ts",
  "src/shared/csv.ts",
  "src/shared/file-name.ts",
  "src/shared/link-lists.ts",
  "src/shared/tag-colors.ts",
  "src/shared/towns.{json,ts}",
  "src/shared/text.ts",
  "src/shared/vocabulary.ts",
  "package-lock.json",
];

/** Compressed at build time, so that no request has to. */
function compressAssets(): void {
  for (const file of globSync("assets/*.{js,css,svg,json}", { cwd: dist })) {
    const path = join(dist, file);
    const bytes = readFileSync(path);
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
    const quality = { [constants.BROTLI_PARAM_QUALITY]: 9 };
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: quality }));
  }
}

/** The script of /docs: Scalar's package contains it as a string. */
async function writeReference(): Promise<void> {
  const [{ fastify }, { default: scalar }] = await Promise.all([
    import("fastify"),
    import("@scalar/fastify-api-reference"),
  ]);
  const server = fastify();
  await server.register(scalar, { routePrefix: "/", configuration: { url: "/" } });
  const { body } = await server.inject("/js/scalar.js");
  await server.close();
  const license = readFileSync(join(ROOT, "node_modules/@scalar/fastify-api-reference/LICENSE"), "utf8");
  const hash = createHash("sha256").update(body).digest("base64url").slice(0, 8);
  const script = gzipSync(`/*! Scalar\n${license}*/\n${body}`, { level: 9 });
  writeFileSync(join(dist, `assets/reference-${hash}.js.gz`), script);
}

/** Fails if an input is not covered by the hash, because its changes would not be built. */
function refuseUnseen(files: Iterable<string>): void {
  const seen = new Set(globSync(INPUTS, { cwd: ROOT }).map((file) => join(ROOT, file)));
  for (const id of files) {
    const file = normalize(id.replace(/\?.*$/, ""));
    if (!file.startsWith(ROOT) || /[\\/]node_modules[\\/]/.test(file) || seen.has(file)) continue;
    throw new Error(`The dashboard imports ${relative(ROOT, file).replaceAll("\\", "/")}, which is missing in INPUTS.`);
  }
}

const inputs = hashInputs(INPUTS);
if (!isBuiltFrom(inputs, dist)) {
  if (!existsSync(join(ROOT, "node_modules/vite"))) {
    console.error(
      "The dashboard is not built, and its build tools are not installed. Install them (npm ci --include=dev), or use the package built by npm pack, which contains the dashboard.",
    );
    process.exit(1);
  }
  requireInputs(INPUTS);
  const [{ build }, { default: config }] = await Promise.all([import("vite"), import("../web/vite.config.ts")]);
  await buildOrSay("The dashboard", async () => {
    const plugins = [
      ...(config.plugins ?? []),
      {
        name: "unseen",
        buildEnd(this: { getModuleIds(): Iterable<string> }) {
          refuseUnseen(this.getModuleIds());
        },
      },
    ];
    await build({ ...config, plugins, configFile: false });
    compressAssets();
    await writeReference();
    writeFileSync(join(dist, STAMP), inputs);
  });
}
