/** A receiver of webhooks that verifies requests and fails as configured. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";

export interface Received {
  id: string;
  type: string;
  at: number;
  /** As received, parsed. */
  body: { type: string };
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect arbitrary data.
  data: any;
}

/** What it does with a request; "ok" and "held" accept it, "held" only after it is released. */
export type Manner = "ok" | "held" | "error" | "slow" | "redirect" | "close" | "break off" | "endless";

export interface Receiver {
  url: string;
  /** What was accepted, in order of arrival. */
  taken: Received[];
  /** Every request, whatever its outcome. */
  requests: number;
  /** Requests with an invalid signature. */
  forged: number;
  /** The maximum of concurrent requests. */
  mostAtOnce: number;
  secret: string;
  manner: (event: Received) => Manner;
  /** Releases held requests. */
  letGo: PromiseWithResolvers<void>;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  let open = 0;
  const server = createServer(async (request, response) => {
    receiver.requests += 1;
    receiver.mostAtOnce = Math.max(receiver.mostAtOnce, ++open);
    await answer(request, response).catch(() => response.destroy());
    open -= 1;
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    try {
      new Webhook(receiver.secret).verify(body, request.headers as Record<string, string>);
    } catch {
      receiver.forged += 1;
      response.writeHead(401).end("forged");
      return;
    }
    const parsed = JSON.parse(body);
    const { type, data } = parsed;
    const event = { id: String(request.headers["webhook-id"]), type, data, body: parsed, at: performance.now() };
    const manner = receiver.manner(event);
    if (manner === "held") await receiver.letGo.promise;
    switch (manner) {
      case "held":
      case "ok":
        receiver.taken.push(event);
        response.writeHead(200, { "content-type": "text/plain" }).end("taken");
        return;
      case "slow":
        await new Promise((resolve) => setTimeout(resolve, 300));
        response.writeHead(503).end("too slow");
        return;
      case "redirect":
        response.writeHead(307, { location: `${receiver.url}/elsewhere` }).end();
        return;
      case "close":
        request.socket.destroy();
        return;
      case "break off":
        response.writeHead(500, { "content-length": "1000" });
        response.write("half an ans");
        request.socket.end();
        return;
      case "endless":
        response.writeHead(500);
        response.on("error", () => {});
        while (!response.destroyed) {
          if (response.write("x".repeat(16_384))) await new Promise(setImmediate);
          else await Promise.race([drained(response), closed(response)]);
        }
        return;
      default:
        response.writeHead(500).end("\0 sorry \u{fffd}");
    }
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}`,
    taken: [],
    requests: 0,
    forged: 0,
    mostAtOnce: 0,
    secret: "",
    manner: () => "ok",
    letGo: Promise.withResolvers(),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}

const drained = (response: ServerResponse) => new Promise((done) => response.once("drain", done));
const closed = (response: ServerResponse) => new Promise((done) => response.once("close", done));
