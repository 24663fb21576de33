import manifest from "../../package.json" with { type: "json" };

export const VERSION: string = manifest.version;

/** How a person calls the command: in a checkout, which runs as written, through npx. */
export const COMMAND = import.meta.url.endsWith(".js") ? "tessera" : "npx tessera";
