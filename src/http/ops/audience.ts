import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";

const INSIDE = new BlockList();
for (const [network, bits] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const) {
  INSIDE.addSubnet(network, bits, "ipv4");
}
INSIDE.addAddress("::1", "ipv6");
INSIDE.addSubnet("fc00::", 7, "ipv6");

type Request = Pick<IncomingMessage, "socket" | "headers">;

/** Says who may see how the service is doing inside: loopback and private networks. */
export function createAudience(addressOf: (request: Request) => string) {
  return (request: Request): boolean => {
    const address = addressOf(request);
    const family = isIP(address);
    if (family === 0 || !INSIDE.check(address, family === 6 ? "ipv6" : "ipv4")) return false;
    // A proxy that is not among TRUSTED_PROXIES stands in between, and its own address says nothing.
    const isForwarded = request.headers["x-forwarded-for"] !== undefined;
    const isBelieved = !(request.socket.remoteAddress ?? "").endsWith(address);
    return !isForwarded || isBelieved;
  };
}
