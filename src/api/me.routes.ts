import { Type } from "typebox";
import { operationsOf } from "../server/operation.ts";
import type { Server } from "../server/server.ts";
import { enumOf, exact, nullable, number, text } from "../server/shapes.ts";
import type { Services } from "../services.ts";
import { timestamp } from "../shared/days.ts";

const counted = (what: string) =>
  Type.Object(
    { taken: number(`How many ${what} they have taken, deleted ones included.`), limit: number("The most.") },
    { description: `Their ${what}.` },
  );

const Me = Type.Object(
  {
    name: text("The name of the key."),
    scope: enumOf(["full", "read-only"], "full: read and change. read-only: only read."),
    plan: text("The plan of the key's workspace."),
    limit: number("Requests the plan allows per window."),
    remaining: number("Requests left in the window after this one."),
    endsAt: nullable<string>("string", {
      format: "date-time",
      description: "When the key expires. Null: never.",
    }),
    links: Type.Object(
      { slugs: counted("slugs"), placements: counted("placements") },
      {
        description:
          "What all workspaces of the account that created the key's workspace have taken together, and may take by the account's plan. Once that account is removed: of the key's workspace alone, by the workspace's plan.",
      },
    ),
  },
  exact("Me", "The API key of the request."),
);

const EXAMPLE = {
  ...{ name: "Till", scope: "full", plan: "pro", limit: 100, remaining: 87, endsAt: null },
  links: { slugs: { taken: 12, limit: 20_000 }, placements: { taken: 340, limit: 500_000 } },
};

/** Only for keys: a session has another /me. */
export function meRoutes(server: Server, { limits, linkLimits: links }: Services): void {
  operationsOf(
    server,
    "Account",
  )({
    name: "readMe",
    title: "Read key",
    method: "GET",
    path: "/me",
    right: "viewer",
    summary: "Read the API key of the request",
    description: "Counts as a request.",
    output: { description: "The API key.", shape: Me },
    example: { answer: EXAMPLE },
    async handle(request, reply) {
      const { name, scope, plan, endsAt } = request.apiKey!;
      const ends = endsAt === null ? null : timestamp(endsAt);
      const remaining = Number(reply.getHeader("X-RateLimit-Remaining"));
      return {
        name,
        scope,
        plan,
        limit: limits.limitOf(plan),
        remaining,
        endsAt: ends,
        links: await links.usage(request.workspaceId),
      };
    },
  });
}
