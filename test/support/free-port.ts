import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Below those that systems give to outgoing connections, of which there may be hundreds at any time. */
const [FIRST, END] = [15_000, 32_000];

/** One that nobody listens on. Those who ask at the same time hardly ever get the same. */
export async function freePort(): Promise<number> {
  while (true) {
    const port = randomInt(FIRST, END);
    const server = createServer().listen(port, "127.0.0.1");
    const isFree = await Promise.race([
      once(server, "listening").then(() => true),
      once(server, "error").then(() => false),
    ]).catch(() => false);
    if (!isFree) continue;
    server.close();
    await once(server, "close");
    return port;
  }
}
