import type { FastifySchemaCompiler } from "fastify";
import { MOST_LOGO_BYTES } from "../rendering/style.ts";
import { etagOf } from "../server/etag.ts";
import { refused } from "../server/json-body.ts";
import { reads, responseSchemas } from "../server/responses.ts";
import type { CodeSerializers } from "../server/serializers.ts";
import type { Server } from "../server/server.ts";
import { idParams, pageQuery } from "../server/shapes.ts";
import { timestamp } from "../shared/days.ts";
import { LogoPage, LogoShape } from "./look.schema.routes.ts";
import type { SavedLogo } from "./look.ts";
import type { Looks } from "./service.ts";

type Locations = Pick<CodeSerializers, "locationOf">;

const TYPES = ["image/png", "image/jpeg", "image/webp", "image/svg+xml"];
const tags = ["Looks"];
const LogoParams = idParams("logo");
const WRONG_TYPE = `must be the image file, sent as Content-Type: ${TYPES.join(", ")}`;

const pictureOf = (contentMediaType: string) => [
  contentMediaType,
  { schema: { type: "string", contentMediaType, description: "The bytes of the image." } },
];
const PICTURE = { content: Object.fromEntries(TYPES.map(pictureOf)) };
/** The image format is detected from the bytes, not from the content type. */
const anyBody: FastifySchemaCompiler<object> = () => () => true;

const show = ({ id, width, height, createdAt }: SavedLogo) => ({ id, width, height, createdAt: timestamp(createdAt) });

/** Pictures for the middle of codes. */
export function logoRoutes(server: Server, looks: Looks, serializers: Locations): void {
  void server.register(async (scope: Server) => uploadRoute(scope, looks, serializers));

  server.get(
    "/logos",
    {
      schema: {
        summary: "List your logos, newest first",
        operationId: "listLogos",
        tags,
        description: "Images that looks can refer to.",
        querystring: pageQuery("logos'"),
        ...reads("One page of logos.", LogoPage, { notFound: false }),
      },
    },
    async (request) => {
      const { limit, cursor } = request.query;
      const { data, nextCursor } = await looks.logos.list(request.workspaceId, limit, cursor);
      return { data: data.map(show), nextCursor };
    },
  );

  server.get(
    "/logos/:id",
    {
      schema: {
        summary: "Read a logo",
        operationId: "readLogo",
        tags,
        description: "Its size and when it was uploaded. The image itself has its own URL.",
        params: LogoParams,
        ...reads("The logo.", LogoShape),
      },
    },
    async (request) => show(await looks.logos.find(request.workspaceId, request.params.id)),
  );

  server.get(
    "/logos/:id/image",
    {
      schema: {
        summary: "Download a logo",
        operationId: "drawLogo",
        tags,
        description: "The stored image: a PNG of at most 512 pixels.",
        params: LogoParams,
        ...reads(
          "The image.",
          { content: Object.fromEntries([pictureOf("image/png")]) },
          { headers: ["Content-Disposition", "Content-Security-Policy"] },
        ),
      },
    },
    async (request, reply) => {
      const bytes = await looks.logos.image(request.workspaceId, request.params.id);
      reply.header("ETag", etagOf(bytes)).header("Cache-Control", "private, no-cache");
      return reply
        .type("image/png")
        .header("Content-Disposition", 'inline; filename="logo.png"')
        .header("Content-Security-Policy", "default-src 'none'; sandbox")
        .send(Buffer.from(bytes));
    },
  );

  server.delete(
    "/logos/:id",
    {
      schema: {
        summary: "Delete a logo",
        operationId: "deleteLogo",
        tags,
        description:
          "A logo in use by QR codes or styles cannot be deleted; the 400 says how many use it. Codes in the bin count, because they can be restored.",
        params: LogoParams,
        response: responseSchemas(204, "The logo is deleted."),
      },
    },
    async (request, reply) => {
      await looks.logos.remove(request.workspaceId, request.params.id);
      return reply.code(204).send();
    },
  );
}

/** In its own scope: no other route accepts an image as its body. */
function uploadRoute(scope: Server, looks: Looks, { locationOf }: Locations): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(TYPES, { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  scope.addContentTypeParser("*", (_request, _payload, done) => done(refused(WRONG_TYPE)));
  scope.post(
    "/logos",
    {
      bodyLimit: MOST_LOGO_BYTES,
      validatorCompiler: anyBody,
      schema: {
        summary: "Upload a logo",
        operationId: "createLogo",
        tags,
        description:
          "The body is the image: PNG, JPEG, WebP or SVG, up to 1 MiB and 4096 pixels. It is stored as a new PNG without metadata. Uploading the same image again returns the existing logo. A workspace can have 200 logos.",
        consumes: TYPES,
        body: PICTURE,
        response: responseSchemas(201, "The logo.", LogoShape, { headers: ["Location"] }),
      },
    },
    async (request, reply) => {
      if (!Buffer.isBuffer(request.body) || request.body.length === 0) throw refused(WRONG_TYPE);
      const logo = await looks.logos.add(request.workspaceId, request.body);
      reply.code(201).header("Location", locationOf(request.routeOptions.url ?? "", logo.id));
      return show(logo);
    },
  );
}
