import type { Operation, Parameter, Schema } from "./document.ts";
import type { Examples } from "./example.ts";

const FILE_ENDINGS: Record<string, string> = { "image/png": "code.png", "text/csv": "scans.csv" };

/** A command that works as it stands once TESSERA_KEY is set and the id is one's own. */
export function curlOf(operation: Operation, baseUrl: string, examples: Examples): string {
  const { method, body, success } = operation;
  const file = FILE_ENDINGS[success?.mediaTypes[0] ?? ""];
  const parts = [
    `curl ${quoted(addressOf(operation, baseUrl, examples))}`,
    method !== "GET" && `-X ${method}`,
    '-H "Authorization: Bearer $TESSERA_KEY"',
    body && "-H 'Content-Type: application/json'",
    body &&
      `-d ${quoted(JSON.stringify(bodyOf(body, examples), null, 2).replaceAll("\n", "\n  "))}`,
    file && `-o ${file}`,
  ];
  return parts.filter((part) => part).join(" \\\n  ");
}

function addressOf({ path, parameters }: Operation, baseUrl: string, examples: Examples): string {
  const written = ({ name, schema = {} }: Parameter) =>
    encodeURIComponent(String(examples(name, schema)));
  const filled = parameters
    .filter((parameter) => parameter.in === "path")
    .reduce((text, parameter) => text.replace(`{${parameter.name}}`, written(parameter)), path);
  const query = parameters
    .filter((parameter) => parameter.in === "query")
    .filter(({ required, schema }) => required || schema?.default !== undefined)
    .map((parameter) => {
      const value = parameter.schema?.default ?? decodeURIComponent(written(parameter));
      return `${parameter.name}=${encodeURIComponent(String(value))}`;
    });
  return baseUrl + filled + (query.length > 0 ? `?${query.join("&")}` : "");
}

/** What must be sent, or when nothing must, the first two things that may be. */
export function bodyOf(schema: Schema, examples: Examples): unknown {
  const whole = examples("", schema);
  if (typeof whole !== "object" || whole === null || Array.isArray(whole)) return whole;
  const { required = [] } = schema;
  const names = required.length > 0 ? required : Object.keys(whole).slice(0, 2);
  return Object.fromEntries(Object.entries(whole).filter(([name]) => names.includes(name)));
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
