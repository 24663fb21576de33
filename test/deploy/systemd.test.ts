import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { readConfig } from "../../src/config.ts";
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

  const verifier = "systemd-analyze";
  const missing = spawnSync(verifier, ["--version"]).status !== 0;
  const skip = missing && "NO SYSTEMD-ANALYZE HERE: the unit was NOT verified. Install systemd.";
  it("is what systemd accepts", { skip }, () => {
    const file = fileURLToPath(new URL(`../../${PATH}`, import.meta.url));
    const { status, stderr } = spawnSync(verifier, ["verify", file], { encoding: "utf8" });
    assert.equal(status, 0, stderr);
    assert.doesNotMatch(stderr, /tessera\.service/);
  });
});
