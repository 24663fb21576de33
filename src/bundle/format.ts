/** The layout of a bundle: the names of its files, and what it says of itself. */
import { createHash } from "node:crypto";

export const FORMAT = "tessera-bundle";
export const FORMAT_VERSION = 1;
export const MANIFEST = "manifest.json";
export const SUMS = "SHA256SUMS";

/** Each is a file of NDJSON, in this order. */
export const KINDS = ["owners", "codes", "versions", "history", "scans", "styles", "logos", "erased"] as const;
export type Kind = (typeof KINDS)[number];
/** History is nested, and erased tokens are of no use in a table. */
export const TABLES = KINDS.filter((kind) => kind !== "history" && kind !== "erased");

export const dataPath = (kind: Kind): string => `data/${kind}.ndjson`;

/** Whether a path stays in the bundle, wherever it is unpacked. */
export const isInside = (path: string): boolean =>
  /^[^/\\]/.test(path) && !/[\0\n\r\\]/.test(path) && !path.split("/").some((name) => /^\.{0,2}$/.test(name));

export const sha256 = (content: string | Uint8Array): string => createHash("sha256").update(content).digest("hex");

export const README = `# Your codes, to keep

This folder holds QR codes of a Tessera service and everything that belongs to them, as of one moment.

| Path | What it is |
|---|---|
| manifest.json | what is in here, how much, and the checksum of SHA256SUMS |
| SHA256SUMS | the checksum of every file: \`sha256sum -c SHA256SUMS\` |
| data/codes.ndjson, .csv | the codes; one JSON object a line, or a table |
| data/versions.ndjson, .csv | earlier contents of codes, and until when they were in force |
| data/scans.ndjson, .csv | every scan, by code, oldest first |
| data/history.ndjson | counts by day and month, including scans that are no longer kept one by one |
| data/owners.ndjson, .csv | the accounts that codes belong to, without their passwords |
| data/erased.ndjson | tokens of erased codes, which are never given again |
| data/styles.*, data/logos.*, logos/ | named looks, and the pictures in the middle of codes |
| images/ | every code as SVG and PNG |
| site/ | pages for codes that are not a web address, and _redirects: where each code leads |
| nginx.map | the same for nginx; see "Run your codes without Tessera" in docs/leaving.md |

Point the host name that is printed in your codes to a server with these files, and they go on working.
\`tessera import\` brings the folder back into a Tessera service. It holds no passwords, API keys or webhooks.
`;
