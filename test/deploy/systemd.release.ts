import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { readConfig } from "../../src/config.ts";
import { needs } from "../support/tools.ts";
import { read } from "./files.ts";

const PATH = "deploy/systemd/tessera.service";

/** Section -> name -> values; a name may occur more than once. */
function readUnit(text: string): Map<string, Map<string, string[]>> {
  const sections = new Map<string, Map<string, string[]>>();
  let section = new Map<string, string[]>();
  for (const line of text.split("\n").filter((line) => line !== "" && !line.startsWith("#"))) {
    const [, title, name, value] = /^(?:\[(\w+)\]|([A-Za-z]+)=(.*))$/.exec(line) ?? [];
    assert.ok(title || name, `not a valid line: ${line}`);
    if (title) {
      section = new Map();
      sections.set(title, section);
    } else section.set(name!, [...(section.get(name!) ?? []), value!]);
  }
  return sections;
}

describe("The systemd unit", () => {
  const unit = readUnit(read(PATH));
  const service = (name: string) => unit.get("Service")?.get(name)?.join(" ");

  it("restarts the service whenever it exits, under its own user", () => {
    assert.match(service("ExecStart")!, / tessera serve$/);
    assert.equal(service("Restart"), "always");
    assert.equal(service("DynamicUser"), "yes");
    assert.deepEqual(unit.get("Install")?.get("WantedBy"), ["multi-user.target"]);
  });

  it("keeps the data where the user may write, readable by no one else", () => {
    const pairs = service("Environment")!
      .split(" ")
      .map((pair) => pair.split("="));
    const { dataDir } = readConfig(Object.fromEntries(pairs));
    assert.equal(dataDir, `/var/lib/${service("StateDirectory")}`);
    assert.equal(service("WorkingDirectory"), dataDir);
    assert.equal(service("StateDirectoryMode"), "0700");
    assert.equal(service("UMask"), "0077");
  });

  it("sends the stop signal only to the launcher, and allows enough time", () => {
    assert.equal(service("KillMode"), "mixed");
    assert.ok(Number(service("TimeoutStopSec")) >= 20);
  });

  it("removes every privilege it does not use", () => {
    const closed = { ProtectSystem: "strict", NoNewPrivileges: "yes", CapabilityBoundingSet: "" };
    for (const [name, value] of Object.entries(closed)) assert.equal(service(name), value, name);
    assert.equal(service("MemoryDenyWriteExecute"), undefined, "V8 could not compile");
  });

  it("allows the socket families that Node needs: two for IP, Unix, and netlink for addresses", () => {
    const families = service("RestrictAddressFamilies")!.split(" ").sort();
    assert.deepEqual(families, ["AF_INET", "AF_INET6", "AF_NETLINK", "AF_UNIX"]);
  });

  it("retries for half an hour, then fails", () => {
    const number = (name: string) => Number(unit.get("Unit")?.get(name)?.[0]);
    const seconds = Number(service("RestartSec"));
    const tries = number("StartLimitBurst");
    assert.ok(tries * seconds >= 1800, "a database may be unavailable that long");
    // A failing start takes up to several seconds itself.
    assert.ok(tries * (seconds + 5) <= number("StartLimitIntervalSec"), "the limit is reached");
  });

  it("is accepted by systemd", { skip: needs("systemd-analyze") }, () => {
    const file = fileURLToPath(new URL(`../../${PATH}`, import.meta.url));
    const { status, stderr } = spawnSync("systemd-analyze", ["verify", file], { encoding: "utf8" });
    assert.equal(status, 0, stderr);
    assert.doesNotMatch(stderr, /tessera\.service/);
  });
});
