/** Stands in the bundle itself, for whoever finds it without the rest of the documents. */
export const README = `# Your codes, to keep

This folder holds QR codes of a Tessera service and everything that belongs to them, as of one moment.

| Path | What it is |
|---|---|
| manifest.json | what is in here, how much, and the checksum of SHA256SUMS |
| SHA256SUMS | the checksum of every file: \`sha256sum -c SHA256SUMS\` |
| data/codes-*.ndjson, .csv | the codes; one JSON object a line, or a table |
| data/versions-*.ndjson, .csv | contents that codes had before, and until when |
| data/scans-*.ndjson, .csv | every scan, by code, oldest first |
| data/history-*.ndjson | counts by day and month, also of scans that are no longer kept one by one |
| data/owners-*, .csv | the accounts that codes belong to, without their passwords |
| data/erased-*.ndjson | tokens of codes that were erased, which are never given again |
| data/styles-*, data/logos-*, logos | named looks, and the pictures in the middle of codes |
| images | every code as SVG and PNG |
| site | pages for codes that are no web address; _redirects and _headers for Netlify and Cloudflare Pages |
| nginx/nginx.conf | answers for every code: nginx -p "$PWD" -c nginx/nginx.conf |
| Caddyfile | the same for Caddy: caddy run --config Caddyfile |

Point the host name that is printed in your codes to a server with one of these, and they go on working.
\`tessera import\` takes the folder back into a Tessera service. No passwords, API keys or
webhooks are in it.
`;
