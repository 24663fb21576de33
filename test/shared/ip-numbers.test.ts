import assert from "node:assert/strict";
import { isIPv4, isIPv6 } from "node:net";
import { describe, it } from "node:test";
import fc from "fast-check";
import ipaddr from "ipaddr.js";
import { carriedNumber, createNumberMatcher, ipv4Number, ipv6Groups } from "../../src/shared/ip-numbers.ts";

const numberOf = (text: string): number => carriedNumber(ipv6Groups(text)!);

/** Addresses in every spelling, and almost-valid texts. */
const nearly = (address: fc.Arbitrary<string>) =>
  fc.oneof(
    address,
    fc
      .tuple(address, fc.nat(40), fc.constantFrom("", ":", "::", ".", "0", "f", "g", "%", " ", "1"))
      .map(([text, at, put]) => text.slice(0, at) + put + text.slice(at + 1)),
  );

describe("ipv4Number", () => {
  it("parses valid addresses only", () => {
    assert.equal(ipv4Number("0.0.0.0"), 0);
    assert.equal(ipv4Number("1.2.3.4"), 0x01020304);
    assert.equal(ipv4Number("255.255.255.255"), 2 ** 32 - 1);
    for (const wrong of ["", "1.2.3", "1.2.3.4.5", "1.2.3.256", "01.2.3.4", "1..2.3", "1.2.3.4 ", "::1"]) {
      assert.equal(ipv4Number(wrong), -1, wrong);
    }
  });

  it("agrees with Node about any text", () => {
    fc.assert(
      fc.property(nearly(fc.ipV4()), (text) => {
        const bytes = isIPv4(text) ? text.split(".").map(Number) : null;
        const expected = bytes ? bytes.reduce((sum, byte) => sum * 256 + byte, 0) : -1;
        assert.equal(ipv4Number(text), expected);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("ipv6Groups", () => {
  it("agrees with Node and ipaddr.js about any text", () => {
    fc.assert(
      fc.property(nearly(fc.ipV6()), (text) => {
        const groups = ipv6Groups(text);
        assert.equal(groups !== null, isIPv6(text), text);
        if (groups === null) return;
        const plain = text.split("%")[0]!;
        // ipaddr.js treats the deprecated form ::1.2.3.4 as ::ffff:1.2.3.4.
        if (/^::\d+\./.test(plain)) return;
        assert.deepEqual(groups, ipaddr.IPv6.parse(plain).parts, text);
      }),
      { numRuns: 3000 },
    );
  });

  it("drops the zone, and requires it to be complete", () => {
    assert.deepEqual(ipv6Groups("fe80::1%eth0"), [0xfe80, 0, 0, 0, 0, 0, 0, 1]);
    assert.equal(ipv6Groups("fe80::1%"), null);
  });
});

describe("carriedNumber", () => {
  it("finds the IPv4 address in a mapped, 6to4 or NAT64 one", () => {
    const inside = ipv4Number("203.0.113.5");
    for (const text of [
      "::ffff:203.0.113.5",
      "::FFFF:CB00:7105",
      "2002:cb00:7105::1",
      "64:ff9b::cb00:7105",
      "0064:ff9b::203.0.113.5",
    ]) {
      assert.equal(numberOf(text), inside, text);
    }
    for (const text of ["64:ff9b:1::cb00:7105", "2001:db8::1", "::203.0.113.5", "::1:ffff:cb00:7105"]) {
      assert.equal(numberOf(text), -1, text);
    }
  });
});

describe("createNumberMatcher", () => {
  it("agrees with ipaddr.js about blocks of any size", () => {
    const bytes = fc.array(fc.nat(255), { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(bytes, fc.nat(32), bytes, fc.nat(32), (block, bits, other, same) => {
        // Addresses that share a random number of leading bits with the block.
        const mask = same === 0 ? 0 : (~0 << (32 - same)) >>> 0;
        const number = (list: number[]) => list.reduce((sum, byte) => sum * 256 + byte, 0);
        const near = (((number(block) & mask) | (number(other) & ~mask)) >>> 0) as number;
        const text = `${block.join(".")}/${bits}`;
        const expected = ipaddr.IPv4.parse([24, 16, 8, 0].map((n) => (near >>> n) & 255).join(".")).match(
          ipaddr.IPv4.parseCIDR(text),
        );
        assert.equal(createNumberMatcher([text]).has4(near), expected, text);
      }),
    );
    const groups = fc.array(fc.nat(0xffff), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(groups, fc.nat(128), groups, fc.nat(8), (block, bits, other, same) => {
        const text = `${block.map((group) => group.toString(16)).join(":")}/${bits}`;
        const near = [...block.slice(0, same), ...other.slice(same)];
        const expected = new ipaddr.IPv6(near).match(ipaddr.IPv6.parseCIDR(text));
        assert.equal(createNumberMatcher([text]).has6(near), expected, text);
      }),
    );
  });
});
