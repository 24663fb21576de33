import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { describeCommands, usageOf } from "../../src/commands/help.ts";
import { COMMANDS } from "../../src/commands/index.ts";
import { command } from "../support/command.ts";

const manifest = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  version: string;
};

describe("tessera", () => {
  const misuses: [string[], RegExp][] = [
    [["nothing"], /no command "nothing".*node bin\/tessera\.js --help/],
    [["user", "add"], /^EMAIL is missing\.$/m],
    [["user", "add", "a@b.c", "d@e.f"], /^“d@e\.f” is one argument too many\.$/m],
    [["user", "add", "a@b.c", "--wrong"], /--wrong/],
    [["user", "role", "a@b.c", "owner"], /no role "owner"; the roles are: admin, member/],
    [["user", "plan", "a@b.c"], /^PLAN is missing\.$/m],
    [["import"], /^DIR or FILE is missing\.$/m],
    [["key", "create", "a@b.c"], /--name is required/],
    [["key", "create", "a@b.c", "--name"], /--name/],
    [["user", "list", "--frob"], /^Unknown option '--frob'\.$/m],
    [["help", "nosuch"], /no command "nosuch".*node bin\/tessera\.js --help/],
    [["nosuch", "--help"], /no command "nosuch".*node bin\/tessera\.js --help/],
    [["import", import.meta.filename], /help\.test\.ts is a file.*--from shlink\|kutt\|dub\|bitly/],
    [["--what"], /no command "--what".*node bin\/tessera\.js --help/],
  ];
  for (const [args, sentence] of misuses) {
    it(`shows its usage: ${args.join(" ")}`, async () => {
      const { code, stdout, stderr } = await command(args);
      assert.equal(code, 2);
      assert.equal(stdout, "");
      assert.match(stderr, sentence);
      assert.match(stderr, /tessera/);
    });
  }

  const slips: [string[], string][] = [
    [["server"], "serve"],
    [["srve"], "serve"],
    [["user", "ad", "a@b.c"], "user add"],
    [["usr", "add", "a@b.c"], "user add"],
    [["key", "revok", "abc"], "key revoke"],
    [["bakup", "x.db"], "backup"],
  ];
  for (const [args, meant] of slips) {
    it(`suggests the nearest command: ${args.join(" ")}`, async () => {
      const { code, stdout, stderr } = await command(args);
      assert.equal(code, 2);
      assert.equal(stdout, "");
      assert.match(stderr, /^There is no command "[^"]+"\. Did you mean "[^"]+"\?\n$/);
      assert.ok(stderr.includes(`Did you mean "node bin/tessera.js ${meant}"?`), stderr);
    });
  }

  it("lists the commands that begin with an incomplete one", async () => {
    for (const args of [["user"], ["user", "nonsense"], ["user", "xyz"]]) {
      const { code, stdout, stderr } = await command(args);
      assert.equal(code, 2);
      assert.equal(stdout, "");
      for (const command of ["user add", "user plan", "user password"]) {
        assert.ok(stderr.includes(`tessera ${command}`), command);
      }
      assert.ok(!stderr.includes("tessera key"), stderr);
    }
  });

  for (const args of [["--help"], ["-h"], ["help"], ["serve", "--help"]]) {
    it(`explains itself: ${args.join(" ")}`, async () => {
      const { code, stdout, stderr } = await command(args);
      assert.equal(code, 0);
      assert.equal(stderr, "");
      assert.ok(stdout.includes("tessera serve"));
      assert.match(stdout.replaceAll("\n", " "), /write "node bin\/tessera\.js" instead of "tessera"/, "in a checkout");
      if (args[0] === "serve") return;
      for (const command of ["user add", "user role", "user remove", "user list", "key create", "check"]) {
        assert.ok(stdout.includes(`tessera ${command}`), command);
      }
    });
  }

  it("fits 80 columns, as a whole and for each command", () => {
    const texts = [
      describeCommands(),
      ...COMMANDS.map(({ words }) => describeCommands(words)),
      ...COMMANDS.map((command) => usageOf(command, "Usage: ")),
    ];
    for (const line of texts.flatMap((text) => text.split("\n"))) assert.ok(line.length <= 80, line);
  });

  it("describes only the requested command", () => {
    assert.ok(describeCommands(["key", "create"]).includes("tessera key create"));
    assert.ok(!describeCommands(["key", "create"]).includes("tessera key list"));
    assert.ok(describeCommands(["key"]).includes("tessera key list"));
  });

  it("shows the same without arguments, as an error", async () => {
    const { code, stdout, stderr } = await command([]);
    assert.equal(code, 2);
    assert.equal(stdout, "");
    assert.equal(stderr, (await command(["--help"])).stdout);
  });

  for (const flag of ["--version", "-v", "-V", "version"]) {
    it(`prints its version: ${flag}`, async () => {
      assert.deepEqual(await command([flag]), { code: 0, stdout: `${manifest.version}\n`, stderr: "" });
    });
  }
});
