import { contentProblem } from "../../codes/content/index.ts";
import { CODE_TYPES } from "../../shared/vocabulary.ts";
import { type ApiCall, explainError, ToolError } from "./call.ts";
import { brief } from "./shapes.ts";

/** What an agent may read without a tool. */

export const RESOURCES = [
  {
    uri: "tessera://codes",
    name: "Your QR codes",
    description: "The newest hundred, each with its id, share URL and scans.",
    mimeType: "application/json",
  },
  {
    uri: "tessera://content",
    name: "What a QR code may hold",
    description: "The forms of content that each type takes.",
    mimeType: "text/markdown",
  },
  {
    uri: "tessera://reference",
    name: "Reference of the interface",
    description: "The OpenAPI document of /api/v1.",
    mimeType: "application/json",
  },
] as const;

export const RESOURCE_TEMPLATES = [
  {
    uriTemplate: "tessera://codes/{id}",
    name: "A QR code",
    description: "All that is known of one QR code.",
    mimeType: "application/json",
  },
] as const;

/** Which of content's forms are taken, in the words that a refusal uses. */
const contentForms = (): string =>
  CODE_TYPES.map((type) => {
    const forms = contentProblem(type, "\u0007");
    return `- \`${type}\`: ${forms ?? "any text"}`;
  }).join("\n");

interface Parts {
  call: ApiCall;
  apiPath: string;
  /** The OpenAPI document's text. */
  document: () => string;
}

/** The text at a uri; throws what the interface refuses. */
export async function readResource(uri: string, { call, apiPath, document }: Parts) {
  const read = async (path: string) => {
    const answer = await call({ method: "GET", url: apiPath + path });
    if (answer.status !== 200) throw explainError(answer);
    return answer.json;
  };
  const json = (value: unknown) => ({ uri, mimeType: "application/json", text: JSON.stringify(value) });
  const id = /^tessera:\/\/codes\/([A-Za-z0-9-]{1,64})$/.exec(uri)?.[1];
  if (id !== undefined) return json(await read(`/qrcodes/${id}`));
  switch (uri) {
    case "tessera://codes":
      return json((await read("/qrcodes?limit=100")).data.map(brief));
    case "tessera://content":
      return { uri, mimeType: "text/markdown", text: contentForms() };
    case "tessera://reference":
      return { uri, mimeType: "application/json", text: document() };
    default:
      throw new ToolError(
        `There is no resource "${uri}". There are: ${RESOURCES.map((each) => each.uri).join(", ")}, tessera://codes/{id}.`,
      );
  }
}
