import type { FastifyReply } from "fastify";
import { Type } from "typebox";
import type { Code } from "../codes/code.ts";
import { pageProblems, readPage, TEXT_LENGTH, TITLE_LENGTH, writePage } from "../codes/page.ts";
import { CodeParams } from "../codes/schemas.routes.ts";
import type { Codes } from "../codes/service.ts";
import { revisionOf } from "../codes/state.ts";
import type { Brand } from "../looks/look.ts";
import { shapeProblems, soundPart } from "../server/body-problems.ts";
import { readRevisions } from "../server/etag.ts";
import { readsHeaders } from "../server/header-schemas.ts";
import { actorOf } from "../server/request.ts";
import { reads, responseSchemas } from "../server/responses.ts";
import type { Server } from "../server/server.ts";
import { COLOR, exact, nullable, withRequired } from "../server/shapes.ts";
import { BRAND_NAME_LENGTH, type Brands, brandRevision } from "./service.ts";

const tags = ["Visitor pages"];

const line = (maxLength: number, description: string) =>
  nullable<string>("string", { minLength: 1, maxLength, default: null, description });

const pageFields = {
  title: line(TITLE_LENGTH, "One line, at most 200 characters, or null: none."),
  text: line(TEXT_LENGTH, "At most 2000 characters, line breaks included, or null: none."),
};
const SetPageBody = withRequired(
  [],
  Type.Object(pageFields, { title: "SetPage", description: "What is left out is null. Unknown fields are ignored." }),
);
const PageShape = Type.Object(pageFields, exact("Page", "What visitors of a QR code read above what it holds."));

const brandFields = {
  name: line(BRAND_NAME_LENGTH, "One line, at most 100 characters, or null: none."),
  color: nullable<string>("string", {
    pattern: COLOR.pattern,
    default: null,
    description: "A hex colour such as #1a1410, or null for a neutral page.",
  }),
  logoId: nullable<string>("string", { default: null, description: "Identifier of a logo of yours, or null: none." }),
  showFooter: Type.Boolean({ default: true, description: "Whether the pages say at their foot: Made with Tessera." }),
};
const SetBrandBody = withRequired(
  [],
  Type.Object(brandFields, {
    title: "SetBrand",
    description: "What is left out has its default. Unknown fields are ignored.",
  }),
);
const BrandShape = Type.Object(brandFields, exact("Brand", "What visitor pages show of the workspace."));

/** What people see after a scan: the words of a code, and the brand of its owner. */
export function visitorPageRoutes(server: Server, codes: Codes, brands: Brands): void {
  function show(code: Code, reply: FastifyReply) {
    reply.revision = revisionOf(code);
    return readPage(code.page);
  }

  function showBrand(brand: Brand, reply: FastifyReply) {
    reply.revision = brandRevision(brand);
    return brand;
  }

  server.get(
    "/qrcodes/:id/page",
    {
      schema: {
        summary: "Read a QR code's title and text for visitors",
        operationId: "readPage",
        tags,
        description: "Both are null until they are set.",
        params: CodeParams,
        ...reads("Title and text.", PageShape),
      },
    },
    async (request, reply) => show(await codes.find(request.workspaceId, request.params.id), reply),
  );

  server.put(
    "/qrcodes/:id/page",
    {
      attachValidation: true,
      schema: {
        summary: "Set a QR code's title and text for visitors",
        operationId: "setPage",
        tags,
        description:
          "The page behind the code shows both, and its share page the title instead of the code's name. Scans of codes that redirect do not show them.",
        headers: readsHeaders("If-Match"),
        params: CodeParams,
        body: SetPageBody,
        response: responseSchemas(200, "Title and text as set.", PageShape, { headers: ["ETag"] }),
      },
    },
    async (request, reply) => {
      const { workspaceId, params, body, headers } = request;
      const shape = shapeProblems(request);
      const problems = [...shape, ...pageProblems(soundPart(body, shape))];
      const findings = { problems, revisions: readRevisions(headers["if-match"]), by: actorOf(request) };
      const patch = problems.length > 0 ? {} : { page: writePage(body) };
      return show(await codes.change(workspaceId, params.id, patch, findings), reply);
    },
  );

  server.get(
    "/brand",
    {
      schema: {
        summary: "Read your brand",
        operationId: "readBrand",
        tags,
        description: "Name, colour and logo on the pages that visitors of your QR codes see.",
        ...reads("The brand.", BrandShape, { notFound: false }),
      },
    },
    async (request, reply) => showBrand(await brands.find(request.workspaceId), reply),
  );

  server.put(
    "/brand",
    {
      attachValidation: true,
      schema: {
        summary: "Set your brand",
        operationId: "setBrand",
        tags,
        description:
          "Every page that visitors of your QR codes see has it at once, and keeps text on the colour readable.",
        headers: readsHeaders("If-Match"),
        body: SetBrandBody,
        response: responseSchemas(200, "The brand as set.", BrandShape, { headers: ["ETag"], notFound: false }),
      },
    },
    async (request, reply) => {
      const { name, color, logoId, showFooter } = request.body ?? {};
      const findings = { problems: shapeProblems(request), revisions: readRevisions(request.headers["if-match"]) };
      return showBrand(await brands.set(request.workspaceId, { name, color, logoId, showFooter }, findings), reply);
    },
  );
}
