import { type Static, Type } from "typebox";
import type { Codes } from "../codes/service.ts";
import { shapeProblems } from "../server/body-problems.ts";
import { reads, responseSchemas } from "../server/responses.ts";
import type { CodeSerializers } from "../server/serializers.ts";
import type { Server } from "../server/server.ts";
import { COLOR, exact, idParams, text } from "../server/shapes.ts";
import { TAG_NAME_LENGTH, type Tags } from "./service.ts";
import { MOST_TAGS, TAGS_PER_CODE, type Tag } from "./tag.ts";

const tags = ["Tags"];
const TagParams = idParams("tag");
const TaggedCode = idParams("QR code");

const name = Type.String({
  minLength: 1,
  maxLength: TAG_NAME_LENGTH,
  description: `At most ${TAG_NAME_LENGTH} characters. No two tags of a workspace differ only in case.`,
});
const color = Type.String(COLOR);

const TagShape = Type.Object({ id: text("ID of the tag."), name, color }, exact("Tag", "A tag."));
const TagList = Type.Object(
  { data: Type.Array(TagShape, { description: "By name." }) },
  exact("Tags", "All tags of a workspace."),
);
const CreateTagBody = Type.Object(
  {
    name,
    color: Type.Optional({
      ...color,
      description: "A hex colour such as #2f7ed8; without it, one of twelve that few tags have.",
    }),
  },
  { title: "CreateTag", description: "Unknown fields are ignored." },
);
const PatchTagBody = Type.Partial(Type.Object({ name, color }), {
  title: "ChangeTag",
  description: "The fields to change.",
});
const MergeBody = Type.Object(
  { into: text("ID of the tag that stays.") },
  { title: "MergeTag", description: "The tag to merge into." },
);
const idsOfTags = (description: string) => Type.Array(text("ID of a tag."), { maxItems: MOST_TAGS, description });
const TagsOfCode = Type.Object({ tags: idsOfTags("By name.") }, exact("TagsOfQrCode", "The tags of a QR code."));
const SetTagsBody = Type.Object(
  { tags: idsOfTags(`All tags of the code, at most ${TAGS_PER_CODE}.`) },
  { title: "SetTags", description: "The tags of a QR code." },
);

const show = ({ id, name, color }: Omit<Tag, "num">): Static<typeof TagShape> => ({ id, name, color });
const idsOf = (found: readonly Tag[]) => ({ tags: found.map(({ id }) => id) });

/** Labels of a workspace, and those of a code. */
export function tagRoutes(
  server: Server,
  codes: Codes,
  service: Tags,
  { locationOf }: Pick<CodeSerializers, "locationOf">,
): void {
  server.get(
    "/tags",
    {
      schema: {
        summary: "List your tags",
        operationId: "listTags",
        tags,
        description: "By name. To list the QR codes of a tag, list QR codes with tag=<id>.",
        ...reads("All tags.", TagList, { notFound: false }),
      },
    },
    async (request) => ({ data: (await service.list(request.workspaceId)).map(show) }),
  );

  server.post(
    "/tags",
    {
      attachValidation: true,
      schema: {
        summary: "Create a tag",
        operationId: "createTag",
        tags,
        description: `A workspace can have ${MOST_TAGS} tags.`,
        body: CreateTagBody,
        response: responseSchemas(201, "The created tag.", TagShape, { headers: ["Location"] }),
      },
    },
    async (request, reply) => {
      const problems = shapeProblems(request);
      const created = await service.create(
        request.workspaceId,
        problems.length > 0 ? { name: "-" } : request.body,
        problems,
      );
      reply.code(201).header("Location", locationOf(request.routeOptions.url ?? "", created.id));
      return show(created);
    },
  );

  server.patch(
    "/tags/:id",
    {
      attachValidation: true,
      schema: {
        summary: "Rename or recolour a tag",
        operationId: "changeTag",
        tags,
        description: "All QR codes that have it show the change.",
        consumes: ["application/json", "application/merge-patch+json"],
        params: TagParams,
        body: PatchTagBody,
        response: responseSchemas(200, "The updated tag.", TagShape),
      },
    },
    async (request) => {
      const problems = shapeProblems(request);
      const change = problems.length > 0 ? {} : request.body;
      return show(await service.change(request.workspaceId, request.params.id, change, problems));
    },
  );

  server.post(
    "/tags/:id/merge",
    {
      schema: {
        summary: "Merge a tag into another",
        operationId: "mergeTag",
        tags,
        description: "Its QR codes get the other tag instead, and the tag is deleted. This cannot be undone.",
        params: TagParams,
        body: MergeBody,
        response: responseSchemas(200, "The tag that stays.", TagShape),
      },
    },
    async (request) => show(await service.merge(request.workspaceId, request.params.id, request.body.into)),
  );

  server.delete(
    "/tags/:id",
    {
      schema: {
        summary: "Delete a tag",
        operationId: "deleteTag",
        tags,
        description: "It is removed from all QR codes. The codes do not change otherwise.",
        params: TagParams,
        response: responseSchemas(204, "The tag is deleted."),
      },
    },
    async (request, reply) => {
      await service.remove(request.workspaceId, request.params.id);
      return reply.code(204).send();
    },
  );

  server.get(
    "/qrcodes/:id/tags",
    {
      schema: {
        summary: "Read a QR code's tags",
        operationId: "readTags",
        tags,
        description: "Their IDs, by name.",
        params: TaggedCode,
        ...reads("The tags.", TagsOfCode),
      },
    },
    async (request) => idsOf(await service.ofCode(await codes.find(request.workspaceId, request.params.id))),
  );

  server.put(
    "/qrcodes/:id/tags",
    {
      schema: {
        summary: "Set a QR code's tags",
        operationId: "setTags",
        tags,
        description:
          "Replaces all tags of the code. If they change, so does updatedAt, and webhooks get qrcode.updated.",
        params: TaggedCode,
        body: SetTagsBody,
        response: responseSchemas(200, "The tags as set.", TagsOfCode),
      },
    },
    async (request) => idsOf(await service.set(request.workspaceId, request.params.id, request.body.tags)),
  );
}
