import { contentProblem } from "../codes/content/index.ts";
import { ERROR_EXAMPLES } from "../http/api/examples.ts";
import { html, type Markup } from "../http/server/html.ts";
import { ERROR_STATUS, type ErrorCode } from "../shared/errors.ts";
import { CODE_TYPES } from "../shared/vocabulary.ts";
import { code, json, shell, table } from "./parts.ts";

/** What holds for every operation, in words. */
export interface Section {
  id: string;
  title: string;
  body: Markup;
  samples?: Markup;
}

const authentication: Section = {
  id: "authentication",
  title: "Authentication",
  body: html`
<p>Every request carries an API key in the header <code>Authorization: Bearer &lt;key&gt;</code>. A key
looks like <code>tsr_</code>, eight characters, <code>_</code> and 38 characters, and is sent whole.</p>
<p>Keys are made on the page API Keys or with <code>tessera key create</code>. A key is shown once, when
it is made: only its hash is kept. A revoked key is refused from the next request on.
A key may be read-only, and may end on a day: both are chosen when it is made.</p>
<p>A key sees its owner’s codes and no others. A code of somebody else’s and a code that does not exist
give the same answer, <code>404 not_found</code>.</p>`,
  samples: html`<p class="label">Set once, used by every example</p>${shell("export TESSERA_KEY=tsr_…")}
<div class="own" hidden><label for="own-key">Or your key, for the examples on this page</label>
<input id="own-key" type="text" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="80" placeholder="tsr_…" aria-describedby="own-key-use">
<p id="own-key-use">It stays on this page: nothing is sent and nothing is kept.</p></div>`,
};

const MEANINGS: Record<ErrorCode, string> = {
  validation_error: "Something sent is not valid. details names every field that is wrong, not only the first.",
  invalid_api_key: "The key is missing, malformed, revoked or ended, or it may only read.",
  not_found: "It does not exist, or it does not belong to the key’s owner.",
  rate_limited: "The quota is used up. Wait until the time in X-RateLimit-Reset.",
  internal_error: "Our fault. Try again later, and quote requestId when you report it.",
};

const errors: Section = {
  id: "errors",
  title: "Errors",
  body: html`
<p>There are five errors, and there will be no others in v1. They are checked in this order: key, quota,
then everything else.</p>
${table(
  ["Status", "error", "Meaning"],
  Object.entries(ERROR_STATUS).map(([name, status]) => [
    html`<span class="status bad">${status}</span>`,
    code(name),
    html`${MEANINGS[name as ErrorCode]}`,
  ]),
)}
<p>Broken JSON, another content type than <code>application/json</code> (a <code>PATCH</code> may also be
<code>application/merge-patch+json</code>), another charset than UTF-8, a
compressed body, a body over 64 KiB (4 MiB where many codes are made at once) and headers over 16 KiB are a <code>validation_error</code>. A path or method that does not exist is <code>not_found</code>. Numbers out
of range are refused and never clamped; a text is never read as a number.</p>`,
  samples: html`<p class="label">The body of an error</p>${json(ERROR_EXAMPLES[400])}`,
};

const RATE_HEADERS = [
  ["X-RateLimit-Limit", "Requests allowed in the window."],
  ["X-RateLimit-Remaining", "Requests left in the window."],
  [
    "X-RateLimit-Reset",
    "Unix time in whole seconds. With none left: when one more request is admitted. Else: when the oldest counted request leaves the window.",
  ],
  ["Retry-After", "With 429: the seconds until then. With 500: when too much is asked at once."],
] as const;

const limits: Section = {
  id: "limits",
  title: "Limits and headers",
  body: html`
<p>Requests are counted per key over a sliding window of one hour. The plan <code>free</code> allows 20,
<code>pro</code> allows 100, unless the operator of this service has set other figures. What holds for
your key stands in every answer:</p>
${table(
  ["Header", "Meaning"],
  RATE_HEADERS.map(([name, meaning]) => [code(name), html`${meaning}`]),
)}
<p>Every request with a valid key counts, whatever its outcome, except a 429. The window is exact: no hour
admits more than the limit, and a client that waits until <code>X-RateLimit-Reset</code> is admitted.
Requests without a valid key are counted by network address, in a window of their own, which never holds up
a valid key.</p>
<p>Every answer carries <code>X-Request-Id</code>, which an error repeats as <code>requestId</code>.</p>`,
  samples: html`<p class="label">On every answer</p>${shell(
    "X-RateLimit-Limit: 100\nX-RateLimit-Remaining: 97\nX-RateLimit-Reset: 1767261600",
  )}`,
};

const caching: Section = {
  id: "caching",
  title: "States and copies",
  body: html`
<p>Every read carries an <code>ETag</code>. Sent back in <code>If-None-Match</code> it gives an empty
<code>304</code> while nothing has changed; that counts as a request. Answers of a kilobyte and more are
compressed with <code>br</code> or <code>gzip</code> for who asks with <code>Accept-Encoding</code>.</p>
<p>The <code>ETag</code> of one code, sent in <code>If-Match</code> with a change, makes sure that nobody
else changed the code since it was read: else the answer is a <code>validation_error</code> that names
<code>If-Match</code>, and nothing is changed. Scans that came in between do not matter.</p>
<p>Pages of other origins may speak to the interface only if the operator allows them
(<code>CORS_ORIGINS</code>). <code>HEAD</code> works wherever <code>GET</code> does, and counts.</p>`,
};

const paging: Section = {
  id: "paging",
  title: "Pages and repeats",
  body: html`
<p>Lists are newest first. Pass <code>nextCursor</code> as <code>cursor</code> to get the next page; on the
last page it is <code>null</code>. Go by it alone: in an account with very many codes a page of a search may
hold fewer than asked for, or none, and still not be the last. A cursor that does not belong to the list is a
<code>validation_error</code>.</p>
<p>A creation may carry <code>Idempotency-Key</code>, 1 to 255 visible ASCII characters. The same key with
the same body within 24 hours creates nothing and gives the first answer again, with
<code>Idempotency-Replayed: true</code>. The same key with another body is a
<code>validation_error</code>.</p>`,
};

/** The rules' own sentences: "Content of type url must be a full …". */
const ACCEPTED = CODE_TYPES.map((type) => {
  const sentence = contentProblem(type, "") ?? `Content of type ${type} must be any text.`;
  const form = sentence.slice(`Content of type ${type} must be `.length);
  return [type, form.charAt(0).toUpperCase() + form.slice(1)] as const;
});

const content: Section = {
  id: "content",
  title: "Content by type",
  body: html`
<p>Content is stored and returned exactly as sent. It must not be blank, and must fit a QR symbol at the
chosen level: 2953 bytes of UTF-8 at <code>L</code>, 2331 at <code>M</code>, 1663 at <code>Q</code>, 1273
at <code>H</code>.</p>
${table(
  ["Type", "Content"],
  ACCEPTED.map(([type, accepted]) => [code(type), html`${accepted}`]),
)}`,
};

const life: Section = {
  id: "life",
  title: "Scans and expiry",
  body: html`
<p>A scan is one <code>GET</code> of a code’s <code>shareUrl</code> while the code is active. It is on disk
before the answer leaves, and the answer names it in <code>Scan-Id</code>. Codes of type <code>url</code>
and <code>social</code> redirect; the others open a small page with the act that suits them.</p>
<p><code>HEAD</code>, prefetches, link previews, crawlers, and visits to paused and expired codes do not
count. They are noted with their reason, and <a href="#readTraffic">the traffic of a code</a> tells them.
Pictures and the share page (<code>shareUrl</code> with <code>.png</code>, <code>.svg</code>,
<code>.pdf</code> or <code>+</code>) are not scans.</p>
<p>A code expires a year after its creation, and each later day on which it is scanned moves that to a year after
the first scan of the day, so a code in use does not die. An <code>expiresAt</code> that you set stays as
set; <code>null</code> brings the sliding rule back. An expired code answers 410 to visitors, and its
history can still be read. With <code>isPublic</code> false a code is paused: visitors get 404.</p>`,
};

const versioning: Section = {
  id: "versioning",
  title: "Versioning",
  body: html`
<p>Within <code>/api/v1</code> changes only add: new operations, new optional parameters, new headers. What
is described here keeps its name, its type and its meaning. A change that could break a client becomes
<code>/api/v2</code>.</p>
<p>Before a version is retired, its answers carry the headers <code>Deprecation</code> and
<code>Sunset</code> for at least twelve months.</p>`,
};

export const GUIDE: readonly Section[] = [authentication, errors, limits, caching, paging, content, life, versioning];
