import { createServer } from "node:http";

const RETRY_SECONDS = 5;

/**
 * Answers while the tables are changed, which may take minutes: /healthz says that the process lives, so that nobody
 * kills it, and everything else is 503. It listens then only: a proxy passes 503 on, but asks another node where nobody
 * listens.
 */
export function createMeanwhile() {
  const server = createServer((request, response) => {
    const path = request.url?.split("?", 1)[0];
    const isAlive = path === "/healthz";
    const body = JSON.stringify({ status: isAlive ? "ok" : "migrating" });
    const retry = isAlive ? {} : { "Retry-After": RETRY_SECONDS };
    response.shouldKeepAlive = false;
    response.writeHead(isAlive ? 200 : 503, {
      "Content-Type": "application/json",
      "Cache-Control": "no-store",
      ...retry,
    });
    response.end(request.method === "HEAD" ? undefined : body);
  });
  // That the port is taken, the service itself finds out and says.
  server.on("error", () => {});

  return {
    listen({ host, port }: { host: string; port: number }): void {
      if (!server.listening) server.listen({ host, port });
    },
    close(): void {
      server.close();
      server.closeAllConnections();
    },
  };
}
