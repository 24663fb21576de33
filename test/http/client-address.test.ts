import assert from "node:assert/strict";
import { isIP } from "node:net";
import { describe, it } from "node:test";
import fc from "fast-check";
import { createClientAddress } from "../../src/server/client-address.ts";
import { parseTrustedProxies } from "../../src/shared/addresses.ts";

describe("client address without trusted proxies", () => {
  const clientOf = createClientAddress([]);

  it("is the socket's, whatever the header says", () => {
    for (const spoofed of [undefined, "", "8.8.8.8", "127.0.0.1, 8.8.8.8", "nonsense"]) {
      assert.equal(clientOf("203.0.113.5", spoofed), "203.0.113.5");
      assert.equal(clientOf("127.0.0.1", spoofed), "127.0.0.1");
    }
  });

  it("is IPv4 for a v4-mapped peer", () => {
    assert.equal(clientOf("::ffff:203.0.113.5", undefined), "203.0.113.5");
    assert.equal(clientOf("2001:db8::1", undefined), "2001:db8::1");
  });
});

describe("client address behind trusted proxies", () => {
  const clientOf = createClientAddress(["loopback", "10.0.0.0/8", "2001:db8:1::/48", "192.0.2.7"]);

  for (const [what, peer, header, client] of [
    ["an untrusted peer is the client", "203.0.113.5", "8.8.8.8", "203.0.113.5"],
    ["a trusted peer without the header", "10.0.0.1", undefined, "10.0.0.1"],
    ["a trusted peer with an empty header", "10.0.0.1", "", "10.0.0.1"],
    ["one hop", "10.0.0.1", "8.8.8.8", "8.8.8.8"],
    ["a single trusted address", "192.0.2.7", "8.8.8.8", "8.8.8.8"],
    ["its neighbour is not trusted", "192.0.2.8", "8.8.8.8", "192.0.2.8"],
    ["a v4-mapped peer", "::ffff:10.0.0.1", "8.8.8.8", "8.8.8.8"],
    ["an IPv6 peer", "2001:db8:1::9", "8.8.8.8", "8.8.8.8"],
    ["the client's own header is ignored", "10.0.0.1", "1.1.1.1, 8.8.8.8", "8.8.8.8"],
    ["trusted hops are skipped", "127.0.0.1", "8.8.8.8, 10.2.3.4,10.9.9.9", "8.8.8.8"],
    ["spoofed before the first untrusted hop", "127.0.0.1", "6.6.6.6, 8.8.8.8, 10.2.3.4", "8.8.8.8"],
    ["only trusted hops", "127.0.0.1", "10.0.0.5, 10.0.0.6", "10.0.0.5"],
    ["a port", "10.0.0.1", "8.8.8.8:51234", "8.8.8.8"],
    ["brackets", "10.0.0.1", "[2001:4860:4860::8888]", "2001:4860:4860::8888"],
    ["brackets and a port", "10.0.0.1", "[2001:4860:4860::8888]:443", "2001:4860:4860::8888"],
    ["bare IPv6", "10.0.0.1", "2001:4860:4860::8888", "2001:4860:4860::8888"],
    ["upper case and mapped", "10.0.0.1", "::FFFF:8.8.8.8", "8.8.8.8"],
    ["mapped and trusted", "10.0.0.1", "8.8.8.8, ::ffff:10.0.0.2", "8.8.8.8"],
    ["garbage on the right", "10.0.0.1", "8.8.8.8, unknown", "10.0.0.1"],
    ["garbage before a trusted hop", "10.0.0.1", "8.8.8.8, <b>, 10.0.0.2", "10.0.0.2"],
    ["an empty hop", "10.0.0.1", "8.8.8.8,", "10.0.0.1"],
    ["a leading comma", "10.0.0.1", ",10.0.0.2", "10.0.0.2"],
    ["a host name", "10.0.0.1", "localhost", "10.0.0.1"],
    ["an unclosed bracket", "10.0.0.1", "[::1", "10.0.0.1"],
    ["a socket without an address", "", "8.8.8.8", ""],
  ] as const) {
    it(`${what}: ${peer} and ${header} give ${client || "nothing"}`, () => {
      assert.equal(clientOf(peer, header), client);
    });
  }

  it("is an address for any header", () => {
    const hop = fc.oneof(fc.ipV4(), fc.ipV6(), fc.string(), fc.constantFrom("10.0.0.1", "[::1]:80", ""));
    fc.assert(
      fc.property(fc.array(hop), fc.constantFrom(",", ", ", ";"), (hops, separator) => {
        const header = hops.join(separator);
        assert.ok(isIP(clientOf("10.0.0.1", header)), header);
        assert.equal(clientOf("203.0.113.5", header), "203.0.113.5");
      }),
      { numRuns: 300 },
    );
  });
});

describe("parseTrustedProxies", () => {
  it("reads keywords, addresses and blocks, separated by commas or blanks", () => {
    assert.deepEqual(parseTrustedProxies(" Loopback,10.0.0.0/8  2001:DB8::1, ::ffff:192.0.2.1 "), [
      ...["127.0.0.0/8", "::1/128"],
      ...["10.0.0.0/8", "2001:db8::1", "192.0.2.1"],
    ]);
    assert.equal(parseTrustedProxies("private").includes("192.168.0.0/16"), true);
    assert.deepEqual(parseTrustedProxies(""), []);
  });

  it("returns what it accepted in a form it accepts", () => {
    const once = parseTrustedProxies("loopback private 10.0.0.0/8 2001:db8::/32");
    assert.deepEqual(parseTrustedProxies(once.join(",")), once);
  });

  for (const word of [
    ...["example.org", "10.0.0.0/33", "10.0.0/8", "2001:db8::/129", "10.0.0.0/-1", "10.0.0.0/"],
    ...["10.0.0.0/8/8", "10.0.0.0/x", "*", "all", "::ffff:10.0.0.0/104", "fe80::1%eth0"],
    ...["constructor", "__proto__"],
  ]) {
    it(`refuses "${word}" and names it`, () => {
      assert.throws(() => parseTrustedProxies(`127.0.0.1, ${word}`), {
        message: `TRUSTED_PROXIES has "${word}", which is not an address, a block such as 10.0.0.0/8, "loopback" or "private".`,
      });
    });
  }
});
