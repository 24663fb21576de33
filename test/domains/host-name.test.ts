import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { plainHost, readHostName } from "../../src/domains/host-name.ts";

describe("Host names of domains", () => {
  it("are accepted in ASCII and lower case, as browsers write them", () => {
    for (const [text, host] of [
      ["go.example.com", "go.example.com"],
      [" GO.Example.COM. ", "go.example.com"],
      ["münchen.example", "xn--mnchen-3ya.example"],
      // Cyrillic а: its ASCII form shows that it is another name.
      ["аpple.com", "xn--pple-43d.com"],
      ["go。example。com", "go.example.com"],
      ["ｇｏ.example.com", "go.example.com"],
      ["1.example.com", "1.example.com"],
      [`${"a".repeat(63)}.example`, `${"a".repeat(63)}.example`],
    ] as const) {
      assert.deepEqual(readHostName(text), { host }, text);
    }
  });

  it("are refused with what is wrong", () => {
    for (const [text, pattern] of [
      ["", /such as go\.example\.com/],
      ["example", /at least two parts/],
      ["localhost", /at least two parts/],
      ["go.localhost", /other machines/],
      ["*.example.com", /wildcard/],
      ["https://go.example.com", /only the host name/],
      ["go.example.com/menu", /only the host name/],
      ["user@go.example.com", /only the host name/],
      ["go example.com", /only the host name/],
      ["go.example.com:8443", /port/],
      ["192.0.2.1", /not an IP address/],
      ["127.1", /not an IP address/],
      ["0x7f.1", /not an IP address/],
      ["2001:db8::1", /not an IP address/],
      ["[2001:db8::1]", /not an IP address/],
      ["go..example.com", /letters, digits and hyphens/],
      [".example.com", /letters, digits and hyphens/],
      ["-go.example.com", /letters, digits and hyphens/],
      ["go_.example.com", /letters, digits and hyphens/],
      [`${"a".repeat(64)}.example`, /letters, digits and hyphens/],
      [`${"abcdefgh.".repeat(28)}example`, /at most 244 characters/],
      ["go\u0000.example.com", /letters, digits and hyphens/],
    ] as const) {
      const read = readHostName(text);
      assert.ok("problem" in read, text);
      assert.match(read.problem, pattern, text);
    }
  });

  it("are found for a Host header with a port, a final dot and capitals", () => {
    for (const header of [
      "go.example.com",
      "GO.example.com",
      "go.example.com:8443",
      "go.example.com.",
      "Go.Example.com.:80",
    ]) {
      assert.equal(plainHost(header), "go.example.com");
    }
  });
});
