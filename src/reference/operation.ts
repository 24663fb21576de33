import { html, type Markup } from "../http/server/html.ts";
import { curlOf } from "./curl.ts";
import type { Answer, Operation, Parameter } from "./document.ts";
import { fieldOfParameter, fieldsOf } from "./fields.ts";
import { code, inputTable, json, outputTable, shell } from "./parts.ts";

/** One operation: what to send and what comes back on one side, an example on the other. */
export function operationSection(operation: Operation, baseUrl: string): Markup {
  const { id, method, path, summary, description, parameters, body, success, errors } = operation;
  const { fileTypes = [] } = operation;
  return html`
<article class="pair" id="${id}">
<div>
<h3><a href="#${id}">${summary}</a></h3>
<p class="route">${badge(method)} ${code(path)}</p>
${description !== "" && html`<p>${description}</p>`}
${parametersIn(parameters, "path", "Path")}
${parametersIn(parameters, "query", "Query")}
${parametersIn(parameters, "header", "Headers")}
${body !== undefined && html`<h4>Body <span class="soft">application/json</span></h4>${inputTable(fieldsOf(body))}`}
${fileTypes.length > 0 && html`<h4>Body <span class="soft">${fileTypes.join(", ")}</span></h4>`}
<h4>Answer</h4>
${success !== undefined && successAnswer(success)}
<ul class="errors">${errors.map(errorAnswer)}</ul>
</div>
<div class="samples">
<p class="label">Request</p>
${shell(curlOf(operation, baseUrl))}
${success !== undefined && exampleAnswer(success)}
</div>
</article>`;
}

export const badge = (method: string): Markup => html`<span class="method ${method.toLowerCase()}">${method}</span>`;

function parametersIn(parameters: readonly Parameter[], part: string, title: string) {
  const fields = parameters.filter((parameter) => parameter.in === part).map(fieldOfParameter);
  return fields.length > 0 && html`<h4>${title}</h4>${inputTable(fields)}`;
}

function successAnswer(answer: Answer): Markup {
  const { status, description = "", mediaTypes, schema } = answer;
  const fields = schema ? fieldsOf(schema) : [];
  const types = mediaTypes.filter((type) => type !== "application/json");
  return html`<p class="answer"><span class="status good">${status}</span> ${description}
${types.length > 0 && html`<span class="soft">${types.join(", ")}</span>`}</p>
${headersOf(answer)}
${fields.length > 0 && outputTable(fields)}`;
}

/** The headers' meaning stands once, among the limits; others bring their own words. */
function headersOf({ headers = {} }: Answer): Markup | false {
  const list = Object.entries(headers).map(([name, { description = "" }], i) => {
    const rate = name.startsWith("X-RateLimit-");
    const shown = rate ? html`<a href="#limits">${code(name)}</a>` : code(name);
    return html`${i > 0 && ", "}${shown}${!rate && description !== "" && ` (${description})`}`;
  });
  return list.length > 0 && html`<p class="headers">Headers: ${list}</p>`;
}

function errorAnswer({ status, description = "" }: Answer): Markup {
  const [, name, meaning = description] = /^(\w+): (.*)$/s.exec(description) ?? [];
  return html`<li><span class="status ${status < 400 ? "good" : "bad"}">${status}</span> ${
    name !== undefined && html`<a href="#errors">${code(name)}</a> `
  }${meaning}</li>`;
}

const exampleAnswer = ({ status, example }: Answer) =>
  example !== undefined && html`<p class="label">Answer ${status}</p>${json(example)}`;
