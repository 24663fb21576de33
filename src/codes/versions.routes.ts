import { Type } from "typebox";
import { actorOf } from "../server/request.ts";
import { reads, responseSchemas } from "../server/responses.ts";
import type { CodeSerializers } from "../server/serializers.ts";
import type { Server } from "../server/server.ts";
import { pageQuery } from "../server/shapes.ts";
import { timestamp } from "../shared/days.ts";
import type { Version } from "./code.ts";
import type { History } from "./history.ts";
import { CodeParams, FullCode, VersionPage } from "./schemas.routes.ts";
import { revisionOf } from "./state.ts";

export const VersionsQuery = pageQuery("versions'");

const VersionParams = Type.Object({
  ...CodeParams.properties,
  // Text here: what is no number is no version.
  version: Type.Unsafe<string>({ type: "integer", minimum: 1, description: "Number of the version." }),
});

export const serializeVersion = ({ version, content, from, until, scanCount }: Version) => ({
  version,
  content,
  from: timestamp(from),
  until: until === null ? null : timestamp(until),
  scanCount,
});

export function versionRoutes(server: Server, history: History, serializers: CodeSerializers): void {
  server.get(
    "/qrcodes/:id/versions",
    {
      schema: {
        summary: "List the versions of a QR code's content, newest first",
        operationId: "listVersions",
        tags: ["QR codes"],
        description:
          "Each change of content adds a version. scanCount counts the scans made from its start until its end.",
        params: CodeParams,
        querystring: VersionsQuery,
        ...reads("One page of versions.", VersionPage),
      },
    },
    async (request) => {
      const { limit, cursor } = request.query;
      const page = await history.page(request.workspaceId, request.params.id, limit, cursor);
      return { data: page.versions.map(serializeVersion), nextCursor: page.nextCursor };
    },
  );

  server.post(
    "/qrcodes/:id/versions/:version/restore",
    {
      schema: {
        summary: "Restore an earlier version",
        operationId: "restoreVersion",
        tags: ["QR codes"],
        description:
          "Makes it a new version; the list keeps the previous one. If it is the current content, nothing changes. The content must meet the current rules and fit the current errorCorrection.",
        params: VersionParams,
        response: responseSchemas(200, "The updated QR code.", FullCode, { headers: ["ETag"] }),
      },
    },
    async (request, reply) => {
      const { id, version } = request.params;
      const code = await history.restore(request.workspaceId, id, version, actorOf(request));
      reply.revision = revisionOf(code);
      return serializers.full(code);
    },
  );
}
