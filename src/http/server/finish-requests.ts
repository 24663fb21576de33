import { isDoneWithin } from "../../shared/timeout.ts";
import type { Server } from "./server.ts";

/** A database that does not answer is given up after 3 s, and whoever waited for it is told. */
const REQUESTS_MS = 4_000;
const SWEEP_MS = 100;

/**
 * Takes no new connection and lets requests in flight finish. Node keeps a connection open after its
 * last answer, as the client may send another request; here nobody waits for that.
 */
export async function finishRequests(server: Server): Promise<void> {
  const { server: http } = server;
  const sweep = setInterval(() => http.closeIdleConnections(), SWEEP_MS);
  const closed = server.close();
  if (!(await isDoneWithin(closed, REQUESTS_MS))) http.closeAllConnections();
  await closed;
  clearInterval(sweep);
}
