/** The browser that `npm ci` installs on x64 Linux, unpacked once for all test files. */
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import own from "../../package.json" with { type: "json" };

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** package.json pins exact versions. */
export const PACKED_VERSION = own.devDependencies["@sparticuz/chromium"];
const FOLDER = join(ROOT, `node_modules/.cache/tessera/chromium-${PACKED_VERSION}`);
const UNPACK = 'import chromium from "@sparticuz/chromium"; console.log(await chromium.executablePath());';

export interface Launch {
  executablePath: string;
  env: Record<string, string>;
}

/** Null if the package has no browser for this machine. */
export async function unpackChromium(): Promise<Launch | null> {
  if (process.platform !== "linux" || process.arch !== "x64") return null;
  if (!existsSync(FOLDER)) await unpack();
  return {
    executablePath: join(FOLDER, "chromium"),
    // Its own libraries and fonts, so that it starts on a bare machine and renders the same everywhere.
    env: {
      ...(process.env as Record<string, string>),
      LD_LIBRARY_PATH: join(FOLDER, "al2023/lib"),
      FONTCONFIG_FILE: join(FOLDER, "fonts.conf"),
    },
  };
}

/**
 * Several files may do this at the same time: each unpacks to its own folder, and the first to finish wins the rename.
 */
async function unpack(): Promise<void> {
  mkdirSync(dirname(FOLDER), { recursive: true });
  const aside = mkdtempSync(`${FOLDER}-`);
  try {
    // The package unpacks to the temporary folder, and unpacks its libraries only on Lambda.
    const env = { ...process.env, TMPDIR: aside, AWS_LAMBDA_JS_RUNTIME: "nodejs22.x" };
    const args = ["--input-type=module", "-e", UNPACK];
    await promisify(execFile)(process.execPath, args, { cwd: ROOT, env });
    writeFileSync(
      join(aside, "fonts.conf"),
      `<?xml version="1.0"?><fontconfig><dir>${FOLDER}/fonts</dir><cachedir>${FOLDER}/font-cache</cachedir></fontconfig>\n`,
    );
    renameSync(aside, FOLDER);
  } catch (error) {
    rmSync(aside, { recursive: true, force: true });
    if (!existsSync(FOLDER)) throw error;
  }
}
