import type { FastifyReply, FastifyRequest } from "fastify";
import { type Static, Type } from "typebox";
import { addVary, chooseEncoding, compress } from "../server/compression.ts";
import { allowEveryOrigin } from "../server/cors.ts";
import { contentDisposition } from "../server/send-file.ts";
import type { Server } from "../server/server.ts";
import type { Services } from "../services.ts";
import { DomainError, invalid, notFound } from "../shared/errors.ts";
import { fileStem } from "../shared/file-name.ts";
import { type Language, languageFor, tagOf } from "../shared/languages.ts";
import { chartImage } from "./numbers/chart.ts";
import { badDaysPage, embeddedPage, noNumbersPage, numbersPage } from "./numbers/page.ts";
import { numbersPdf, pdfLanguage } from "./numbers/pdf.ts";
import { IMAGE_POLICY, pagePolicy } from "./numbers/style.ts";
import { type NumbersView, readPeriod, viewNumbers } from "./numbers/view.ts";
import { skinSheet } from "./pages/skin.ts";
import { viewOf } from "./pages/view.ts";

const Params = Type.Object({ secret: Type.String() });
const day = Type.Optional(Type.String({ maxLength: 20 }));
const Query = Type.Object({ period: day, from: day, to: day });
type Request = FastifyRequest<{ Params: Static<typeof Params>; Querystring: Static<typeof Query> }>;

const BAD_DAYS = "must be a period such as 28d, or from and to as YYYY-MM-DD up to today";

/** Pages with the numbers of a code or of a workspace, for everyone who has the link. */
export function numbersRoutes(
  server: Server,
  { insightLinks, limits, brandOf, addressOf, siteOf, clock }: Services,
): void {
  /** Null if the link does not work. Throws invalid_request if the days are wrong. */
  async function read(
    request: Request,
    reply: FastifyReply,
    inLanguage = (language: Language) => language,
  ): Promise<NumbersView | null> {
    reply.headers({ "X-Robots-Tag": "noindex, nofollow", "Referrer-Policy": "no-referrer" });
    const { admitted, resetIn } = limits.admitReader(addressOf(request));
    if (!admitted) {
      reply.header("Retry-After", resetIn);
      throw new DomainError("rate_limited", `Too many requests. Try again in ${resetIn} seconds.`);
    }
    const period = readPeriod(request.query);
    const shared = await insightLinks.read(request.params.secret, period ?? "28d", addressOf(request));
    const site = siteOf(request.raw);
    if (shared === null || (site !== undefined && site.workspaceId !== shared.workspaceId)) return null;
    if (period === null) throw invalid([{ field: "period", message: BAD_DAYS }]);
    const language = inLanguage(languageFor(request.headers["accept-language"]));
    addVary(reply, "Accept-Language");
    reply.header("Content-Language", tagOf(language));
    return viewNumbers({ shared, period, brand: await brandOf(shared.workspaceId), language, now: clock.now() });
  }

  async function send(request: FastifyRequest, reply: FastifyReply, body: string) {
    const encoding = chooseEncoding(request, reply, body);
    if (encoding === null) return reply.send(body);
    return reply.header("Content-Encoding", encoding).send(await compress(body, encoding));
  }

  /** As a page, also where the link does not work or the days are wrong. */
  async function sendPage(
    request: Request,
    reply: FastifyReply,
    frames: "'none'" | "*",
    pageOf: (view: NumbersView) => string,
  ) {
    const plain = viewOf(null, request.headers["accept-language"]);
    let body: string;
    let color: string | null = null;
    try {
      const view = await read(request, reply);
      color = view?.brand.color ?? null;
      body = view === null ? noNumbersPage(plain) : pageOf(view);
      if (view === null) reply.status(404);
    } catch (error) {
      if (!(error instanceof DomainError && error.code === "validation_error")) throw error;
      body = badDaysPage(plain);
      reply.status(400);
    }
    reply.headers({
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": pagePolicy(skinSheet(color).source, frames),
    });
    return send(request, reply, body);
  }

  const schema = { params: Params, querystring: Query, hide: true };

  server.get("/i/:secret", { schema }, (request, reply) => {
    reply.header("Cache-Control", "no-cache, private");
    return sendPage(request, reply, "'none'", (view) => numbersPage(view, `${request.params.secret}/numbers.pdf`));
  });

  server.get("/i/:secret/chart", { schema }, (request, reply) => {
    reply.header("Cache-Control", "no-cache, private");
    return sendPage(request, reply, "*", embeddedPage);
  });

  server.get("/i/:secret/chart.svg", { schema }, async (request, reply) => {
    const view = await read(request, reply);
    if (view === null) throw notFound();
    allowEveryOrigin(reply);
    reply.headers({
      "Content-Type": "image/svg+xml; charset=utf-8",
      "Cache-Control": "public, max-age=60",
      "Content-Security-Policy": IMAGE_POLICY,
    });
    return send(request, reply, chartImage(view));
  });

  server.get("/i/:secret/numbers.pdf", { schema }, async (request, reply) => {
    const view = await read(request, reply, pdfLanguage);
    if (view === null) throw notFound();
    const { title, numbers } = view;
    const fileName = `${fileStem(title, "numbers")} ${numbers.from} ${numbers.to}.pdf`;
    reply.headers({
      "Content-Type": "application/pdf",
      "Content-Disposition": contentDisposition("attachment", fileName),
      "Cache-Control": "no-cache, private",
    });
    return reply.send(Buffer.from(numbersPdf(view)));
  });
}
