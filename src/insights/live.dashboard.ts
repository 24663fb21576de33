import type { FastifyReply, FastifyRequest } from "fastify";
import { CodeParams } from "../codes/schemas.routes.ts";
import { FOR_VIEWERS } from "../server/operation.ts";
import { Refusal } from "../server/refusal.ts";
import { confirmCaller } from "../server/rights.ts";
import { serializeScan } from "../server/serializers.ts";
import type { Server } from "../server/server.ts";
import type { Services } from "../services.ts";

/** Keep-alive interval, shorter than the server's idle time-out. */
const HEARTBEAT_MS = 10_000;
/** Disconnect a reader with more unread data than this; the browser reconnects. */
const MAX_UNREAD = 256 * 1024;
/** The session may end on another node, so it is checked before a scan is sent, at most once a second. */
const SEEN_MS = 1000;
const MAX_HELD = 1000;

/** Settled scans of a code, and of all codes of a workspace, as server-sent events. */
export function liveRoutes(server: Server, services: Services): void {
  const { codes, streams, watchScans, watchWorkspace } = services;
  server.addHook("preClose", async () => streams.endAll());

  server.get("/qrcodes/:id/live", { ...FOR_VIEWERS, schema: { params: CodeParams } }, async (request, reply) => {
    const code = await codes.find(request.workspaceId, request.params.id);
    return sendLive(request, reply, services, {
      isStillThere: () => codes.find(request.workspaceId, code.id),
      watch: (send) => watchScans(code.num, (scan) => send(serializeScan(scan, code.id))),
    });
  });

  // The latest scans first. After a reconnect they are sent again.
  server.get("/live", FOR_VIEWERS, async (request, reply) =>
    sendLive(request, reply, services, {
      isStillThere: async () => {},
      watch: (send) =>
        watchWorkspace(request.workspaceId, ({ code, ...scan }) =>
          send({ ...serializeScan(scan, code.id), codeName: code.name }),
        ),
    }),
  );
}

interface Watched {
  /** Rejects if what is watched is no longer in the workspace. */
  isStillThere: () => Promise<unknown>;
  watch: (send: (data: object) => void) => Promise<() => void>;
}

async function sendLive(request: FastifyRequest, reply: FastifyReply, services: Services, watched: Watched) {
  const stream = services.streams.open(request.userId);
  if (!stream) {
    const message = "Ten pages with live scans are open already. Close one of them first.";
    throw new Refusal("rate_limited", message, 60);
  }
  const send = (event: string) => {
    if (stream.writableLength > MAX_UNREAD) stream.end();
    else if (stream.writable) stream.write(event);
  };
  const session = watchSession(request, watched.isStillThere, services, send, () => stream.end());
  send("retry: 3000\n\n");
  const stopWatching = await watched
    .watch((data) => session.send(`data: ${JSON.stringify(data)}\n\n`))
    .catch((error) => {
      stream.destroy();
      throw error;
    });
  const heartbeat = setInterval(() => session.sendChecked(": still here\n\n"), HEARTBEAT_MS);
  const { socket } = request.raw;
  const leave = () => stream.end();
  request.raw.once("close", leave);
  // A half-open connection counts as closed.
  socket.once("end", leave);
  stream.once("close", () => {
    socket.off("end", leave);
    clearInterval(heartbeat);
    stopWatching();
  });
  return reply
    .type("text/event-stream; charset=utf-8")
    .header("Cache-Control", "no-store")
    .header("X-Accel-Buffering", "no")
    .send(stream);
}

/**
 * Sends events while the session is valid, its user a member of the workspace, and what is watched in it. Events wait
 * while that is checked.
 */
function watchSession(
  request: FastifyRequest,
  isStillThere: () => Promise<unknown>,
  { clock }: Services,
  send: (event: string) => void,
  end: () => void,
) {
  const held: string[] = [];
  let seenAt = clock.steady();
  let looking = false;

  async function checkAccess(): Promise<boolean> {
    await confirmCaller(request);
    await isStillThere();
    return true;
  }

  async function look(): Promise<void> {
    if (looking) return;
    looking = true;
    // If the check fails, the stream ends and the browser reconnects.
    const isAllowed = await checkAccess().catch(() => false);
    looking = false;
    seenAt = clock.steady();
    if (!isAllowed) return end();
    for (const event of held.splice(0)) send(event);
  }

  function sendChecked(event: string): void {
    if (held.push(event) > MAX_HELD) end();
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
