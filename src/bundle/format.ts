/** The layout of a bundle: the names of its files, and what it says of itself. */
import { createHash } from "node:crypto";

export const FORMAT = "tessera-bundle";
/** Version 1 had other records in data/history: see src/bundle/earlier.ts. */
export const FORMAT_VERSION = 2;
export const MANIFEST = "manifest.json";
export const SUMS = "SHA256SUMS";

/** Each is a file of NDJSON, in this order. */
export const KINDS = [
  "workspaces",
  "codes",
  "versions",
  "placements",
  "history",
  "scans",
  "styles",
  "logos",
  "erased",
] as const;
export type Kind = (typeof KINDS)[number];
/** History is nested, and erased tokens are of no use in a table. */
export const TABLES = KINDS.filter((kind) => kind !== "history" && kind !== "erased");

export const dataPath = (kind: Kind): string => `data/${kind}.ndjson`;

/** Whether a path stays in the bundle, wherever it is unpacked. */
export const isInside = (path: string): boolean =>
  /^[^/\\]/.test(path) && !/[\0\n\r\\]/.test(path) && !path.split("/").some((name) => /^\.{0,2}$/.test(name));

export const sha256 = (content: string | Uint8Array): string => createHash("sha256").update(content).digest("hex");

export const README = `# Your codes

This folder contains the QR codes of a Tessera service and all their data at one point in time.

| Path | Contents |
|---|---|
| manifest.json | format, counts, and the checksum of SHA256SUMS |
| SHA256SUMS | the checksum of every file: \`sha256sum -c SHA256SUMS\` |
| data/codes.ndjson, .csv | the codes, as one JSON object per line or as a table |
| data/versions.ndjson, .csv | earlier contents of codes, and when they were replaced |
| data/placements.ndjson, .csv | copies of codes with their own links |
| data/scans.ndjson, .csv | all scans by code, oldest first |
| data/history.ndjson | visitors by day, uncounted visits, and counts of scans whose times are no longer stored |
| data/workspaces.ndjson, .csv | the workspaces that the codes belong to, with their members, without passwords |
| data/erased.ndjson | tokens of erased codes and deleted placements, which are never reused |
| data/styles.*, data/logos.*, logos/ | named looks and logo images |
| images/ | every code as SVG and PNG, named by its shareToken in data/codes |
| site/ | pages for codes that are not URLs, and _redirects with the destination of each code |
| nginx.map | the same for nginx; see "Run your codes without Tessera" in docs/leaving.md |

To keep printed codes working, point their host name to a server with these files.
\`tessera import\` imports the folder into a Tessera service. It contains no passwords, API keys or webhooks.
`;
