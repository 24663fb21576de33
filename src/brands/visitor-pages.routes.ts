import type { FastifyReply } from "fastify";
import { Type } from "typebox";
import { staleProblems } from "../codes/change.ts";
import type { Code } from "../codes/code.ts";
import { pageProblems, readPage, TEXT_LENGTH, TITLE_LENGTH, writePage } from "../codes/page.ts";
import { CodeParams } from "../codes/schemas.routes.ts";
import { revisionOf } from "../codes/state.ts";
import type { Brand } from "../looks/look.ts";
import { ADDRESS_LENGTH } from "../routing/afterwards.ts";
import { afterwardsField } from "../routing/schemas.routes.ts";
import { revisionsOf } from "../server/etag.ts";
import { operationsOf } from "../server/operation.ts";
import { actorOf } from "../server/request.ts";
import type { Server } from "../server/server.ts";
import { COLOR, exact, nullable, withRequired } from "../server/shapes.ts";
import type { Services } from "../services.ts";
import { BRAND_NAME_LENGTH, brandRevision } from "./service.ts";

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
  website: line(
    ADDRESS_LENGTH,
    "A web address by the rules of content of type url, or null: none. The pages of paused and expired codes have a button that leads there.",
  ),
  afterwards: afterwardsField("a page that says so"),
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

const EXAMPLE_PAGE = { title: "Guest Wi-Fi", text: "Free for our guests.\nAsk at the bar if it does not work." };
const EXAMPLE_BRAND = {
  name: "Café Lisboa",
  color: "#9c4221",
  logoId: null,
  website: "https://cafe.example",
  afterwards: null,
  showFooter: true,
};

/** What people see after a scan: the words of a code, and the brand of its owner. */
export function visitorPageRoutes(server: Server, { codes, brands }: Services): void {
  const operation = operationsOf(server, "Visitor pages");

  function show(code: Code, reply: FastifyReply) {
    reply.revision = revisionOf(code);
    return readPage(code.page);
  }

  function showBrand(brand: Brand, reply: FastifyReply) {
    reply.revision = brandRevision(brand);
    return brand;
  }

  operation({
    name: "readPage",
    title: "Read text for visitors",
    method: "GET",
    path: "/qrcodes/:id/page",
    right: "viewer",
    summary: "Read a QR code's title and text for visitors",
    description: "Both are null until they are set.",
    params: CodeParams,
    output: { description: "Title and text.", shape: PageShape },
    example: { answer: EXAMPLE_PAGE },
    handle: async (request, reply) => show(await codes.find(request.workspaceId, request.params.id), reply),
  });

  operation({
    name: "setPage",
    title: "Set text for visitors",
    method: "PUT",
    path: "/qrcodes/:id/page",
    right: "editor",
    summary: "Set a QR code's title and text for visitors",
    description:
      "The page behind the code shows both, and its share page the title instead of the code's name. Scans of codes that redirect do not show them.",
    headers: ["If-Match"],
    params: CodeParams,
    body: SetPageBody,
    find: ({ workspaceId, params }) => codes.find(workspaceId, params.id),
    rules: (body, request, code) => [...pageProblems(body), ...staleProblems(code, revisionsOf(request))],
    output: { description: "Title and text as set.", shape: PageShape, headers: ["ETag"] },
    example: { body: EXAMPLE_PAGE, answer: EXAMPLE_PAGE },
    async handle(request, reply, { id }) {
      const findings = { revisions: revisionsOf(request), by: actorOf(request) };
      return show(await codes.change(request.workspaceId, id, { page: writePage(request.body) }, findings), reply);
    },
  });

  operation({
    name: "readBrand",
    method: "GET",
    path: "/brand",
    right: "viewer",
    summary: "Read your brand",
    description: "Name, colour and logo on the pages that visitors of your QR codes see.",
    output: { description: "The brand.", shape: BrandShape },
    example: { answer: EXAMPLE_BRAND },
    handle: async (request, reply) => showBrand(await brands.find(request.workspaceId), reply),
  });

  operation({
    name: "setBrand",
    method: "PUT",
    path: "/brand",
    right: "editor",
    summary: "Set your brand",
    description: "Every page that visitors of your QR codes see has it at once, and keeps text on the colour readable.",
    headers: ["If-Match"],
    body: SetBrandBody,
    rules: (body, request) => brands.problems(request.workspaceId, body, revisionsOf(request)),
    output: { description: "The brand as set.", shape: BrandShape, headers: ["ETag"] },
    example: { body: EXAMPLE_BRAND, answer: EXAMPLE_BRAND },
    async handle(request, reply) {
      const { name, color, logoId, website, afterwards, showFooter } = request.body;
      const brand = { name, color, logoId, website, afterwards, showFooter };
      return showBrand(await brands.set(request.workspaceId, brand, revisionsOf(request)), reply);
    },
  });
}
