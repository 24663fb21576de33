import { existsSync } from "node:fs";
import manifest from "../../package.json" with { type: "json" };

export const VERSION: string = manifest.version;

/** A package contains no scripts folder. */
const isPackage = !existsSync(new URL("../../scripts", import.meta.url));

/** How to call the command: in a checkout it is not on the PATH. */
export const COMMAND = isPackage ? "tessera" : "node bin/tessera.js";

/** How to start the service. */
export const START = isPackage ? "tessera serve" : "npm start";
