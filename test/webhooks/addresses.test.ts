import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, it, type TestContext } from "node:test";
import { isPublicAddress, urlProblem } from "../../src/webhooks/rules.ts";
import { createSender } from "../../src/webhooks/sender.ts";

const STRICT = { http: false, private: false };
const HTTP = { http: true, private: false };

/** Spellings of addresses of this machine, of private networks, and of reserved ones. */
const TRICKS = [
  ...["127.0.0.1", "127.1", "127.255.255.254", "2130706433", "0x7f000001", "0x7f.1", "0177.0.0.1"],
  ...["017700000001", "0x7f.0x0.0x0.0x1", "127.0.0.1.", "０x7f.1", "①②⑦.0.0.1", "127。0。0。1"],
  ...["0", "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "0xa.1", "172.16.0.1", "172.31.9.9"],
  ...["192.168.1.1", "3232235777", "169.254.169.254", "0xa9fea9fe", "100.64.0.1", "100.127.255.254"],
  ...["192.0.0.1", "192.0.2.7", "192.88.99.1", "198.18.0.1", "198.19.255.255", "198.51.100.1"],
  ...["203.0.113.9", "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255"],
  ...["[::1]", "[::]", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::ffff:10.0.0.1]"],
  ...["[::ffff:169.254.169.254]", "[::127.0.0.1]", "[::10.0.0.1]", "[64:ff9b::127.0.0.1]"],
  ...["[64:ff9b::a9fe:a9fe]", "[64:ff9b:1::1]", "[2002:7f00:1::]", "[2002:a00:1::1]", "[2002:808:808::1]"],
  ...["[2001::1]", "[2001:0:7f00:1::]", "[2001:db8::1]", "[3fff::1]", "[fe80::1]", "[febf::1]"],
  ...["[fec0::1]", "[fc00::1]", "[fd12:3456::1]", "[ff02::1]", "[100::1]", "[5f00::1]", "[4000::1]"],
  ...["localhost", "LOCALHOST", "localhost.", "a.localhost", "printer.local", "metadata.google.internal"],
  ...["localhost..", "168.63.129.16", "router", "nas.lan", "box.home.arpa"],
  ...["kubernetes.default.svc", "localhost.localdomain", "db.corp", "foo.private", "foo.intranet", "nas.home"],
];

const OUTSIDE = ["8.8.8.8", "1.1.1.1", "172.32.0.1", "100.128.0.1", "192.0.1.1", "198.20.0.1"];
const OUTSIDE_6 = ["2606:4700::1111", "2a00:1450:4001::200e", "64:ff9b::808:808", "::ffff:8.8.8.8"];

describe("the address of a webhook", () => {
  it("never leads to this machine or a private network, however it is written", () => {
    const accepted = TRICKS.filter((host) => urlProblem(`https://${host}/`, STRICT) === null);
    assert.deepEqual(accepted, []);
  });

  it("may lead anywhere else", () => {
    for (const host of [...OUTSIDE, ...OUTSIDE_6.map((each) => `[${each}]`), "example.com"]) {
      assert.equal(urlProblem(`https://${host}/path?x=1`, STRICT), null, host);
      assert.equal(urlProblem(`https://${host}:8443/`, STRICT), null, host);
    }
    for (const address of [...OUTSIDE, ...OUTSIDE_6]) assert.ok(isPublicAddress(address), address);
  });

  it("is https, without a password or a port of other services", () => {
    const bad = [
      ...["http://example.com/", "ftp://example.com/", "javascript:alert(1)", "example.com", "", "//a.b"],
      ...["https://user@example.com/", "https://a:b@example.com/", "https://example.com:25/"],
      ...["https://example.com:6379/", "https://example.com:0/", "https://", "file:///etc/passwd"],
      ...["https://example.com/\0", `https://example.com/${"a".repeat(2000)}`, "https://a b.com"],
    ];
    for (const url of bad) assert.notEqual(urlProblem(url, STRICT), null, url);
    assert.equal(urlProblem("http://example.com/", HTTP), null);
    assert.equal(urlProblem("http://127.0.0.1:8080/", { http: true, private: true }), null);
  });

  /** The port of a receiver that closes with the test. */
  async function listen(test: TestContext, onRequest: RequestListener): Promise<number> {
    const server = createServer(onRequest);
    test.after(() => {
      server.closeAllConnections();
      server.close();
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    return (server.address() as AddressInfo).port;
  }

  it("is checked by what its name resolves to at each connection", async (test) => {
    let reached = 0;
    const port = await listen(test, (_, response) => {
      reached += 1;
      response.end();
    });
    const answers = ["127.0.0.1", "::1", "::ffff:127.0.0.1", "169.254.169.254", "10.0.0.1", "fe80::1"];
    for (const address of answers) {
      const family = address.includes(":") ? 6 : 4;
      const names = { addresses: async () => [{ address, family }], close() {} };
      const sender = createSender({ rules: HTTP, names });
      const sent = await sender.send(`http://rebound.example.com:${port}/`, {}, "{}");
      assert.match(sent.problem ?? "", /public internet/, address);
      await sender.close();
    }
    const sender = createSender({ rules: HTTP });
    const sent = await sender.send(`http://127.0.0.1:${port}/`, {}, "{}");
    assert.match(sent.problem ?? "", /public internet/);
    assert.equal(reached, 0, "nothing was ever sent");
    await sender.close();
  });

  it("times out if the receiver does not answer", async (test) => {
    const port = await listen(test, () => {});
    const sender = createSender({ rules: { http: true, private: true }, timeoutMs: 100 });
    const sent = await sender.send(`http://127.0.0.1:${port}/`, {}, "{}");
    assert.match(sent.problem ?? "", /did not answer within/);
    await sender.close();
  });
});
