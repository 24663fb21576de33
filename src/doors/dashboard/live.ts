import { PassThrough } from "node:stream";
import type { Codes } from "../../codes/service.ts";
import type { RecordedScan } from "../../scans/recorder.ts";
import { CodeParams } from "../api/schemas.ts";
import { scanShape } from "../api/shapes.ts";
import type { Server } from "../http/server.ts";
import type { Sessions } from "./session.ts";

/** Calls the listener with each scan as it is recorded, until the function given back is called. */
export type LiveScans = (listener: (scan: RecordedScan) => void) => () => void;

/** Below the silence after which the server cuts a connection. */
const HEARTBEAT_MS = 10_000;
/** What a reader may leave unread before it is let go: it will come back and read afresh. */
const MOST_UNREAD = 256 * 1024;

/** Scans of one code as they arrive, as server-sent events. */
export function liveRoutes(
  server: Server,
  { codes, sessions, liveScans }: { codes: Codes; sessions: Sessions; liveScans: LiveScans },
): void {
  const open = new Set<PassThrough>();
  server.addHook("preClose", async () => {
    for (const stream of open) stream.end();
  });

  server.get("/qrcodes/:id/live", { schema: { params: CodeParams } }, async (request, reply) => {
    const code = await codes.find(request.ownerId, request.params.id);
    const stream = new PassThrough();
    open.add(stream);
    const send = (event: string) => {
      if (stream.writableLength > MOST_UNREAD) stream.end();
      else stream.write(event);
    };
    send("retry: 3000\n\n");
    const stopListening = liveScans((scan) => {
      if (scan.codeId !== code.id) return;
      const row = { id: scan.id, at: scan.visit.at, ...scan.visit.agent, ...scan.visit.place };
      send(`data: ${JSON.stringify(scanShape(row, code.id))}\n\n`);
    });
    // A session may end while one watches: then so does this.
    const heartbeat = setInterval(async () => {
      const visitor = await sessions.find(request).catch(() => null);
      if (visitor) send(": still here\n\n");
      else stream.end();
    }, HEARTBEAT_MS);
    request.raw.once("close", () => stream.end());
    stream.once("close", () => {
      clearInterval(heartbeat);
      stopListening();
      open.delete(stream);
    });
    return reply
      .type("text/event-stream; charset=utf-8")
      .header("Cache-Control", "no-store")
      .header("X-Accel-Buffering", "no")
      .send(stream);
  });
}
