import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { networkOf } from "../../src/shared/addresses.ts";

describe("networkOf", () => {
  for (const [address, network] of [
    ["203.0.113.5", "203.0.113.5"],
    ["::ffff:203.0.113.5", "203.0.113.5"],
    ["::FFFF:CB00:7105", "203.0.113.5"],
    ["2001:db8:1:1::1", "2001:db8:1:1::/64"],
    ["2001:0DB8:0001:1::1", "2001:db8:1:1::/64"],
    ["2001::5:6:7:8:9", "2001:0:0:5::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["1::", "1:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["64:ff9b::192.0.2.33", "64:ff9b:0:0::/64"],
    ["", ""],
  ] as const) {
    it(`${address || "nothing"} is in ${network || "none"}`, () => {
      assert.equal(networkOf(address), network);
    });
  }

  it("is the same for all spellings of an address, and for all of its /64", () => {
    const group = fc.integer({ min: 0, max: 0xffff });
    fc.assert(
      fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), group, (groups, other) => {
        const long = groups.map((part) => part.toString(16).padStart(4, "0")).join(":");
        const short = new URL(`http://[${long}]`).hostname.slice(1, -1);
        const neighbour = [...groups.slice(0, 4), other, 0, 0, other].map((n) => n.toString(16));
        assert.equal(networkOf(long.toUpperCase()), networkOf(short));
        if (groups.slice(0, 5).some((part) => part > 0)) {
          assert.equal(networkOf(neighbour.join(":")), networkOf(short));
          assert.equal(networkOf(short, 3), networkOf(neighbour.join(":"), 3));
        }
      }),
    );
  });
});
