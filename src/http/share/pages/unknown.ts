import { html } from "../../server/html.ts";
import { ICONS } from "./icons.ts";
import { layout } from "./layout.ts";
import { heading, secondary } from "./parts.ts";

/** For 404 to a browser: an address that leads to nothing of this service. */
export function unknownPage(basePath: string): string {
  return layout({
    title: "No such page · Tessera",
    body: html`${heading(ICONS.missing, "Not found", "There is no such page")}
<p>The address may be mistyped, or the page has moved.</p>
${secondary(`${basePath}/app/`, "Go to the dashboard")}
${secondary(`${basePath}/docs`, "API reference")}`,
  });
}
