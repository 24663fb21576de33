import { createRequire } from "node:module";

const PACKAGE = "@napi-rs/canvas";
const require = createRequire(import.meta.url);

/**
 * The message at start if looks cannot be drawn; null if they can. The package is located but not loaded, which would
 * take a tenth of a second and 30 MB.
 */
export function describeMissingSkia({
  platform,
  arch,
}: Pick<NodeJS.Process, "platform" | "arch"> = process): string | null {
  const names = isThere(PACKAGE) ? binariesFor(`${platform}-${arch}`) : [PACKAGE];
  if (names.some(isThere)) return null;
  const why =
    names.length > 0
      ? `the package ${names.join(" or ")} is missing. Install optional packages too: npm install --include=optional`
      : `${PACKAGE} does not support ${platform} on ${arch}`;
  return `Looks and logos cannot be drawn, because ${why}. Plain codes work.`;
}

/** Names like @napi-rs/canvas-linux-x64-gnu: of two for a system, npm installs the usable one. */
function binariesFor(system: string): string[] {
  const { optionalDependencies } = require(`${PACKAGE}/package.json`);
  return Object.keys(optionalDependencies).filter((name) => `${name}-`.startsWith(`${PACKAGE}-${system}-`));
}

function isThere(name: string): boolean {
  try {
    // Resolve it relative to the package, wherever that is.
    createRequire(require.resolve(PACKAGE)).resolve(name);
    return true;
  } catch {
    return false;
  }
}
