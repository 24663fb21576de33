import type { Operation, Parameter } from "./document.ts";

const FILE_ENDINGS: Record<string, string> = { "image/png": "code.png", "text/csv": "scans.csv" };

/** A command that works as it stands once TESSERA_KEY is set and the id is one's own. */
export function curlOf(operation: Operation, baseUrl: string): string {
  const { method, bodyExample: body, fileTypes = [], success } = operation;
  const [sent] = fileTypes;
  const file = FILE_ENDINGS[success?.mediaTypes[0] ?? ""];
  const parts = [
    `curl ${quoted(addressOf(operation, baseUrl))}`,
    method !== "GET" && `-X ${method}`,
    '-H "Authorization: Bearer $TESSERA_KEY"',
    body !== undefined && "-H 'Content-Type: application/json'",
    body !== undefined && `-d ${quoted(JSON.stringify(body, null, 2).replaceAll("\n", "\n  "))}`,
    sent && `-H 'Content-Type: ${sent}'`,
    sent && `--data-binary @logo.${sent.split("/")[1]}`,
    file && `-o ${file}`,
  ];
  return parts.filter((part) => part).join(" \\\n  ");
}

function addressOf({ path, parameters }: Operation, baseUrl: string): string {
  const written = ({ example, schema }: Parameter) => String(schema?.default ?? example);
  const filled = parameters
    .filter((parameter) => parameter.in === "path")
    .reduce((text, each) => text.replace(`{${each.name}}`, encodeURIComponent(written(each))), path);
  const query = parameters
    .filter((parameter) => parameter.in === "query")
    .filter(({ required, schema }) => required || schema?.default !== undefined)
    .map((parameter) => `${parameter.name}=${encodeURIComponent(written(parameter))}`);
  return baseUrl + filled + (query.length > 0 ? `?${query.join("&")}` : "");
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
