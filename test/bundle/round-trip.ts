import assert from "node:assert/strict";
import { appendFileSync, cpSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, it } from "node:test";
import { openFolder } from "../../src/bundle/folder.ts";
import { holdFile } from "../../src/store/lock-file.ts";
import { command } from "../support/command.ts";
import { type Engine, freshDir } from "../support/stores.ts";
import { answersOf, envOf, type Filled, keyOf, placeOfOther, start } from "./support.ts";

export function roundTrip(engine: Engine, service: () => Filled): void {
  const dir = join(freshDir(), "bundle");
  let filled: Filled;
  let said = "";
  before(async () => {
    filled = service();
    const { code, stdout, stderr } = await command(["export", dir], { env: filled.env });
    assert.equal(code, 0, stderr);
    said = stdout;
  });

  it("is whole, readable by its owner alone, and holds no secret", async () => {
    assert.match(said, /Exported 17 codes and 309 scans/);
    const { code, stdout } = await command(["export", dir, "--verify"]);
    assert.equal(code, 0);
    assert.match(stdout, /is whole: 17 codes, 309 scans/);
    assert.equal(statSync(dir).mode & 0o777, 0o700);
    assert.equal(statSync(join(dir, "data/codes-00001.ndjson")).mode & 0o777, 0o600);
    const codes = readFileSync(join(dir, "data/codes-00001.ndjson"), "utf8").trim().split("\n");
    assert.equal(codes.length, 17);
    assert.ok(readFileSync(join(dir, "data/codes-00001.csv"), "utf8").includes("'=Quotes"));
    assert.equal(JSON.parse(codes[0]!).owner, filled.email);
    for (const { shareToken } of filled.codes) {
      assert.ok(statSync(join(dir, `images/${shareToken}.svg`)).size > 100);
      assert.ok(statSync(join(dir, `images/${shareToken}.png`)).size > 100);
    }
  });

  it("gives the other engine the same answers, and twice changes nothing", async () => {
    const place = await placeOfOther(engine);
    const env = envOf(place);
    const dry = await command(["import", dir, "--dry-run"], { env });
    assert.match(dry.stdout, /Would take in 17 codes and 309 scans; 0 were there/);
    const first = await command(["import", dir], { env });
    assert.equal(first.code, 0, first.stderr);
    assert.match(first.stdout, /Took in 17 codes and 309 scans; 0 were there already, 0 left out/);
    assert.match(first.stderr, /To choose a password, within 24 hours: https:\/\//);
    const again = await command(["import", dir], { env });
    assert.match(again.stdout, /Took in 0 codes and 0 scans; 17 were there already, 0 left out/);
    const check = await command(["check"], { env });
    assert.equal(check.code, 0, check.stderr);
    const other = await start(engine, place);
    const key = await keyOf(other.store, filled.email);
    const answers = await answersOf(filled.app, filled.key);
    assert.deepEqual(await answersOf(other, key), answers);
    const versions = JSON.parse(answers[`/${filled.codes[0]!.id}/versions`]!).data;
    assert.deepEqual(
      versions.map(({ scanCount }: { scanCount: number }) => scanCount),
      [0, 298, 2],
    );
    const { db } = other.store.auth;
    const owner = (await other.store.users.findByEmail(filled.email))!;
    const made = await db.selectFrom("codes").select("made_by").orderBy("num").execute();
    assert.equal(made[0]!.made_by, `person:${owner.id}`);
    assert.match(made[1]!.made_by!, /^key:/);
    const ended = await db.selectFrom("code_versions").select("replaced_by").orderBy("n").execute();
    assert.equal(ended[0]!.replaced_by, "person:gone");
    assert.match(ended[1]!.replaced_by!, /^key:/);
    await other.close();
  });
  // What follows is the same on either engine.
  if (engine.name === "postgres") return;

  it("comes into a service that has it: nothing changes, and another's token is left out", async () => {
    const { stdout } = await command(["import", dir], { env: filled.env });
    assert.match(stdout, /Took in 0 codes and 0 scans; 17 were there already/);
    const place = await placeOfOther(engine);
    const other = await start(engine, place);
    const { key } = await other.user();
    const made = await other.request("POST", "/api/v1/qrcodes", {
      key,
      json: { name: "Mine", content: "https://example.com/mine" },
    });
    const token = filled.codes[0]!.shareToken;
    await other.store.auth.db.updateTable("codes").set({ token }).execute();
    const { stdout: report, stderr } = await command(["import", dir], { env: envOf(place) });
    assert.match(report, /Took in 16 codes and 9 scans; 0 were there already, 1 left out/);
    assert.match(stderr, new RegExp(`Left out: ${token} .*belongs to another code`));
    const mine = await other.request("GET", `/api/v1/qrcodes/${made.json.id}`, { key });
    assert.equal(mine.json.scanCount, 0);
    await other.close();
  });

  it("that is damaged is named in what is wrong, and nothing of it is taken in", async () => {
    const copy = join(freshDir(), "bundle");
    cpSync(dir, copy, { recursive: true });
    appendFileSync(join(copy, "data/scans-00001.ndjson"), "{}\n");
    rmSync(join(copy, "data/versions-00001.csv"));
    const { code, stderr } = await command(["export", copy, "--verify"]);
    assert.equal(code, 1);
    assert.match(stderr, /data\/scans-00001.ndjson was changed/);
    assert.match(stderr, /data\/versions-00001.csv is missing/);
    const place = await placeOfOther(engine);
    const taken = await command(["import", copy], { env: envOf(place) });
    assert.equal(taken.code, 1);
    assert.match(taken.stderr, /damaged, and nothing was taken in/);
    const other = await start(engine, place);
    assert.equal(await other.store.users.count(), 0);
    await other.close();
  });

  it("is of one account where it is asked for, and goes to no folder with other files", async () => {
    const other = await filled.app.user();
    const mine = join(freshDir(), "mine");
    const empty = await command(["export", mine, "--owner", other.email], { env: filled.env });
    assert.match(empty.stdout, /Exported 0 codes and 0 scans/);
    const used = freshDir();
    writeFileSync(join(used, "letter.txt"), "");
    const refused = await command(["export", used], { env: filled.env });
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /is not empty, and not an unfinished bundle/);
    const whole = await command(["export", dir], { env: filled.env });
    assert.match(whole.stderr, /holds a whole bundle already/);
  });

  it("is written by one export alone; what that one leaves unfinished the next goes on with", async () => {
    const target = join(freshDir(), "bundle");
    const { BASE_URL: baseUrl } = filled.env;
    const purpose = { identity: await filled.app.store.identity(), owner: null, baseUrl };
    const hold = (file: string) => holdFile(file)!;
    const first = await openFolder(target, JSON.stringify(purpose), hold);
    await first.put("README.md", "Begun.");
    const refused = await command(["export", target], { env: filled.env });
    assert.equal(refused.code, 1);
    assert.match(
      refused.stderr,
      /^tessera: Another export writes to \S+bundle; begin this one when it is done, or name a new folder\.$/m,
    );
    assert.equal(readFileSync(join(target, "README.md"), "utf8"), "Begun.");
    first.leave();
    const second = await command(["export", target], { env: filled.env });
    assert.equal(second.code, 0, second.stderr);
    const verified = await command(["export", target, "--verify"]);
    assert.equal(verified.code, 0, verified.stderr);
  });
}
