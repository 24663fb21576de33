import assert from "node:assert/strict";
import { existsSync, statSync } from "node:fs";
import { describe, it } from "node:test";
import { readConfig } from "../../src/config.ts";
import { createAddressMatcher } from "../../src/shared/addresses.ts";
import { type Data, read, readYaml } from "./files.ts";

const inProject = (path: string) => new URL(`../../${path}`, import.meta.url);
const dockerfile = read("Dockerfile").replace(/\\\n/g, " ");
const instructions = (word: string) =>
  dockerfile.split("\n").flatMap((line) => (line.startsWith(`${word} `) ? [line] : []));

describe("the image", () => {
  it("copies only files that exist and are not ignored", () => {
    const kept = read(".dockerignore").split("\n");
    const sources = instructions("COPY")
      .filter((line) => !line.includes("--from="))
      .flatMap((line) => line.split(/\s+/).slice(1, -1))
      .filter((source) => source !== ".");
    assert.ok(sources.length > 5);
    for (const source of sources) {
      assert.ok(existsSync(inProject(source)), source);
      assert.ok(kept.includes(`!${source}`), `${source} is excluded by .dockerignore`);
    }
  });

  it("contains no secrets and no data of the machine it is built on", () => {
    const [first, ...rest] = read(".dockerignore").trim().split("\n");
    assert.equal(first, "*");
    for (const path of ["!.env", "!data", "!.git", "!node_modules"]) assert.ok(!rest.includes(path), path);
  });

  it("runs as an unprivileged numeric user, and declares its volume and health check", () => {
    assert.deepEqual(instructions("USER"), ["USER 1000:1000"]);
    assert.deepEqual(instructions("VOLUME"), ["VOLUME /data"]);
    assert.equal(instructions("HEALTHCHECK").length, 1);
    assert.match(dockerfile, /DATA_DIR=\/data/);
    const [stages, last] = [instructions("FROM"), instructions("FROM").at(-1)];
    assert.deepEqual(new Set(stages.map((line) => line.split(" ")[1])), new Set(["node:26-slim"]));
    assert.ok(!last!.includes(" AS "));
  });

  it("installs what draws styled codes, an optional dependency per platform", () => {
    const { packages } = JSON.parse(read("package-lock.json")) as Data;
    const drawing = Object.keys(packages["node_modules/@napi-rs/canvas"].optionalDependencies);
    assert.ok(drawing.includes("@napi-rs/canvas-linux-x64-gnu"));
    // npm omits the optional dependencies of every package, or of none.
    for (const file of ["Dockerfile", "docs/operations.md"])
      assert.doesNotMatch(read(file), /--omit[= ]optional/, file);
  });

  it("has a health check that Node can run", async () => {
    const line = instructions("HEALTHCHECK")[0]!;
    const command = JSON.parse(line.slice(line.indexOf("["))) as string[];
    assert.deepEqual(command.slice(0, 2), ["node", "-e"]);
    assert.doesNotThrow(() => new Function(command[2]!));
  });
});

describe("compose.yaml", () => {
  const [compose] = readYaml("compose.yaml") as [Data];
  const services = Object.entries<Data>(compose.services);
  const nodes = services.filter(([name]) => name.startsWith("node"));

  it("gives each of three nodes its own journal", () => {
    assert.equal(nodes.length, 3);
    const volumes = nodes.map(([, node]) => node.volumes.join());
    assert.equal(new Set(volumes).size, 3);
    for (const volume of volumes) {
      const [name, path] = volume.split(":");
      assert.ok(name! in compose.volumes);
      assert.equal(path, "/data");
    }
  });

  it("gives the nodes settings that the service accepts, and trusts only the proxy", () => {
    const filled = Object.entries<string>(nodes[0]![1].environment).map(([name, value]) => [
      name,
      value
        .replace(/\$\{BASE_URL[^}]*\}/, "https://qr.example.com")
        .replace(/\$\{\w+:-([^}]*)\}/, "$1")
        .replace(/\$\{\w+:\?[^}]*\}/, "secret"),
    ]);
    const config = readConfig(Object.fromEntries(filled));
    // The others are for the container itself.
    const own = ["PORT", "HOST", "DATA_DIR"];
    const documented = [...read("docs/settings.md").matchAll(/^\| `([A-Z_]+)` \|/gm)].map((row) => row[1]!);
    assert.ok(documented.length > 15, documented.join());
    const passed = new Set([...filled.map(([name]) => name), ...own]);
    assert.deepEqual(
      documented.filter((name) => !passed.has(name)),
      [],
      "each reaches the nodes",
    );
    assert.equal(config.databaseUrl, "postgres://tessera:secret@pg1:5432,pg2:5432/tessera");
    const address = (name: string) => compose.services[name].networks.inside.ipv4_address;
    assert.deepEqual(config.trustedProxies, [address("proxy")]);
    const inside = createAddressMatcher([compose.networks.inside.ipam.config[0].subnet]);
    const addresses = services.map(([name]) => address(name));
    assert.equal(new Set(addresses).size, services.length);
    assert.ok(addresses.every(inside));
  });

  it("starts each service when its dependencies are healthy, and has a health check for each", () => {
    const hasCheck = (name: string) => name.startsWith("node") || compose.services[name].healthcheck;
    for (const [name, service] of services) {
      assert.ok(hasCheck(name), name);
      for (const [other, { condition }] of Object.entries<Data>(service.depends_on ?? {})) {
        assert.ok(other in compose.services);
        assert.equal(condition, "service_healthy");
      }
    }
    assert.deepEqual(Object.keys(compose.services.proxy.depends_on), ["node1", "node2", "node3"]);
  });

  it("runs everything read-only, without capabilities, and publishes only the proxy", () => {
    for (const [name, service] of services) {
      assert.equal(service.read_only, true, name);
      assert.deepEqual(service.cap_drop, ["ALL"], name);
      assert.equal("ports" in service, name === "proxy", name);
      assert.ok(service.user !== "root" && (name.startsWith("node") || service.user), name);
    }
  });

  it("limits the memory of each node, and the size of every log", () => {
    for (const [name, node] of nodes) assert.match(String(node.mem_limit), /^\d+[mg]$/, name);
    for (const [name, { logging }] of services) {
      assert.match(logging?.options["max-size"] ?? "", /^\d+m$/, name);
      assert.ok(Number(logging.options["max-file"]) > 0, name);
    }
  });

  it("mounts files that exist, and scripts that are executable", () => {
    const [tls] = readYaml("deploy/compose.tls.yaml") as [Data];
    const mounts = [...services.map(([, service]) => service), tls.services.proxy]
      .flatMap((service) => service.volumes as string[])
      .filter((volume) => volume.startsWith("./"))
      .map((volume) => volume.split(":")[0]!);
    assert.equal(mounts.length, 4);
    for (const path of mounts) {
      assert.ok(existsSync(inProject(path)), path);
      if (path.endsWith(".sh")) assert.ok(statSync(inProject(path)).mode & 0o001, path);
    }
  });

  it("requires every value that has no default, and the example lists them", () => {
    const text = read("compose.yaml");
    const asked = [...text.matchAll(/\$\{(\w+):\?/g)].map((found) => found[1]!);
    const example = read("deploy/compose.env.example");
    for (const name of asked) assert.match(example, new RegExp(`^${name}=`, "m"));
    assert.deepEqual(new Set(asked).size, 4);
  });
});
