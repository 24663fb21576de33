import { type Static, Type } from "typebox";
import { operationsOf, PATCH_TYPES } from "../server/operation.ts";
import type { Server } from "../server/server.ts";
import { COLOR, exact, idParams, text } from "../server/shapes.ts";
import type { Services } from "../services.ts";
import { TAG_NAME_LENGTH, tagProblems } from "./service.ts";
import { MAX_TAGS, TAGS_PER_CODE, type Tag } from "./tag.ts";

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
const idsOfTags = (description: string) => Type.Array(text("ID of a tag."), { maxItems: MAX_TAGS, description });
const TagsOfCode = Type.Object({ tags: idsOfTags("By name.") }, exact("TagsOfQrCode", "The tags of a QR code."));
const SetTagsBody = Type.Object(
  { tags: idsOfTags(`All tags of the code, at most ${TAGS_PER_CODE}.`) },
  { title: "SetTags", description: "The tags of a QR code." },
);

const show = ({ id, name, color }: Omit<Tag, "num">): Static<typeof TagShape> => ({ id, name, color });
const idsOf = (found: readonly Tag[]) => ({ tags: found.map(({ id }) => id) });

export const EXAMPLE_TAG = { id: "019b7d15-4c20-7000-9f3b-6a1d8e2c5b70", name: "Summer", color: "#a86400" };
const EXAMPLE_OF_CODE = { tags: [EXAMPLE_TAG.id] };

/** Labels of a workspace, and those of a code. */
export function tagRoutes(server: Server, { codes, tags: service, serializers: { locationOf } }: Services): void {
  const operation = operationsOf(server, "Tags", locationOf);

  operation({
    name: "listTags",
    method: "GET",
    path: "/tags",
    right: "viewer",
    summary: "List your tags",
    description: "By name. To list the QR codes of a tag, list QR codes with tag=<id>.",
    output: { description: "All tags.", shape: TagList },
    example: { answer: { data: [EXAMPLE_TAG] } },
    handle: async ({ workspaceId }) => ({ data: (await service.list(workspaceId)).map(show) }),
  });

  operation({
    name: "createTag",
    method: "POST",
    path: "/tags",
    right: "editor",
    summary: "Create a tag",
    description: `A workspace can have ${MAX_TAGS} tags.`,
    body: CreateTagBody,
    rules: tagProblems,
    output: { status: 201, description: "The created tag.", shape: TagShape },
    example: { body: { name: EXAMPLE_TAG.name, color: EXAMPLE_TAG.color }, answer: EXAMPLE_TAG },
    handle: async ({ workspaceId, body }) => show(await service.create(workspaceId, body)),
  });

  operation({
    name: "changeTag",
    method: "PATCH",
    path: "/tags/:id",
    right: "editor",
    summary: "Rename or recolour a tag",
    description: "All QR codes that have it show the change.",
    params: TagParams,
    body: PatchTagBody,
    consumes: PATCH_TYPES,
    find: ({ workspaceId, params }) => service.find(workspaceId, params.id),
    rules: tagProblems,
    output: { description: "The updated tag.", shape: TagShape },
    example: { body: { name: EXAMPLE_TAG.name }, answer: EXAMPLE_TAG },
    handle: async ({ workspaceId, body }, _reply, tag) => show(await service.change(workspaceId, tag, body)),
  });

  operation({
    name: "mergeTag",
    method: "POST",
    path: "/tags/:id/merge",
    right: "editor",
    summary: "Merge a tag into another",
    description: "Its QR codes get the other tag instead, and the tag is deleted. This cannot be undone.",
    params: TagParams,
    body: MergeBody,
    output: { description: "The tag that stays.", shape: TagShape },
    example: { body: { into: EXAMPLE_TAG.id }, answer: EXAMPLE_TAG },
    handle: async ({ workspaceId, params, body }) => show(await service.merge(workspaceId, params.id, body.into)),
  });

  operation({
    name: "deleteTag",
    method: "DELETE",
    path: "/tags/:id",
    right: "editor",
    summary: "Delete a tag",
    description: "It is removed from all QR codes. The codes do not change otherwise.",
    params: TagParams,
    output: { description: "The tag is deleted." },
    handle: ({ workspaceId, params }) => service.remove(workspaceId, params.id),
  });

  operation({
    name: "readTags",
    method: "GET",
    path: "/qrcodes/:id/tags",
    right: "viewer",
    summary: "Read a QR code's tags",
    description: "Their IDs, by name.",
    params: TaggedCode,
    output: { description: "The tags.", shape: TagsOfCode },
    example: { answer: EXAMPLE_OF_CODE },
    handle: async ({ workspaceId, params }) => idsOf(await service.ofCode(await codes.find(workspaceId, params.id))),
  });

  operation({
    name: "setTags",
    method: "PUT",
    path: "/qrcodes/:id/tags",
    right: "editor",
    summary: "Set a QR code's tags",
    description: "Replaces all tags of the code. If they change, so does updatedAt, and webhooks get qrcode.updated.",
    params: TaggedCode,
    body: SetTagsBody,
    output: { description: "The tags as set.", shape: TagsOfCode },
    example: { body: EXAMPLE_OF_CODE, answer: EXAMPLE_OF_CODE },
    handle: async ({ workspaceId, params, body }) => idsOf(await service.set(workspaceId, params.id, body.tags)),
  });
}
