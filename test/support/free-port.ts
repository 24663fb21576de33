import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Below the ephemeral range, where outgoing connections may take any port. */
const [FIRST, END] = [15_000, 32_000];

/** A port nobody listens on. Concurrent callers hardly ever get the same one. */
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
