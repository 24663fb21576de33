import assert from "node:assert/strict";
import type { NetworkInterfaceInfo } from "node:os";
import { resolve } from "node:path";
import { describe, it } from "node:test";
import { describeReach, isLocalAddress } from "../../src/shared/local-address.ts";

const at = (address: string, family: "IPv4" | "IPv6" = "IPv4", internal = false) =>
  ({ address, family, internal }) as NetworkInterfaceInfo;

const HOME = { lo: [at("127.0.0.1", "IPv4", true)], eth0: [at("192.168.1.20")] };
const settings = { host: "0.0.0.0", port: 3000, dataDir: resolve("data"), databaseUrl: undefined };
type Interfaces = NodeJS.Dict<NetworkInterfaceInfo[]>;
const of = (baseUrl: string, interfaces: Interfaces = HOME) => describeReach({ ...settings, baseUrl }, interfaces);
const isLocal = (baseUrl: string, host = settings.host) => isLocalAddress({ ...settings, host, baseUrl }, HOME);

describe("A share address that only its own machine can open", () => {
  it("is a loopback or unspecified address, however it is spelt", () => {
    const local = ["localhost", "LocalHost.", "qr.localhost", "127.0.0.1", "127.9", "0.0.0.0"];
    for (const host of [...local, "[::1]", "[::]", "[::ffff:127.0.0.1]"]) {
      assert.ok(isLocal(`http://${host}:3000`), host);
      assert.equal(of(`http://${host}:3000`).addresses[0]!.url, "http://192.168.1.20:3000", host);
    }
  });

  it("is not a name or an address that others can reach", () => {
    for (const host of ["qr.example.com", "192.168.1.20", "localhost.example", "[2001:db8::1]"]) {
      assert.ok(!isLocal(`http://${host}:3000`), host);
    }
  });

  it("is this machine's address in the network, if the service listens to this machine only", () => {
    assert.ok(isLocal("http://192.168.1.20:3000", "127.0.0.1"));
    assert.ok(!isLocal("http://192.168.1.20", "127.0.0.1"), "a proxy may listen on another port");
    assert.ok(!isLocal("http://192.168.1.21:3000", "127.0.0.1"), "the address of another machine");
    assert.ok(!isLocal("https://qr.example.com", "localhost"));
    const place = { ...settings, baseUrl: "https://qr.example.com" };
    assert.ok(describeReach({ ...place, host: "::1" }, HOME).listensHere);
    assert.ok(!describeReach(place, HOME).listensHere);
  });

  it("is reported with the command that starts the service in the network", () => {
    assert.equal(of("http://localhost:3000").startLine, "BASE_URL=http://192.168.1.20:3000 npm start");
    const bound = { ...settings, host: "127.0.0.1", port: 8080, baseUrl: "http://localhost:8080" };
    assert.equal(
      describeReach(bound, HOME).startLine,
      "HOST=0.0.0.0 PORT=8080 BASE_URL=http://192.168.1.20:8080 npm start",
      "also when it listens only to this machine, on another port",
    );
    assert.equal(
      describeReach({ ...bound, baseUrl: "https://qr.example.com" }, HOME).startLine,
      "HOST=0.0.0.0 PORT=8080 BASE_URL=https://qr.example.com npm start",
    );
  });

  it("is reported with the settings that keep the same data, without the database's password", () => {
    const startLine = (place: { dataDir?: string; databaseUrl?: string }) =>
      describeReach({ ...settings, baseUrl: "http://localhost:3000", ...place }, HOME).startLine;
    const end = "BASE_URL=http://192.168.1.20:3000 npm start";
    assert.equal(startLine({ dataDir: "/srv/qr" }), `DATA_DIR=/srv/qr ${end}`);
    assert.equal(startLine({ dataDir: "/home/ann/my codes" }), `DATA_DIR='/home/ann/my codes' ${end}`);
    assert.equal(startLine({ dataDir: "/home/ann/it's" }), `DATA_DIR='/home/ann/it'\\''s' ${end}`);
    assert.equal(startLine({ databaseUrl: "postgres://me:hunter2@host/qr" }), `DATABASE_URL=… ${end}`);
  });

  it("comes with the addresses in the network: private ones first, and physical networks before virtual ones", () => {
    const urls = (interfaces: Interfaces, baseUrl = "http://localhost") =>
      of(baseUrl, interfaces).addresses.map(({ url }) => url);
    const docker = [at("172.17.0.1")];
    const wlan = [at("fe80::1", "IPv6"), at("169.254.3.4"), at("203.0.113.9"), at("10.1.2.3")];
    assert.deepEqual(urls({ docker0: docker, wlan0: wlan }), [
      "http://10.1.2.3",
      "http://203.0.113.9",
      "http://172.17.0.1",
    ]);
    assert.deepEqual(of("http://localhost").addresses, [{ url: "http://192.168.1.20", network: "eth0" }]);
    assert.deepEqual(urls(HOME, "https://localhost:8443/qr"), ["https://192.168.1.20:8443/qr"]);
    assert.deepEqual(urls(HOME, "https://qr.example.com"), ["http://192.168.1.20:3000"], "at the port it listens on");
    const many = Array.from({ length: 9 }, (_, i) => at(`10.0.0.${i}`));
    assert.equal(urls({ eth0: many }).length, 5);
  });

  it("is reported if the machine has no other address", () => {
    assert.deepEqual(of("http://localhost:3000", { lo: HOME.lo }), {
      addresses: [],
      listensHere: false,
      startLine: "BASE_URL=http://ADDRESS:3000 npm start",
    });
  });
});
