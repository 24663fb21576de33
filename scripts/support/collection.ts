/** The OpenAPI document as a Postman collection, which Bruno, Insomnia and Hoppscotch import too. */
import { groupsOf, type OpenApiDocument, type Operation, type Parameter } from "./operations.ts";

const SCHEMA = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";
const PARAMETER = /^\{(\w+)\}$/;

export function collectionOf(document: OpenApiDocument): string {
  const groups = groupsOf(document);
  const names = new Set(groups.flatMap((group) => group.operations.flatMap(variablesOf)));
  const collection = {
    info: {
      name: document.info.title,
      description: "Set the variables url and key. The other requests use what you create.",
      schema: SCHEMA,
    },
    auth: { type: "bearer", bearer: [{ key: "token", value: "{{key}}", type: "string" }] },
    variable: [
      { key: "url", value: "http://localhost:3000" },
      { key: "key", value: "" },
      ...[...names].map((key) => ({ key, value: "" })),
    ],
    item: groups.map(({ tag, operations }) => ({
      name: tag,
      item: operations.map((operation) => itemOf(operation, mediaOf(document, operation))),
    })),
  };
  return `${JSON.stringify(collection, null, 2)}\n`;
}

const mediaOf = (document: OpenApiDocument, { path, method }: Operation): string[] =>
  Object.keys(document.paths?.[path]?.[method.toLowerCase()]?.requestBody?.content ?? {});

function itemOf(operation: Operation, media: readonly string[]) {
  const { method, path, summary, description, parameters } = operation;
  const parts = path.slice(1).split("/");
  const written = parts.map((part) => part.replace(PARAMETER, ":$1"));
  const query = parameters.filter((each) => each.in === "query").map(optional);
  const variable = parts.flatMap((part, index) => {
    const key = PARAMETER.exec(part)?.[1];
    return key ? [{ key, value: `{{${variableOf(parts, index)}}}` }] : [];
  });
  const url = {
    raw: `{{url}}/${written.join("/")}`,
    host: ["{{url}}"],
    path: written,
    ...(query.length > 0 ? { query } : {}),
    ...(variable.length > 0 ? { variable } : {}),
  };
  const type = media[0] === undefined ? [] : [{ key: "Content-Type", value: media[0] }];
  const header = [...type, ...parameters.filter((each) => each.in === "header").map(optional)];
  const body = media.length > 0 ? { body: bodyOf(operation, media) } : {};
  return {
    name: summary,
    ...(makes(operation) ? { event: [remembering(singular(parts.at(-1)!))] } : {}),
    request: { method, header, ...body, url, description },
  };
}

function bodyOf({ bodyExample }: Operation, media: readonly string[]) {
  if (media[0] !== "application/json") return { mode: "file", file: { src: "" } };
  // The logo in an example does not exist: without it the request works as it is.
  const raw = JSON.stringify(bodyExample ?? {}, (key, value) => (key === "logo" ? null : value), 2);
  return { mode: "raw", raw, options: { raw: { language: "json" } } };
}

/** Included with an example, but disabled. */
const optional = ({ name, example, examples, schema, description, required }: Parameter) => ({
  key: name,
  value: String(example ?? examples?.default.value ?? schema?.default ?? schema?.enum?.[0] ?? ""),
  ...(description === undefined ? {} : { description }),
  ...(required === true ? {} : { disabled: true }),
});

const makes = ({ method, path, success }: Operation): boolean =>
  method === "POST" && success?.status === 201 && !path.endsWith("/bulk");

const singular = (word: string): string => word.replace(/ies$/, "y").replace(/s$/, "");

/** A parameter is named after the word before it: /webhooks/{id} is webhookId. */
const variableOf = (parts: readonly string[], index: number): string =>
  ["{version}", "{slug}"].includes(parts[index]!)
    ? parts[index]!.slice(1, -1)
    : `${singular(parts[index - 1] ?? "")}Id`;

function variablesOf({ path }: Operation): string[] {
  const parts = path.slice(1).split("/");
  return parts.flatMap((part, index) => (PARAMETER.test(part) ? [variableOf(parts, index)] : []));
}

/** After a creation, the other requests use the new id. */
const remembering = (thing: string) => ({
  listen: "test",
  script: {
    type: "text/javascript",
    // Placements are created several at a time.
    exec: [
      `pm.collectionVariables.set("${thing}Id", pm.response.json()${thing === "placement" ? ".data[0]" : ""}.id);`,
    ],
  },
});
