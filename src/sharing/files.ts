import type { FastifyReply, FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import type { VisitedCode } from "../codes/code.ts";
import { actionOf } from "../codes/content/index.ts";
import { leadsTo } from "../codes/content/leads-to.ts";
import { forPlacement } from "../codes/content/placement.ts";
import { bestEncode, type Encode } from "../codes/images.ts";
import { stateOf } from "../codes/state.ts";
import { NO_CODE } from "../scans/recorder.ts";
import { allowEveryOrigin } from "../server/cors.ts";
import { logBusy } from "../server/errors.ts";
import { sendImage } from "../server/send-file.ts";
import type { Server } from "../server/server.ts";
import type { Services } from "../services.ts";
import { actAsVisitor } from "../shared/caller.ts";
import { DomainError, TooBusy } from "../shared/errors.ts";
import { fileStem } from "../shared/file-name.ts";
import { readToken } from "../shared/ids.ts";
import { sharePage } from "./pages/share.ts";
import type { VisitorView } from "./pages/view.ts";
import { WORDS } from "./pages/words/index.ts";
import { pageHeaders } from "./responses.ts";
import type { ScanHandler } from "./scan.ts";

const Query = Type.Object({
  size: Type.Optional(Type.Integer({ minimum: 128, maximum: 2048 })),
  /** The image's ETag: the URL changes with the image. */
  v: Type.Optional(Type.String({ maxLength: 32 })),
  download: Type.Optional(Type.Boolean()),
  /** What the image holds; on the share page, what its images hold. Default there: what works best for the type. */
  encode: Type.Optional(Type.Unsafe<Encode>({ type: "string", enum: ["share", "content"] })),
  style: Type.Optional(Type.Unsafe<"own" | "plain">({ type: "string", enum: ["own", "plain"] })),
});

const FILE = /^(.*?)(\.png|\.svg|\.pdf|\.vcf|\+)$/i;
/** The PNG on the share page: enough for a screen and for a printed page. */
const PNG_SIZE = 1024;

/** Requests that are not scans: images, the contact file, the share page. */
export function shareFileRoutes(server: Server, services: Services, scan: ScanHandler["scan"]): void {
  const { codeFinder, recorder, clock, images, responses, shareBase, siteOf, addressOf } = services;

  async function find(token: string, request: FastifyRequest, reply: FastifyReply): Promise<VisitedCode | null> {
    const languages = request.headers["accept-language"];
    const code = await codeFinder.find(token, siteOf(request.raw));
    const state = code && stateOf(code, clock.now());
    if (state === "active") return code;
    reply.hijack();
    if (state === null) responses.notFound(reply.raw, languages);
    else await responses.resting(reply.raw, state, code!, languages);
    return null;
  }

  function sharePageOf(code: VisitedCode, encode: Encode, view: VisitorView): string {
    const url = `${shareBase(code.workspaceId)}/r/${code.token}`;
    const isNetwork = code.type === "wifi";
    // Relative URLs, so that the page's CSP ('self') matches whatever host it was opened by.
    const linkPicture = (format: "png" | "svg" | "pdf", size: number, at = `./${code.token}`) => {
      const { etag } = images.image(code, { format, size, encode: "share" });
      return `${at}.${format}?size=${size}&v=${etag}`;
    };
    const picture: typeof linkPicture = (format, size) =>
      encode === "share" ? linkPicture(format, size) : `./${code.token}.${format}?size=${size}&encode=content`;
    return sharePage(
      {
        name: code.name,
        type: code.type,
        shareUrl: url,
        imageUrl: picture("svg", 512),
        leadsTo: leadsTo(
          forPlacement(actionOf(code.type, code.content), code.placement?.name ?? null),
          WORDS[view.language],
        ),
        downloads: [
          { label: "PNG", href: picture("png", PNG_SIZE) },
          { label: "SVG", href: picture("svg", 512) },
          { label: "PDF", href: picture("pdf", 512) },
        ],
        // Other services cache this image, so it never contains a password.
        openGraphImageUrl: linkPicture("png", 512, url),
        network: isNetwork
          ? { encode, otherHref: `./${code.token}+${encode === "content" ? "?encode=share" : ""}` }
          : null,
      },
      view,
    );
  }

  async function answerFile(
    given: VisitedCode,
    kind: string,
    request: FastifyRequest<{ Querystring: Static<typeof Query> }>,
    reply: FastifyReply,
  ) {
    const code = kind === ".vcf" ? given : await images.asDrawn(given);
    const languages = request.headers["accept-language"];
    if (kind === "+") {
      const view = await responses.view(code, languages);
      const html = sharePageOf(code, request.query.encode ?? bestEncode(code), view);
      const { body, headers } = await responses.zip(html, request.headers["accept-encoding"]);
      return reply.headers({ ...pageHeaders(view), "Cache-Control": "no-cache", ...headers }).send(body);
    }
    if (kind === ".vcf") {
      const action = actionOf(code.type, code.content);
      if (action.kind !== "contact") {
        reply.hijack();
        return responses.notFound(reply.raw, languages);
      }
      return reply
        .type("text/vcard; charset=utf-8")
        .header("Content-Disposition", `attachment; filename="${action.fileName}"`)
        .header("Cache-Control", "no-store")
        .send(action.vcf);
    }
    const format = kind.slice(1) as "png" | "svg" | "pdf";
    const { size = code.size, v, download = false, encode = "share", style } = request.query;
    const options = { format, size, encode, style, fallsBack: true, isPublic: true };
    const image = images.image(code, options);
    allowEveryOrigin(reply);
    const fileName = `${fileStem(code.name, code.token)}${encode === "content" ? " content" : ""}.${format}`;
    const caching = cachingOf(encode, v === image.etag);
    return sendImage(request, reply, image, { caching, fileName, download });
  }

  /** Runs before query validation, because only files have a query. */
  async function answerOthers(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { token, kind } = partsOfFile(request);
    if (token !== null && kind !== "") return;
    reply.hijack();
    // The router has decoded an absolute URL or percent-encoding.
    if (token !== null) return scan(token, request.raw, reply.raw);
    recorder.recordUncounted(NO_CODE, "unknown-token", clock.now());
    responses.notFound(reply.raw, request.headers["accept-language"]);
  }

  for (const path of ["/r/:file", "/R/:file"] as const) {
    const options = { schema: { querystring: Query }, preValidation: answerOthers };
    server.get(path, options, async (request, reply) => {
      const { token, kind } = partsOfFile(request);
      try {
        const code = await find(token!, request, reply);
        if (code === null) return reply;
        return await actAsVisitor(code, addressOf(request), () => answerFile(code, kind, request, reply));
      } catch (error) {
        // The store or the renderer is away or busy: a visitor gets a page, not JSON.
        if (error instanceof DomainError || reply.raw.headersSent) throw error;
        if (error instanceof TooBusy) logBusy(request.log);
        else reply.log.error({ err: error }, "share files");
        reply.hijack();
        return responses.unavailable(reply.raw, request.headers["accept-language"]);
      }
    });
  }
}

/** Not cached: an image of the content must disappear when the code is paused or expires. */
function cachingOf(encode: Encode, isNamedByFingerprint: boolean): string {
  if (encode === "content") return "no-store";
  return isNamedByFingerprint ? "public, max-age=31536000, immutable" : "public, max-age=60";
}

function partsOfFile(request: FastifyRequest): { token: string | null; kind: string } {
  const { file } = request.params as { file: string };
  const [, stem = file, kind = ""] = FILE.exec(file) ?? [];
  return { token: readToken(stem), kind: kind.toLowerCase() };
}
