import { Type } from "typebox";
import { operationsOf } from "../server/operation.ts";
import { actorOf } from "../server/request.ts";
import type { Server } from "../server/server.ts";
import { pageQuery } from "../server/shapes.ts";
import type { Services } from "../services.ts";
import { timestamp } from "../shared/days.ts";
import type { Version } from "./code.ts";
import { CodeParams, exampleOf, FullCode, VersionPage } from "./schemas.routes.ts";
import { revisionOf } from "./state.ts";

export const VersionsQuery = pageQuery("versions'");

const VersionParams = Type.Object({
  ...CodeParams.properties,
  // Text here: what is no number is no version.
  version: Type.Unsafe<string>({ type: "integer", minimum: 1, description: "Number of the version." }),
});

const CHANGED_AT = "2026-01-03T09:00:00.000Z";
const EXAMPLES = [
  { version: 2, content: "https://example.com/menu-2", from: CHANGED_AT, until: null, scanCount: 0 },
  {
    version: 1,
    content: "https://example.com/menu",
    from: "2026-01-01T09:00:00.000Z",
    until: CHANGED_AT,
    scanCount: 3,
  },
];

export const serializeVersion = ({ version, content, from, until, scanCount }: Version) => ({
  version,
  content,
  from: timestamp(from),
  until: until === null ? null : timestamp(until),
  scanCount,
});

export function versionRoutes(server: Server, { history, serializers }: Services): void {
  const operation = operationsOf(server, "QR codes");

  operation({
    name: "listVersions",
    method: "GET",
    path: "/qrcodes/:id/versions",
    right: "viewer",
    summary: "List the versions of a QR code's content, newest first",
    description: "Each change of content adds a version. scanCount counts the scans made from its start until its end.",
    params: CodeParams,
    query: VersionsQuery,
    output: { description: "One page of versions.", shape: VersionPage },
    example: { answer: { data: EXAMPLES, nextCursor: null } },
    async handle(request) {
      const { limit, cursor } = request.query;
      const page = await history.page(request.workspaceId, request.params.id, limit, cursor);
      return { data: page.versions.map(serializeVersion), nextCursor: page.nextCursor };
    },
  });

  operation({
    name: "restoreVersion",
    method: "POST",
    path: "/qrcodes/:id/versions/:version/restore",
    right: "editor",
    summary: "Restore an earlier version",
    description:
      "Makes it a new version; the list keeps the previous one. If it is the current content, nothing changes. The content must meet the current rules and fit the current errorCorrection.",
    params: VersionParams,
    output: { description: "The updated QR code.", shape: FullCode, headers: ["ETag"] },
    example: (baseUrl) => ({ answer: { ...exampleOf(baseUrl).read, updatedAt: "2026-01-04T09:00:00.000Z" } }),
    async handle(request, reply) {
      const { id, version } = request.params;
      const code = await history.restore(request.workspaceId, id, version, actorOf(request));
      reply.revision = revisionOf(code);
      return serializers.full(code);
    },
  });
}
