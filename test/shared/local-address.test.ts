import assert from "node:assert/strict";
import type { NetworkInterfaceInfo } from "node:os";
import { resolve } from "node:path";
import { describe, it } from "node:test";
import { describeLocalAddress } from "../../src/shared/local-address.ts";

const at = (address: string, family: "IPv4" | "IPv6" = "IPv4", internal = false) =>
  ({ address, family, internal }) as NetworkInterfaceInfo;

const HOME = { lo: [at("127.0.0.1", "IPv4", true)], eth0: [at("192.168.1.20")] };
const settings = { host: "0.0.0.0", port: 3000, dataDir: resolve("data"), databaseUrl: undefined };
const of = (baseUrl: string, interfaces = HOME as NodeJS.Dict<NetworkInterfaceInfo[]>) =>
  describeLocalAddress({ ...settings, baseUrl }, { interfaces });

describe("A share address that only its own machine can open", () => {
  it("is a loopback or unspecified address, however it is spelt", () => {
    const local = ["localhost", "LocalHost.", "qr.localhost", "127.0.0.1", "127.9", "0.0.0.0"];
    for (const host of [...local, "[::1]", "[::]", "[::ffff:127.0.0.1]"]) {
      const lanUrl = of(`http://${host}:3000`)?.lanUrl;
      assert.equal(lanUrl, "http://192.168.1.20:3000", host);
    }
  });

  it("is not a name or an address that others can reach", () => {
    for (const host of ["qr.example.com", "192.168.1.20", "localhost.example", "[2001:db8::1]"]) {
      assert.equal(of(`http://${host}:3000`), null, host);
    }
  });

  it("is reported with the command that starts the service in the network", () => {
    assert.equal(of("http://localhost:3000")!.startLine, "BASE_URL=http://192.168.1.20:3000 npm start");
    const bound = { ...settings, host: "127.0.0.1", port: 8080, baseUrl: "http://localhost:8080" };
    const { startLine } = describeLocalAddress(bound, { interfaces: HOME })!;
    assert.equal(
      startLine,
      "HOST=0.0.0.0 PORT=8080 BASE_URL=http://192.168.1.20:8080 npm start",
      "also when it listens only to this machine, on another port",
    );
  });

  it("is reported with the settings that keep the same data, without the database's password", () => {
    const startLine = (place: { dataDir?: string; databaseUrl?: string }) =>
      describeLocalAddress({ ...settings, baseUrl: "http://localhost:3000", ...place }, { interfaces: HOME })!
        .startLine;
    const end = "BASE_URL=http://192.168.1.20:3000 npm start";
    assert.equal(startLine({ dataDir: "/srv/qr" }), `DATA_DIR=/srv/qr ${end}`);
    assert.equal(startLine({ dataDir: "/home/ann/my codes" }), `DATA_DIR='/home/ann/my codes' ${end}`);
    assert.equal(startLine({ dataDir: "/home/ann/it's" }), `DATA_DIR='/home/ann/it'\\''s' ${end}`);
    assert.equal(startLine({ databaseUrl: "postgres://me:hunter2@host/qr" }), `DATABASE_URL=… ${end}`);
  });

  it("prefers a private address to a public one, and a physical network to a virtual one", () => {
    const lanUrl = (interfaces: NodeJS.Dict<NetworkInterfaceInfo[]>) => of("http://localhost", interfaces)!.lanUrl;
    const docker = [at("172.17.0.1")];
    const wlan = [at("fe80::1", "IPv6"), at("169.254.3.4"), at("203.0.113.9"), at("10.1.2.3")];
    assert.equal(lanUrl({ docker0: docker, wlan0: wlan }), "http://10.1.2.3");
    assert.equal(lanUrl({ docker0: docker, eth0: [at("203.0.113.9")] }), "http://203.0.113.9");
    assert.equal(lanUrl({ docker0: docker }), "http://172.17.0.1");
  });

  it("is reported if the machine has no other address", () => {
    assert.deepEqual(of("http://localhost:3000", { lo: HOME.lo }), {
      lanUrl: null,
      startLine: "BASE_URL=http://ADDRESS:3000 npm start",
    });
  });
});
