import manifest from "../../package.json" with { type: "json" };

export const VERSION: string = manifest.version;

const isPackage = import.meta.url.endsWith(".js");

/** How a person calls the command: in a checkout, which runs as written, through npx. */
export const COMMAND = isPackage ? "tessera" : "npx tessera";

/** How a person starts the service. */
export const START = isPackage ? "tessera serve" : "npm start";
