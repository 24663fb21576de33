import { Type } from "typebox";
import { createClientAddress } from "../server/client-address.ts";
import type { Server } from "../server/server.ts";
import type { Services } from "../services.ts";
import { DomainError } from "../shared/errors.ts";
import { reachedPage } from "./pages/reached.ts";
import { viewOf } from "./pages/view.ts";
import { pageHeaders } from "./responses.ts";

/** A proxy on this machine that nobody has named as trusted: a phone behind it is another device. */
const behindProxy = createClientAddress(["loopback"]);

/** The link of a test by an administrator: opened by a phone, which is not signed in. */
export function reachRoutes(server: Server, { reachTests, limits, clock, addressOf }: Services): void {
  const schema = { params: Type.Object({ secret: Type.String({ maxLength: 40 }) }), hide: true };

  server.get("/reach/:secret", { schema }, async (request, reply) => {
    const { method, headers } = request;
    const address = addressOf(request);
    const { admitted, resetIn } = limits.admitReader(address);
    if (!admitted) {
      reply.header("Retry-After", resetIn);
      throw new DomainError("rate_limited", `Too many requests. Try again in ${resetIn} seconds.`);
    }
    const from = behindProxy(address, headers["x-forwarded-for"] as string | undefined);
    const visit = { at: clock.now(), method, address: from, headers };
    const arrival = await reachTests.arrive(request.params.secret, visit);
    const view = viewOf(null, "en");
    return reply
      .code(arrival === "over" ? 404 : 200)
      .headers(pageHeaders(view))
      .send(reachedPage(arrival, view));
  });
}
