import { existsSync } from "node:fs";
import manifest from "../../package.json" with { type: "json" };

export const VERSION: string = manifest.version;

/** What builds it stands in a checkout alone. */
const isPackage = !existsSync(new URL("../../scripts", import.meta.url));

/** How a person calls the command: in a checkout nothing is on the PATH. */
export const COMMAND = isPackage ? "tessera" : "node bin/tessera.js";

/** How a person starts the service. */
export const START = isPackage ? "tessera serve" : "npm start";
