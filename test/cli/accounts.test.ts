import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import type { Environment } from "../../src/config.ts";
import { command } from "../support/command.ts";
import type { Outcome } from "../support/process.ts";
import { onEachEngine, type TestPlace } from "../support/stores.ts";
import { tessera } from "./support.ts";

const EMAIL = "you@example.com";
const KEY = /^tsr_[0-9A-Za-z]{8}_[0-9A-Za-z]{38}\n$/;

/** Failed with one clear sentence and no other output. */
function assertFailure({ code, stdout, stderr }: Outcome, sentence: RegExp): void {
  assert.equal(code, 1, stderr);
  assert.equal(stdout, "");
  assert.match(stderr, sentence);
  assert.match(stderr, /^[^\n]+\.\n$/, "one line, a sentence");
  assert.doesNotMatch(stderr, /\bat .*:\d+|Error:|node:/);
}

onEachEngine("tessera user and key", (engine) => {
  let env: Environment;
  let place: TestPlace;
  before(async () => {
    place = await engine.migratedPlace();
    env = { DATA_DIR: place.dataDir, DATABASE_URL: place.databaseUrl };
  });
  const run = (args: string[], input?: string) => command(args, { env, input });

  it("create, list and revoke accounts, plans and keys", async () => {
    const added = await run(["user", "add", EMAIL, "--plan", "pro"]);
    assert.equal(added.code, 0, added.stderr);
    assert.match(added.stdout, /admin account you@example\.com on plan pro/);
    assert.match(added.stdout, /^Password \(shown only once\): \S{16}\n/);
    const add = ["user", "add", "Two@Example.com", "--password-stdin"];
    // In its own process on one engine, to read a real standard input.
    const input = "a good password\n";
    const second = engine.name === "sqlite" ? await tessera(add, { env, input }) : await run(add, input);
    assert.equal(second.stdout, "Created the member account two@example.com on plan free.\n");

    const renewed = await run(["user", "password", EMAIL]);
    assert.match(renewed.stdout, /^Password \(shown only once\): \S{16}\n.* new password /);
    const same = await run(["user", "password", EMAIL, "--password-stdin"], "short\n");
    assertFailure(same, /password with 8 to 128 characters/);

    const store = await engine.open(place);
    const isAsked = async () => {
      const users = store.auth.db.selectFrom("user").select("twoFactorEnabled").where("email", "=", EMAIL);
      return Boolean((await users.executeTakeFirst()).twoFactorEnabled);
    };
    await store.auth.db.updateTable("user").set({ twoFactorEnabled: true }).where("email", "=", EMAIL).execute();
    await run(["user", "password", EMAIL]);
    assert.equal(await isAsked(), true, "a new password keeps the second factor");
    const alone = await run(["user", "password", EMAIL, "--remove-second-factor"]);
    assert.match(alone.stdout, /has a new password, no second factor, and is signed out everywhere\.\n$/);
    assert.equal(await isAsked(), false);

    const created = await run(["key", "create", EMAIL, "--name", "first"]);
    assert.equal(created.code, 0, created.stderr);
    assert.match(created.stdout, KEY, "only the key");
    assert.equal(created.stderr, "");
    const key = created.stdout.trim();
    const prefix = key.slice(4, 12);

    const listed = await run(["key", "list", EMAIL]);
    const time = "\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d";
    const header = "PREFIX    ENDS IN  SCOPE  STATE   CREATED {11}EXPIRES  LAST USED  NAME";
    const row = `${prefix}  ${key.slice(-4)}     full   active  ${time}  never    never      first`;
    assert.match(listed.stdout, new RegExp(`^${header}\n${row}\n$`));
    assert.ok(!listed.stdout.includes(key.slice(13, -4)));

    const limits = ["--read-only", "--expires", "2999-12-31"];
    const narrow = await run(["key", "create", EMAIL, "--name", "narrow", ...limits]);
    assert.match(narrow.stdout, KEY, narrow.stderr);
    const ends = "2999-12-31T18:00:00.000Z";
    await run(["key", "create", EMAIL, "--name", "exact", "--expires", ends]);
    const both = (await run(["key", "list", EMAIL])).stdout;
    assert.match(both, / {2}read-only {2}active {2}\S+ \S+ {2}3000-01-01 00:00 {2}never {6}narrow\n/);
    assert.match(both, / {2}full {7}active {2}\S+ \S+ {2}2999-12-31 18:00 {2}never {6}exact\n/);
    const names = both.match(/.+(?=NAME|first|narrow|exact)/g)!.map((before) => before.length);
    assert.deepEqual(names, Array(4).fill(names[0]), "aligned");

    const moved = await run(["user", "plan", "YOU@example.com", "free"]);
    assert.equal(moved.stdout, "you@example.com is now on plan free.\n");

    const revoked = await run(["key", "revoke", prefix]);
    assert.equal(revoked.stdout, `Revoked key ${prefix}.\n`);
    assertFailure(await run(["key", "revoke", prefix]), /no active key with prefix/);
    const keys = JSON.parse((await run(["key", "list", EMAIL, "--json"])).stdout);
    const first = keys.find(({ name }: { name: string }) => name === "first");
    const { createdAt, revokedAt, ...rest } = first;
    assert.ok(createdAt < revokedAt && revokedAt.endsWith("Z"), JSON.stringify(first));
    assert.ok(
      (await run(["key", "list", EMAIL])).stdout.includes(`  revoked ${revokedAt.slice(0, 16).replace("T", " ")}  `),
    );
    const lastFour = key.slice(-4);
    assert.deepEqual(rest, { name: "first", prefix, lastFour, scope: "full", endsAt: null, lastUsedAt: null });
    const checked = await run(["check", "--json"]);
    assert.equal(checked.code, 0);
    assert.deepEqual(JSON.parse(checked.stdout), { problems: 0, aside: 0, dropped: 0, missing: 0 });
  });

  it("set roles, list and remove accounts, and keep one administrator", async () => {
    const two = "two@example.com";
    const listed = (await run(["user", "list"])).stdout.replaceAll(/ \d{4}-\d\d-\d\d \d\d:\d\d\n/g, "\n");
    const lines = ["EMAIL            ROLE    PLAN  STATE   CREATED", `${EMAIL}  admin   free  active `];
    assert.equal(listed, [...lines, `${two}  member  free  active `, ""].join("\n"));
    const only = /only administrator who can sign in\. Make somebody else an administrator first/;
    assertFailure(await run(["user", "role", EMAIL, "member"]), only);
    assertFailure(await run(["user", "remove", EMAIL, "--yes"]), only);
    const raised = await run(["user", "role", two, "admin"]);
    assert.equal(raised.stdout, `${two} is now an administrator.\n`);
    assert.equal((await run(["user", "role", EMAIL, "member"])).stdout, `${EMAIL} is now a member.\n`);
    const unasked = await run(["user", "remove", EMAIL]);
    assertFailure(unasked, /deletes their codes .* use --yes/);
    const removed = await run(["user", "remove", EMAIL, "--yes"]);
    assert.equal(removed.stdout, `Removed ${EMAIL}, with their codes and keys.\n`);
    const [left, ...others] = JSON.parse((await run(["user", "list", "--json"])).stdout);
    assert.match(left.createdAt, /Z$/);
    const { createdAt: _createdAt, ...last } = left;
    assert.deepEqual([last, ...others], [{ email: two, role: "admin", plan: "free", suspended: false }]);
    assert.match((await run(["user", "add", EMAIL])).stdout, /^Created the member account/m);
    assert.equal((await run(["check"])).code, 0);
  });

  describe("fail with one clear sentence", () => {
    const failures: [string[], RegExp, string?][] = [
      [["user", "add", EMAIL], /already an account for you@example\.com/],
      [["user", "add", "nobody"], /not an email address/],
      [["user", "add", "three@example.com", "--plan", "gold"], /no plan "gold".*free, pro/],
      [["user", "add", "three@example.com", "--password-stdin"], /8 to 128 characters/, "short"],
      [["user", "plan", "nobody@example.com", "pro"], /no account for nobody@example\.com/],
      [["user", "plan", EMAIL, "gold"], /no plan "gold"/],
      [["user", "role", "nobody@example.com", "admin"], /no account for nobody/],
      [["user", "remove", "nobody@example.com", "--yes"], /no account for nobody/],
      [["key", "create", "nobody@example.com", "--name", "x"], /no account for nobody/],
      [["key", "create", EMAIL, "--name", " "], /name must not be blank/],
      [["key", "create", EMAIL, "--name", "x", "--expires", "2020-01-31"], /end must be in the future/],
      [
        ["key", "create", EMAIL, "--name", "x", "--expires", "9999-12-31"],
        /end must be before the end of the year 9999/,
      ],
      [["key", "list", "nobody@example.com"], /no account for nobody/],
      [["key", "revoke", "zzzzzzzz"], /no active key with prefix zzzzzzzz/],
    ];
    // The rules are in the modules and the same on every engine: one is enough here.
    for (const [args, sentence, input] of engine.name === "sqlite" ? failures : []) {
      it(`${args.join(" ")}`, async () => {
        assertFailure(await run(args, input), sentence);
      });
    }
  });
});
