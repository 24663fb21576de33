import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { readConfig } from "../../src/config.ts";
import { needs } from "../support/tools.ts";
import { read } from "./files.ts";

const PATH = "deploy/systemd/tessera.service";

/** Section -> name -> values; a name may be given more than once. */
function readUnit(text: string): Map<string, Map<string, string[]>> {
  const sections = new Map<string, Map<string, string[]>>();
  let section = new Map<string, string[]>();
  for (const line of text.split("\n").filter((line) => line !== "" && !line.startsWith("#"))) {
    const [, title, name, value] = /^(?:\[(\w+)\]|([A-Za-z]+)=(.*))$/.exec(line) ?? [];
    assert.ok(title || name, `a line that is none: ${line}`);
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

  it("starts the service again whenever it ends, as a user of its own", () => {
    assert.match(service("ExecStart")!, / tessera serve$/);
    assert.equal(service("Restart"), "always");
    assert.equal(service("DynamicUser"), "yes");
    assert.deepEqual(unit.get("Install")?.get("WantedBy"), ["multi-user.target"]);
  });

  it("keeps the data where the user may write, readable by nobody else", () => {
    const pairs = service("Environment")!
      .split(" ")
      .map((pair) => pair.split("="));
    const { dataDir } = readConfig(Object.fromEntries(pairs));
    assert.equal(dataDir, `/var/lib/${service("StateDirectory")}`);
    assert.equal(service("WorkingDirectory"), dataDir);
    assert.equal(service("StateDirectoryMode"), "0700");
    assert.equal(service("UMask"), "0077");
  });

  it("tells the launcher alone to stop, and gives it the time it needs", () => {
    assert.equal(service("KillMode"), "mixed");
    assert.ok(Number(service("TimeoutStopSec")) >= 20);
  });

  it("leaves it nothing that it does not use", () => {
    const closed = { ProtectSystem: "strict", NoNewPrivileges: "yes", CapabilityBoundingSet: "" };
    for (const [name, value] of Object.entries(closed)) assert.equal(service(name), value, name);
    assert.equal(service("MemoryDenyWriteExecute"), undefined, "V8 could not compile");
  });

  it("opens the sockets that Node needs: two families, its own, and netlink for addresses", () => {
    const families = service("RestrictAddressFamilies")!.split(" ").sort();
    assert.deepEqual(families, ["AF_INET", "AF_INET6", "AF_NETLINK", "AF_UNIX"]);
  });

  it("tries for half an hour, then shows that it failed", () => {
    const number = (name: string) => Number(unit.get("Unit")?.get(name)?.[0]);
    const seconds = Number(service("RestartSec"));
    const tries = number("StartLimitBurst");
    assert.ok(tries * seconds >= 1800, "a database may be away so long");
    // A start that fails takes up to some seconds itself.
    assert.ok(tries * (seconds + 5) <= number("StartLimitIntervalSec"), "the limit is reached");
  });

  it("is what systemd accepts", { skip: needs("systemd-analyze") }, () => {
    const file = fileURLToPath(new URL(`../../${PATH}`, import.meta.url));
    const { status, stderr } = spawnSync("systemd-analyze", ["verify", file], { encoding: "utf8" });
    assert.equal(status, 0, stderr);
    assert.doesNotMatch(stderr, /tessera\.service/);
  });
});
