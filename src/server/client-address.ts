import { isIP } from "node:net";
import { createAddressMatcher, parseTrustedProxies, plainAddress } from "../shared/addresses.ts";

/** One hop of X-Forwarded-For without port and brackets, or null if it is not an address. */
function addressOfHop(hop: string): string | null {
  const text = hop.trim();
  if (isIP(text)) return plainAddress(text);
  const [, bracketed, bare] = /^(?:\[([^\]]*)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/.exec(text) ?? [];
  return plainAddress(bracketed ?? bare ?? "");
}

/**
 * Returns the client's address: the socket's, unless the peer is a trusted proxy. Then X-Forwarded-For is read from
 * the right: the first untrusted hop is the client, and text that is not an address stops at the hop before it.
 * `trustedProxies` holds addresses, CIDR blocks and the words `loopback` and `private`.
 */
export function createClientAddress(
  trustedProxies: readonly string[],
): (socketAddress: string, forwardedFor: string | undefined) => string {
  // A dual-stack socket spells IPv4 peers in one way, so the common case costs one comparison.
  const peerOf = (socketAddress: string): string =>
    socketAddress.startsWith("::ffff:") ? socketAddress.slice(7) : socketAddress;
  if (trustedProxies.length === 0) return peerOf;

  const isTrusted = createAddressMatcher(parseTrustedProxies(trustedProxies.join(" ")));
  return (socketAddress, forwardedFor) => {
    const peer = plainAddress(socketAddress);
    if (peer === null || !forwardedFor || !isTrusted(peer)) return peer ?? socketAddress;
    let client = peer;
    let end = forwardedFor.length;
    while (end >= 0) {
      const comma = end === 0 ? -1 : forwardedFor.lastIndexOf(",", end - 1);
      const hop = addressOfHop(forwardedFor.slice(comma + 1, end));
      if (hop === null) return client;
      client = hop;
      if (!isTrusted(client)) return client;
      end = comma;
    }
    return client;
  };
}
