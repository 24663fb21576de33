import { createServer } from "node:http";

const RETRY_SECONDS = 5;

/**
 * Answers while migrations run, which may take minutes: /healthz returns 200, so that no supervisor kills the
 * process, everything else 503. It listens only during migrations: a proxy passes a 503 on, but tries another node if
 * the connection is refused.
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
  // The service itself reports a port that is in use.
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
