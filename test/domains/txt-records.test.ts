import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { createLookUpTxt, type LookUpTxt } from "../../src/domains/txt-records.ts";
import { type DnsName, type DnsServer, startDnsServer } from "../support/dns-server.ts";
import { freePort } from "../support/free-port.ts";

describe("Looking up TXT records", () => {
  let dns: DnsServer;
  let lookUp: LookUpTxt;
  before(async () => {
    dns = await startDnsServer();
    lookUp = createLookUpTxt({ servers: [dns.address] });
  });
  after(() => dns.close());

  it("returns every value, with the strings of a split one joined", async () => {
    const long = "x".repeat(255);
    dns.names.set("many.test", { txt: ["v=spf1 -all", ["tessera=", "abc"], [long, "end"]] });
    assert.deepEqual(await lookUp("many.test"), { values: ["v=spf1 -all", "tessera=abc", `${long}end`] });
  });

  it("follows a CNAME, and one that follows it", async () => {
    dns.names.set("alias.test", { cname: "second.test" });
    dns.names.set("second.test", { cname: "real.test" });
    dns.names.set("real.test", { txt: ["tessera=abc"] });
    assert.deepEqual(await lookUp("alias.test"), { values: ["tessera=abc"] });
  });

  it("asks again over TCP if the answer is too long for UDP", async () => {
    const values = Array.from({ length: 40 }, (_, i) => `${i}`.padEnd(100, "."));
    dns.names.set("long.test", { txt: values, isTruncated: true });
    assert.deepEqual(await lookUp("long.test"), { values });
    assert.deepEqual(
      dns.asked.filter((each) => each.startsWith("long.test")),
      ["long.test udp", "long.test tcp"],
    );
  });

  it("tells a name that does not exist, one without records, and a server that fails or refuses", async () => {
    dns.names.set("empty.test", {});
    dns.names.set("fails.test", { rcode: 2 });
    dns.names.set("refuses.test", { rcode: 5 });
    const problems: Record<string, [RegExp, boolean]> = {
      "none.test": [/^does not exist in the DNS$/, true],
      "empty.test": [/^has no TXT record$/, true],
      "fails.test": [/the DNS server of the domain reports a failure/, false],
      "refuses.test": [/the DNS server refuses to answer/, false],
    };
    for (const [name, [pattern, isCertain]] of Object.entries(problems)) {
      const found = await lookUp(name);
      assert.ok("problem" in found, name);
      assert.match(found.problem, pattern);
      assert.equal(found.isCertain, isCertain, name);
    }
  });

  it("survives hostile answers: circles of names, bytes that are no answer, and as much as an answer can hold", async () => {
    const impatient = createLookUpTxt({ servers: [dns.address], timeoutMs: 200 });
    const hostile: Record<string, DnsName> = {
      "self.test": { cname: "self.test" },
      "one.test": { cname: "other.test" },
      "other.test": { cname: "one.test" },
      "nothing.test": { raw: Buffer.alloc(0) },
      "half.test": { raw: Buffer.from("858000010001", "hex") },
      "noise.test": { raw: Buffer.alloc(400, 0xc0) },
      // One answer that points to itself.
      "pointer.test": { raw: Buffer.from("85800000000100000000c00c00100001000000010001ff", "hex") },
    };
    for (const [name, entry] of Object.entries(hostile)) dns.names.set(name, entry);
    for (const name of Object.keys(hostile)) {
      const found = await impatient(name);
      assert.ok("problem" in found, name);
      assert.match(found.problem, /^(?:has no TXT record|cannot be looked up)/, name);
    }
    // 65,535 bytes are the most that a message over TCP can have.
    const values = Array.from({ length: 230 }, (_, i) => `${i}`.padEnd(255, "."));
    dns.names.set("large.test", { txt: values, isTruncated: true });
    assert.deepEqual(await lookUp("large.test"), { values });
  });

  it("gives up on a server that does not answer, and on one that is not there", async () => {
    dns.names.set("silent.test", { isSilent: true });
    const impatient = createLookUpTxt({ servers: [dns.address], timeoutMs: 50 });
    const silent = await impatient("silent.test");
    assert.ok("problem" in silent);
    assert.match(silent.problem, /does not answer/);
    assert.equal(silent.isCertain, false);
    const away = await createLookUpTxt({ servers: [`127.0.0.1:${await freePort()}`], timeoutMs: 50 })("any.test");
    assert.ok("problem" in away);
    assert.equal(away.isCertain, false);
  });
});
