import type { FastifyReply } from "fastify";
import { Type } from "typebox";
import { revisionsOf } from "../server/etag.ts";
import { operationsOf } from "../server/operation.ts";
import type { Server } from "../server/server.ts";
import { exact, nullable, withRequired } from "../server/shapes.ts";
import type { Services } from "../services.ts";
import type { UtmPreset } from "../workspaces/people.ts";
import { MAX_PRESETS, PRESET_NAME_LENGTH, presetsRevision, UTM_LENGTH } from "./utm-presets.ts";

const value = (name: string) =>
  nullable<string>("string", {
    minLength: 1,
    maxLength: UTM_LENGTH,
    default: null,
    description: `The value of utm_${name}, one line of at most ${UTM_LENGTH} characters, or null: none.`,
  });

const fields = {
  name: Type.String({
    minLength: 1,
    maxLength: PRESET_NAME_LENGTH,
    description: "One line, at most 100 characters; no other preset has it.",
  }),
  source: value("source"),
  medium: value("medium"),
  campaign: value("campaign"),
  term: value("term"),
  content: value("content"),
};
const SetBody = Type.Object(
  {
    presets: Type.Array(
      withRequired(
        ["name"],
        Type.Object(fields, { title: "SetUtmPreset", description: "Campaign parameters under a name." }),
      ),
      {
        maxItems: MAX_PRESETS,
        description: `All presets, at most ${MAX_PRESETS}, in the order in which they are shown.`,
      },
    ),
  },
  { title: "SetUtmPresets", description: "Values that are left out are null. Unknown fields are ignored." },
);
const Shape = Type.Object(
  {
    presets: Type.Array(Type.Object(fields, exact("UtmPreset", "Campaign parameters under a name.")), {
      description: "In the order in which they were set.",
    }),
  },
  exact("UtmPresets", "The campaign parameters that a workspace keeps."),
);

const EXAMPLE = {
  presets: [
    { name: "Poster", source: "poster", medium: "print", campaign: "autumn", term: null, content: "{placement}" },
  ],
};

export function utmPresetRoutes(server: Server, { utmPresets }: Services): void {
  const operation = operationsOf(server, "UTM presets");
  const show = (presets: UtmPreset[], reply: FastifyReply) => {
    reply.revision = presetsRevision(presets);
    return { presets };
  };

  operation({
    name: "listUtmPresets",
    method: "GET",
    path: "/utm-presets",
    right: "viewer",
    summary: "List UTM presets",
    description: "Campaign parameters to fill in for the destination of a QR code.",
    output: { description: "All presets.", shape: Shape },
    example: { answer: EXAMPLE },
    handle: async ({ workspaceId }, reply) => show(await utmPresets.list(workspaceId), reply),
  });

  operation({
    name: "setUtmPresets",
    method: "PUT",
    path: "/utm-presets",
    right: "editor",
    summary: "Set UTM presets",
    description:
      "Replaces all presets. Send If-Match with the ETag of your read to keep what others add meanwhile. Codes do not change: their destinations have the values themselves.",
    headers: ["If-Match"],
    body: SetBody,
    rules: ({ presets = [] }, request) => utmPresets.problems(request.workspaceId, presets, revisionsOf(request)),
    output: { description: "All presets as set.", shape: Shape, headers: ["ETag"] },
    example: { body: EXAMPLE, answer: EXAMPLE },
    async handle(request, reply) {
      const presets = request.body.presets.map(({ name, source, medium, campaign, term, content }) => {
        return { name, source, medium, campaign, term, content };
      });
      return show(await utmPresets.set(request.workspaceId, presets, revisionsOf(request)), reply);
    },
  });
}
