/**
 * The plain files that answer for the service when it is gone: what each token leads to, as maps for
 * nginx, Caddy and hosts that read `_redirects`, and the pages of codes that are no web address.
 */
import { type Action, actionOf } from "../codes/content/index.ts";
import { stateOf } from "../codes/state.ts";
import { isNativeToken } from "../shared/ids.ts";
import type { CodeType } from "../shared/vocabulary.ts";
import type { BundledCode, BundledOwner } from "../store/bundle-store.ts";

/** Whole documents, made by whoever makes those of the service. */
export interface SitePages {
  landing(code: BundledCode, action: Exclude<Action, { kind: "redirect" }>, vcfHref: string): string;
  expired(code: BundledCode, contact: string | null): string;
  resting(): string;
  notFound(): string;
  /** For an address that is too long for a map. */
  forward(location: string): string;
  /** The Content-Security-Policy of all of them. */
  policy: string;
}

export interface SiteEntry {
  token: string;
  /** Null: `page` is shown, with this status. */
  location: string | null;
  /** Also of a long location, for whoever cannot take it. */
  page: string;
  status: 200 | 404 | 410;
}

/** nginx reads no word of its configuration that is longer than 4096 bytes, as it is written there. */
const LONGEST_LOCATION = 3500;
/** Cloudflare passes over a line of `_redirects` of more than 1,000 characters, path and status with it. */
const LONGEST_IN_RULE = 800;
export const RESTING = "/p/resting.html";
const NOWHERE = "/404.html";

/** Letters of either case may stand for different codes, and some file systems take them for one. */
export const fileStem = (code: Pick<BundledCode, "token" | "id">): string =>
  isNativeToken(code.token) ? code.token : code.id;

/** What the token leads to, and the files of its own; null for a code in the bin. */
export function siteOf(
  code: BundledCode,
  owner: BundledOwner,
  now: number,
  pages: SitePages,
): { entry: SiteEntry; files: { path: string; content: string }[] } | null {
  if (code.deletedAt !== null) return null;
  const { token } = code;
  const page = `/p/${fileStem(code)}.html`;
  const own = (content: string) => [{ path: `site${page}`, content }];
  const isPublic = code.isPublic && !owner.suspended;
  const state = stateOf({ isPublic, expiresAt: code.expiresAt }, now);
  if (state === "paused") {
    return { entry: { token, location: null, page: RESTING, status: 404 }, files: [] };
  }
  if (state === "expired") {
    const files = own(pages.expired(code, owner.contact));
    return { entry: { token, location: null, page, status: 410 }, files };
  }
  const action = actionOf(code.type as CodeType, code.content);
  if (action.kind === "redirect") {
    const { location } = action;
    const fits = Buffer.byteLength(nginxText(location)) <= LONGEST_LOCATION;
    if (fits && location.length <= LONGEST_IN_RULE) {
      return { entry: { token, location, page: NOWHERE, status: 200 }, files: [] };
    }
    const files = own(pages.forward(location));
    return { entry: { token, location: fits ? location : null, page, status: 200 }, files };
  }
  const vcf = `/p/${fileStem(code)}.vcf`;
  const files = own(pages.landing(code, action, vcf));
  if (action.kind === "contact") files.push({ path: `site${vcf}`, content: action.vcf });
  return { entry: { token, location: null, page, status: 200 }, files };
}

/** As printed: in small letters, and in capitals where the token does not mind. */
const pathsOf = (base: string, token: string): string[] =>
  isNativeToken(token) || token === token.toUpperCase()
    ? [...new Set([`${base}/r/${token}`, `${base}/R/${token.toUpperCase()}`])]
    : [`${base}/r/${token}`];

/** A dollar sign begins a variable in nginx, and nothing takes that away: there is a variable of one. */
const DOLLAR = ["$", "{tessera_dollar}"].join("");
const nginxText = (text: string): string => `"${text.replace(/[\\"]/g, "\\$&").replaceAll("$", () => DOLLAR)}"`;

/**
 * nginx compares without regard to case: a third map says how a token from another product is written,
 * and tokens that differ in case alone are matched by a pattern.
 */
const nginxKey = (base: string, token: string, isAmbiguous: boolean): string =>
  isAmbiguous ? `"~^${RegExp.escape(base)}/[rR]/${token}$"` : `"${base}/r/${token}"`;

export function nginxLines(base: string, entry: SiteEntry, isAmbiguous: boolean) {
  const key = nginxKey(base, entry.token, isAmbiguous);
  const isGiven = !isAmbiguous && !isNativeToken(entry.token);
  return {
    spelling: isGiven ? `${key} "${entry.token}";\n` : "",
    locations: entry.location === null ? "" : `${key} ${nginxText(entry.location)};\n`,
    pages: entry.location === null ? `${key} "${entry.status}${entry.page}";\n` : "",
  };
}

/** Between backticks nothing has a meaning but the backtick, and braces, which hold a placeholder. */
const caddyText = (text: string): string =>
  `\`${text.replaceAll("`", "%60").replaceAll("{", "%7B").replaceAll("}", "%7D")}\``;

export const caddyLines = (base: string, { token, location, page, status }: SiteEntry): string =>
  pathsOf(base, token)
    .map((path) => `${path} ${caddyText(location ?? "")} "${page}" "${location ? 302 : status}"\n`)
    .join("");

export const redirectLines = (base: string, { token, location, page, status }: SiteEntry): string => {
  // A location that has a page of its own as well is too long for a line.
  const rule = location !== null && page === NOWHERE ? `${location} 302` : `${page} ${status}`;
  return pathsOf(base, token)
    .map((path) => `${path} ${rule}\n`)
    .join("");
};

export const headersFile = (policy: string): string => `/p/*
  Content-Security-Policy: ${policy}
  X-Content-Type-Options: nosniff
  Referrer-Policy: no-referrer
  Cache-Control: no-store
/p/*.vcf
  Content-Type: text/vcard; charset=utf-8
  Content-Disposition: attachment
`;

export const nginxConf = (
  base: string,
  policy: string,
  codes: number,
): string => `# The codes of a Tessera service, without it. From the bundle's folder:
#   nginx -p "$PWD" -c nginx/nginx.conf
# Started by root, nginx works as another user, who must be able to read site and nginx.
worker_processes auto;
pid /tmp/tessera-site.pid;
error_log stderr;
events {}
http {
  access_log off;
  client_body_temp_path /tmp/tessera-site-body;
  proxy_temp_path /tmp/tessera-site-proxy;
  fastcgi_temp_path /tmp/tessera-site-fastcgi;
  uwsgi_temp_path /tmp/tessera-site-uwsgi;
  scgi_temp_path /tmp/tessera-site-scgi;
  types { text/html html; text/vcard vcf; image/svg+xml svg; image/png png; }
  charset utf-8;
  charset_types text/vcard;
  map_hash_bucket_size 256;
  map_hash_max_size ${Math.max(2048, 2 * codes)};
  geo $tessera_dollar { default "$"; }
  map $uri $tessera_spelling { default ""; include spelling.map; }
  map "$tessera_spelling $uri" $tessera_differs {
    default 1;
    "~^ " 0;
    "~^([^ ]+) .*/[rR]/\\1$" 0;
  }
  map $uri $tessera_location_of { default ""; include locations.map; }
  map $uri $tessera_answer_of { default "404${NOWHERE}"; include pages.map; }
  map $tessera_differs $tessera_location { default ""; 0 $tessera_location_of; }
  map $tessera_differs $tessera_answer { default "404${NOWHERE}"; 0 $tessera_answer_of; }
  map $tessera_answer $tessera_page { "~^...(.*)$" $1; }
  map $tessera_answer $tessera_status { "~^(...)" $1; }
  server {
    listen 8080;
    root site;
    server_tokens off;
    absolute_redirect off;
    location ~* "^${base}/r/[^/]+$" {
      add_header Cache-Control no-store always;
      if ($tessera_location) { return 302 $tessera_location; }
      error_page 404 410 $tessera_page;
      if ($tessera_status = 404) { return 404; }
      if ($tessera_status = 410) { return 410; }
      rewrite ^ $tessera_page last;
    }
    location /p/ {
      add_header Cache-Control no-store always;
      add_header Content-Security-Policy "${policy}" always;
      add_header X-Content-Type-Options nosniff always;
      add_header Referrer-Policy no-referrer always;
      location ~ "\\.vcf$" {
        add_header Content-Disposition attachment;
        add_header Cache-Control no-store;
      }
    }
    location / { error_page 404 ${NOWHERE}; }
  }
}
`;

/** The map asks for the path as it came: Caddy looks it up when a value is used, which is after the rewrite. */
export const caddyfile = (
  base: string,
  policy: string,
): string => `# The codes of a Tessera service, without it. From the bundle's folder:
#   caddy run --config Caddyfile
# Name your host instead of :8080, and Caddy gets a certificate for it.
:8080 {
	root * site
	map {http.request.orig_uri.path} {tessera_location} {tessera_page} {tessera_status} {
		import caddy/codes.map
		default "" "${NOWHERE}" "404"
	}
	@pages path /p/* ${base}/r/*
	header @pages {
		Content-Security-Policy "${policy}"
		X-Content-Type-Options nosniff
		Referrer-Policy no-referrer
		Cache-Control no-store
	}
	header /p/*.vcf {
		Content-Type "text/vcard; charset=utf-8"
		Content-Disposition attachment
	}
	@token path ${base}/r/*
	handle @token {
		@away expression \`{tessera_location} != ""\`
		redir @away {tessera_location} 302
		rewrite * {tessera_page}
		file_server {
			status {tessera_status}
		}
	}
	handle {
		file_server
	}
	handle_errors {
		rewrite * ${NOWHERE}
		file_server
	}
}
`;
