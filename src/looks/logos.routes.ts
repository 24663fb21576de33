import type { CodeSerializers } from "../codes/answers.routes.ts";
import { MAX_LOGO_BYTES } from "../rendering/style.ts";
import { etagOf } from "../server/etag.ts";
import { refused } from "../server/json-body.ts";
import { operationsOf } from "../server/operation.ts";
import type { Server } from "../server/server.ts";
import { EXAMPLE_ID, idParams, pageQuery } from "../server/shapes.ts";
import type { Services } from "../services.ts";
import { timestamp } from "../shared/days.ts";
import { LogoPage, LogoShape } from "./look.schema.routes.ts";
import type { SavedLogo } from "./look.ts";
import type { Looks } from "./service.ts";

type Locations = Pick<CodeSerializers, "locationOf">;

const TYPES = ["image/png", "image/jpeg", "image/webp", "image/svg+xml"];
const LogoParams = idParams("logo");
const WRONG_TYPE = `must be the image file, sent as Content-Type: ${TYPES.join(", ")}`;

const pictureOf = (contentMediaType: string) => [
  contentMediaType,
  { schema: { type: "string", contentMediaType, description: "The bytes of the image." } },
];
const PICTURE = { content: Object.fromEntries(TYPES.map(pictureOf)) };
const EXAMPLE = { id: EXAMPLE_ID, width: 512, height: 384, createdAt: "2026-01-01T09:00:00.000Z" };

const show = ({ id, width, height, createdAt }: SavedLogo) => ({ id, width, height, createdAt: timestamp(createdAt) });

/** Pictures for the middle of codes. */
export function logoRoutes(server: Server, { looks, serializers }: Services): void {
  const operation = operationsOf(server, "Looks");
  void server.register(async (scope: Server) => uploadRoute(scope, looks, serializers));

  operation({
    name: "listLogos",
    method: "GET",
    path: "/logos",
    right: "viewer",
    summary: "List your logos, newest first",
    description: "Images that looks can refer to.",
    query: pageQuery("logos'"),
    output: { description: "One page of logos.", shape: LogoPage },
    example: { answer: { data: [EXAMPLE], nextCursor: null } },
    async handle(request) {
      const { limit, cursor } = request.query;
      const { data, nextCursor } = await looks.logos.list(request.workspaceId, limit, cursor);
      return { data: data.map(show), nextCursor };
    },
  });

  operation({
    name: "readLogo",
    method: "GET",
    path: "/logos/:id",
    right: "viewer",
    summary: "Read a logo",
    description: "Its size and when it was uploaded. The image itself has its own URL.",
    params: LogoParams,
    output: { description: "The logo.", shape: LogoShape },
    example: { answer: EXAMPLE },
    handle: async (request) => show(await looks.logos.find(request.workspaceId, request.params.id)),
  });

  operation({
    name: "drawLogo",
    title: "Download logo",
    method: "GET",
    path: "/logos/:id/image",
    right: "viewer",
    summary: "Download a logo",
    description: "The stored image: a PNG of at most 512 pixels.",
    params: LogoParams,
    output: {
      description: "The image.",
      shape: { content: Object.fromEntries([pictureOf("image/png")]) },
      headers: ["Content-Disposition", "Content-Security-Policy"],
    },
    async handle(request, reply) {
      const bytes = await looks.logos.image(request.workspaceId, request.params.id);
      reply.header("ETag", etagOf(bytes)).header("Cache-Control", "private, no-cache");
      return reply
        .type("image/png")
        .header("Content-Disposition", 'inline; filename="logo.png"')
        .header("Content-Security-Policy", "default-src 'none'; sandbox")
        .send(Buffer.from(bytes));
    },
  });

  operation({
    name: "deleteLogo",
    method: "DELETE",
    path: "/logos/:id",
    right: "editor",
    summary: "Delete a logo",
    description:
      "A logo in use by QR codes or styles cannot be deleted; the 400 says how many use it. Codes in the bin count, because they can be restored.",
    params: LogoParams,
    output: { description: "The logo is deleted." },
    handle: ({ workspaceId, params }) => looks.logos.remove(workspaceId, params.id),
  });
}

/** In its own scope: no other route accepts an image as its body. */
function uploadRoute(scope: Server, looks: Looks, { locationOf }: Locations): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(TYPES, { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  scope.addContentTypeParser("*", (_request, _payload, done) => done(refused(WRONG_TYPE)));
  operationsOf(
    scope,
    "Looks",
    locationOf,
  )({
    name: "createLogo",
    method: "POST",
    path: "/logos",
    right: "editor",
    summary: "Upload a logo",
    description:
      "The body is the image: PNG, JPEG, WebP or SVG, up to 1 MiB and 4096 pixels. It is stored as a new PNG without metadata. Uploading the same image again returns the existing logo. A workspace can have 200 logos.",
    body: PICTURE,
    consumes: TYPES,
    bodyLimit: MAX_LOGO_BYTES,
    // The image format is detected from the bytes, not from the content type.
    isUnchecked: true,
    output: { status: 201, description: "The logo.", shape: LogoShape },
    example: { answer: EXAMPLE },
    async handle({ workspaceId, body }) {
      if (!Buffer.isBuffer(body) || body.length === 0) throw refused(WRONG_TYPE);
      return show(await looks.logos.add(workspaceId, body));
    },
  });
}
