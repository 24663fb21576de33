import type { FastifyReply } from "fastify";
import { Type } from "typebox";
import { shapeProblems } from "../server/body-problems.ts";
import { readRevisions } from "../server/etag.ts";
import { readsHeaders } from "../server/header-schemas.ts";
import { reads, responseSchemas } from "../server/responses.ts";
import type { Server } from "../server/server.ts";
import { exact, nullable, withRequired } from "../server/shapes.ts";
import type { UtmPreset } from "../workspaces/people.ts";
import { MOST_PRESETS, PRESET_NAME_LENGTH, presetsRevision, UTM_LENGTH, type UtmPresets } from "./utm-presets.ts";

const tags = ["UTM presets"];

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
        maxItems: MOST_PRESETS,
        description: `All presets, at most ${MOST_PRESETS}, in the order in which they are shown.`,
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

export function utmPresetRoutes(server: Server, utmPresets: UtmPresets): void {
  const show = (presets: UtmPreset[], reply: FastifyReply) => {
    reply.revision = presetsRevision(presets);
    return { presets };
  };

  server.get(
    "/utm-presets",
    {
      schema: {
        summary: "List UTM presets",
        operationId: "listUtmPresets",
        tags,
        description: "Campaign parameters to fill in for the destination of a QR code.",
        ...reads("All presets.", Shape, { notFound: false }),
      },
    },
    async (request, reply) => show(await utmPresets.list(request.workspaceId), reply),
  );

  server.put(
    "/utm-presets",
    {
      attachValidation: true,
      schema: {
        summary: "Set UTM presets",
        operationId: "setUtmPresets",
        tags,
        description:
          "Replaces all presets. Send If-Match with the ETag of your read to keep what others add meanwhile. Codes do not change: their destinations have the values themselves.",
        headers: readsHeaders("If-Match"),
        body: SetBody,
        response: responseSchemas(200, "All presets as set.", Shape, { headers: ["ETag"], notFound: false }),
      },
    },
    async (request, reply) => {
      const problems = shapeProblems(request);
      const revisions = readRevisions(request.headers["if-match"]);
      const given = problems.length > 0 ? [] : request.body.presets;
      const presets = given.map(({ name, source, medium, campaign, term, content }) => {
        return { name, source, medium, campaign, term, content };
      });
      return show(await utmPresets.set(request.workspaceId, presets, { problems, revisions }), reply);
    },
  );
}
