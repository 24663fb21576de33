import assert from "node:assert/strict";
import { before, it } from "node:test";
import type { Environment } from "../../src/config.ts";
import { command } from "../support/command.ts";
import { onSqlite } from "../support/stores.ts";

const EMAIL = "you@example.com";

onSqlite("tessera workspace", (engine) => {
  let env: Environment;
  before(async () => {
    const place = await engine.migratedPlace();
    env = { DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl };
    assert.equal((await command(["user", "add", EMAIL, "--plan", "pro"], { env })).code, 0);
  });
  const run = (...args: string[]) => command(["workspace", ...args], { env });

  it("creates workspaces and lists them with their members", async () => {
    const created = await run("create", EMAIL, "--name", "Café Mosaic");
    assert.equal(created.code, 0, created.stderr);
    const id = created.stdout.trim();
    const listed = JSON.parse((await run("list", EMAIL, "--json")).stdout);
    const shown = listed.map(({ name, role, plan }: Record<string, string>) => [name, role, plan]);
    assert.deepEqual(shown, [
      ["you", "owner", "pro"],
      ["Café Mosaic", "owner", "pro"],
    ]);
    assert.equal(listed[1].id, id);
    assert.match((await run("list", EMAIL)).stdout, /^ID +ROLE +PLAN +JOINED +NAME\n/);
    const [member] = JSON.parse((await run("members", id, "--json")).stdout);
    assert.deepEqual([member.email, member.role], [EMAIL, "owner"]);
    assert.match(
      (await run("members", id)).stdout,
      /^EMAIL +ROLE +JOINED +NAME\nyou@example\.com +owner +\d{4}-\d\d-\d\d \d\d:\d\d {2}/,
    );
  });

  it("fails with one sentence", async () => {
    const failures: [string[], RegExp, number][] = [
      [["list", "nobody@example.com"], /There is no account for nobody@example\.com\.\n$/, 1],
      [["members", "nonsense"], /There is no workspace nonsense\.\n$/, 1],
      [["create", EMAIL, "--name", " "], /The workspace's name .*\.\n$/, 1],
      [["create", EMAIL], /--name is required/, 2],
    ];
    for (const [args, sentence, code] of failures) {
      const outcome = await run(...args);
      assert.deepEqual([outcome.code, outcome.stdout], [code, ""], args.join(" "));
      assert.match(outcome.stderr, sentence);
    }
  });
});
