import { Type } from "typebox";
import type { Limits } from "../../limits/limits.ts";
import { timestamp } from "../../shared/days.ts";
import type { Server } from "../server/server.ts";
import { readsHeaders } from "./headers.ts";
import { responseSchemas } from "./responses.ts";
import { enumOf, exact, nullable, number, text } from "./schemas.ts";

const Me = Type.Object(
  {
    name: text("The key's name, as its owner gave it."),
    scope: enumOf(["full", "read-only"], "What the key may do: everything, or only read."),
    plan: text("The plan of the key's owner."),
    limit: number("Requests the plan allows in the window."),
    remaining: number("Requests left in the window, after this one."),
    endsAt: nullable<string>("string", {
      format: "date-time",
      description: "From then on the key is refused. Null: it has no end.",
    }),
  },
  exact("Me", "The key that asks, and what it may do."),
);

/** Of the key alone: behind a session, /me is another thing. */
export function meRoutes(server: Server, limits: Pick<Limits, "limitOf">): void {
  server.get(
    "/me",
    {
      schema: {
        summary: "Read what your key may do",
        operationId: "readMe",
        tags: ["Account"],
        description: "It counts as a request.",
        headers: readsHeaders("If-None-Match"),
        response: responseSchemas({
          status: 200,
          description: "The key that asks.",
          body: Me,
          tagged: true,
          notFound: false,
        }),
      },
    },
    async (request, reply) => {
      const { name, scope, plan, endsAt } = request.apiKey!;
      const ends = endsAt === null ? null : timestamp(endsAt);
      const remaining = Number(reply.getHeader("X-RateLimit-Remaining"));
      return { name, scope, plan, limit: limits.limitOf(plan), remaining, endsAt: ends };
    },
  );
}
