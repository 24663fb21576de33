import type { FastifyRequest } from "fastify";
import type { Codes } from "../../codes/service.ts";
import type { RecordedScan } from "../../scans/recorder.ts";
import type { Clock } from "../../shared/clock.ts";
import { CodeParams } from "../api/schemas.ts";
import { serializeScan } from "../api/serializers.ts";
import type { Server } from "../server/server.ts";
import type { LiveStreams } from "./live-streams.ts";
import { Refusal } from "./refusal.ts";
import type { Sessions } from "./session.ts";

/** Calls the listener with each scan as it is recorded, until the function given back is called. */
export type LiveScans = (listener: (scan: RecordedScan) => void) => () => void;

export interface LiveParts {
  codes: Codes;
  sessions: Sessions;
  streams: LiveStreams;
  liveScans: LiveScans;
  clock: Clock;
}

/** Below the silence after which the server cuts a connection. */
const HEARTBEAT_MS = 10_000;
/** What a reader may leave unread before it is let go: it will come back and read afresh. */
const MOST_UNREAD = 256 * 1024;
/** A session may end on another node: a scan is shown only to one that was seen so lately. */
const SEEN_MS = 1000;
const MOST_HELD = 1000;

/** Scans of one code as they arrive, as server-sent events. */
export function liveRoutes(server: Server, parts: LiveParts): void {
  const { codes, streams, liveScans } = parts;
  server.addHook("preClose", async () => streams.endAll());

  server.get("/qrcodes/:id/live", { schema: { params: CodeParams } }, async (request, reply) => {
    const code = await codes.find(request.ownerId, request.params.id);
    const stream = streams.open(request.ownerId);
    if (!stream) {
      const message = "Ten pages with live scans are open already. Close one of them first.";
      throw new Refusal("rate_limited", message, 60);
    }
    const send = (event: string) => {
      if (stream.writableLength > MOST_UNREAD) stream.end();
      else if (stream.writable) stream.write(event);
    };
    const session = watchSession(request, parts, send, () => stream.end());
    send("retry: 3000\n\n");
    const stopListening = liveScans((scan) => {
      if (scan.codeId !== code.id) return;
      const row = { id: scan.id, at: scan.visit.at, ...scan.visit.agent, ...scan.visit.place };
      session.send(`data: ${JSON.stringify(serializeScan(row, code.id))}\n\n`);
    });
    const heartbeat = setInterval(() => session.sendChecked(": still here\n\n"), HEARTBEAT_MS);
    const { socket } = request.raw;
    const leave = () => stream.end();
    request.raw.once("close", leave);
    // Who says that nothing more comes from them has left: a connection may stay half open.
    socket.once("end", leave);
    stream.once("close", () => {
      socket.off("end", leave);
      clearInterval(heartbeat);
      stopListening();
    });
    return reply
      .type("text/event-stream; charset=utf-8")
      .header("Cache-Control", "no-store")
      .header("X-Accel-Buffering", "no")
      .send(stream);
  });
}

/** Sends events while the request's session lives; what comes while it is looked up waits for that. */
function watchSession(
  request: FastifyRequest,
  { sessions, clock }: Pick<LiveParts, "sessions" | "clock">,
  send: (event: string) => void,
  end: () => void,
) {
  const held: string[] = [];
  let seenAt = clock.steady();
  let looking = false;

  async function look(): Promise<void> {
    if (looking) return;
    looking = true;
    // Whoever cannot be looked up is let go; a browser comes back by itself.
    const sessionUser = await sessions.find(request).catch(() => null);
    looking = false;
    seenAt = clock.steady();
    if (!sessionUser) return end();
    for (const event of held.splice(0)) send(event);
  }

  function sendChecked(event: string): void {
    if (held.push(event) > MOST_HELD) end();
    else void look();
  }

  return {
    sendChecked,
    send(event: string): void {
      if (held.length === 0 && clock.steady() - seenAt < SEEN_MS) send(event);
      else sendChecked(event);
    },
  };
}
