import type { FastifyReply, FastifyRequest } from "fastify";
import { Type } from "typebox";
import { SHARED_PERIODS, type SharedPeriod } from "../insights/links.ts";
import { chooseEncoding, compress } from "../server/compression.ts";
import { allowEveryOrigin } from "../server/cors.ts";
import type { Server } from "../server/server.ts";
import type { Services } from "../services.ts";
import { DomainError, notFound } from "../shared/errors.ts";
import { chart } from "./numbers-chart.ts";
import { CHART_POLICY, labelOf, noNumbersPage, numbersPage, PAGE_POLICY } from "./numbers-page.ts";

const Params = Type.Object({ secret: Type.String() });
const Query = Type.Object({ period: Type.Optional(Type.String({ maxLength: 20 })) });

/** Pages with the numbers of a code or of a workspace, for everyone who has the link. */
export function numbersRoutes(server: Server, { insightLinks, limits, brandOf, addressOf, siteOf }: Services): void {
  async function read(request: FastifyRequest, reply: FastifyReply, secret: string, period = "28d") {
    reply.headers({ "X-Robots-Tag": "noindex, nofollow", "Referrer-Policy": "no-referrer" });
    const { admitted, resetIn } = limits.admitReader(addressOf(request));
    if (!admitted) {
      reply.header("Retry-After", resetIn);
      throw new DomainError("rate_limited", `Too many requests. Try again in ${resetIn} seconds.`);
    }
    if (!(SHARED_PERIODS as readonly string[]).includes(period)) throw notFound();
    const shared = await insightLinks.read(secret, period as SharedPeriod, addressOf(request));
    const site = siteOf(request.raw);
    if (shared === null || (site !== undefined && site.workspaceId !== shared.workspaceId)) return null;
    return { ...shared, period: period as SharedPeriod, brand: await brandOf(shared.workspaceId) };
  }

  async function send(request: FastifyRequest, reply: FastifyReply, body: string) {
    const encoding = chooseEncoding(request, reply, body);
    if (encoding === null) return reply.send(body);
    return reply.header("Content-Encoding", encoding).send(await compress(body, encoding));
  }

  const schema = { params: Params, querystring: Query, hide: true };

  server.get("/i/:secret", { schema }, async (request, reply) => {
    const shared = await read(request, reply, request.params.secret, request.query.period);
    reply.headers({
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-cache, private",
      "Content-Security-Policy": PAGE_POLICY,
    });
    if (shared === null) reply.status(404);
    return send(request, reply, shared === null ? noNumbersPage() : numbersPage(shared));
  });

  server.get("/i/:secret/chart.svg", { schema }, async (request, reply) => {
    const shared = await read(request, reply, request.params.secret, request.query.period);
    if (shared === null) throw notFound();
    const { numbers } = shared;
    allowEveryOrigin(reply);
    reply.headers({
      "Content-Type": "image/svg+xml; charset=utf-8",
      "Cache-Control": "public, max-age=60",
      "Content-Security-Policy": CHART_POLICY,
    });
    return send(request, reply, chart(numbers, { label: labelOf(numbers), isAlone: true }).markup);
  });
}
