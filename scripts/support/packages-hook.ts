/**
 * Loaded into each test process and each of its threads, so it imports little: imports of a bundled package load the
 * bundle.
 */
import { registerHooks } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** All that `src` and tests import of these packages, so that each part exists once. */
export const NAMES = [
  "kysely",
  "pg",
  "typebox",
  "typebox/compile",
  "better-auth",
  "better-auth/adapters",
  "better-auth/api",
  "better-auth/crypto",
  "better-auth/db/adapter",
  "better-auth/plugins/generic-oauth",
  "better-auth/plugins/two-factor",
  "@better-auth/passkey",
];

export const fileOf = (name: string): string => `${name.replaceAll(/[@/]/g, "-")}.js`;

const folder = process.env.TEST_PACKAGES;
if (folder) {
  const urls = new Map(NAMES.map((name) => [name, pathToFileURL(join(folder, fileOf(name))).href]));
  registerHooks({
    resolve(name, context, next) {
      const url = urls.get(name);
      return url === undefined ? next(name, context) : { url, format: "module", shortCircuit: true };
    },
  });
}
