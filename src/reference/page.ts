import { html, type Markup, raw } from "../http/server/html.ts";
import { LOGO } from "../http/server/logo.ts";
import { basePathOf } from "../shared/base-path.ts";
import { VERSION } from "../shared/version.ts";
import { type Group, groupsOf, type OpenApiDocument } from "./document.ts";
import { GUIDE, type Section } from "./guide.ts";
import { badge, operationSection } from "./operation.ts";
import { shell } from "./parts.ts";
import { SCRIPT } from "./script.ts";
import { STYLE, THEME } from "./style.ts";

/** Beside the name it says nothing of its own. */
const MARK = LOGO.replace("<svg ", '<svg aria-hidden="true" ').replace(/<title>.*<\/title>/, "");

/** The whole reference as one document that loads nothing. Its script adds what a reader can do without. */
export function docsPage(document: OpenApiDocument, baseUrl: string): string {
  const groups = groupsOf(document);
  const basePath = basePathOf(baseUrl);
  const { title, version, description = "" } = document.info;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title} API reference</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${description}">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="${THEME.light}" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="${THEME.dark}" media="(prefers-color-scheme: dark)">
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(LOGO)}">
<style>${raw(STYLE)}</style>
</head>
<body>
<a class="skip" href="#${GUIDE[0]!.id}">Skip to the reference</a>
<header>
<a class="brand" href="#start">${raw(MARK)}<span>${title} <span class="soft">API</span></span></a>
<p><a class="jump" href="#contents">Contents</a> <a href="${basePath}/app/">Dashboard</a></p>
</header>
<main id="start">
<section class="pair lead">
<div>
<h1>${title} API reference</h1>
<p class="first">${description}</p>
<p>Requests and answers are JSON in UTF-8. Times are UTC, written like
<code>2026-01-01T09:00:00.000Z</code>. This page is made from the document at
<a href="${basePath}/api/v1/openapi.json"><code>/api/v1/openapi.json</code></a> (OpenAPI 3.1), which needs no key.</p>
</div>
<div class="samples">
<p class="label">Base address of Tessera ${VERSION}, interface ${version}</p>${shell(baseUrl)}
</div>
</section>
${contents(groups)}
${GUIDE.map(guideSection)}
${groups.map(
  ({ tag, operations }) => html`
<section>
<h2 id="${tagId(tag)}">${tag}</h2>
${operations.map((operation) => operationSection(operation, baseUrl))}
</section>`,
)}
<p class="unseen" role="status"></p>
</main>
<script>${raw(SCRIPT)}</script>
</body>
</html>
`.markup;
}

const tagId = (tag: string): string => `tag-${tag.toLowerCase().replaceAll(/\W+/g, "-")}`;

function contents(groups: readonly Group[]): Markup {
  return html`<nav id="contents" aria-label="Contents">
<p><a href="#start">Guide</a></p>
<ul>${GUIDE.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul>
${groups.map(
  ({ tag, operations }) => html`<p><a href="#${tagId(tag)}">${tag}</a></p>
<ul>${operations.map(
    ({ id, method, summary }) => html`<li><a href="#${id}"><span>${summary}</span>${badge(method)}</a></li>`,
  )}</ul>`,
)}
</nav>`;
}

function guideSection({ id, title, body, samples }: Section): Markup {
  return html`
<section class="pair" id="${id}">
<div><h2><a href="#${id}">${title}</a></h2>${body}</div>
${samples !== undefined && html`<div class="samples">${samples}</div>`}
</section>`;
}
