/** Workspaces and their members in a bundle, and where they are imported. */
import assert from "node:assert/strict";
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, it } from "node:test";
import type { MemberRole } from "../../src/shared/vocabulary.ts";
import type { Store } from "../../src/store/store.ts";
import { command } from "../support/command.ts";
import { newCode } from "../support/fixtures.ts";
import { type Engine, freshDir, onEachEngine, type TestPlace } from "../support/stores.ts";
import { forgeLines } from "./forge.ts";
import { envOf, NOW } from "./support.ts";

const [ADA, BOB, CY] = ["ada@example.com", "bob@example.com", "cy@example.com"];

async function run(place: TestPlace, ...args: string[]): Promise<{ stdout: string; stderr: string }> {
  const { code, stdout, stderr } = await command(args, { env: envOf(place) });
  assert.equal(code, 0, stderr);
  return { stdout, stderr };
}

const addUser = (place: TestPlace, email: string) => run(place, "user", "add", email, "--plan", "pro");

async function withStore<T>(engine: Engine, place: TestPlace, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await engine.open(place);
  return work(store).finally(() => store.close());
}

/** What every workspace is and has, by its name. */
const stateOf = (engine: Engine, place: TestPlace) =>
  withStore(engine, place, async (store) => {
    const state: Record<string, unknown> = {};
    for (const { id } of await store.auth.db.selectFrom("workspaces").select("id").execute()) {
      const { name, plan, zone, contact } = (await store.workspaces.find(id))!;
      const members = (await store.workspaces.members(id)).map(({ email, role }) => `${email} ${role}`);
      const codes = await store.auth.db.selectFrom("codes").select("name").where("workspace_id", "=", id).execute();
      state[name] = {
        id,
        plan,
        zone,
        contact,
        members: members.sort(),
        codes: codes.map(({ name: code }: { name: string }) => code).sort(),
      };
    }
    return state;
  });

onEachEngine("Workspaces in a bundle", (engine) => {
  const dir = join(freshDir(), "bundle");
  let source: TestPlace;
  let team = "";
  let store: Store;
  before(async () => {
    source = await engine.migratedPlace();
    for (const email of [ADA, BOB, CY]) await addUser(source, email);
    team = (await run(source, "workspace", "create", ADA, "--name", "Café Mosaic")).stdout.trim();
    store = await engine.open(source);
    await store.workspaces.change(team, { zone: "Europe/Lisbon", contact: "help@example.com" }, NOW);
    const roles: [string, MemberRole][] = [
      [BOB, "editor"],
      [CY, "viewer"],
    ];
    const now = Date.now();
    const idOf = async (email: string) => (await store.users.findByEmail(email))!;
    for (const [email, role] of roles) await store.workspaces.join(team, (await idOf(email)).id, role, now);
    // Each is a member of the other's own workspace.
    await store.workspaces.join((await idOf(ADA)).workspaceId, (await idOf(BOB)).id, "owner", now);
    await store.workspaces.join((await idOf(BOB)).workspaceId, (await idOf(ADA)).id, "viewer", now);
    const codes = [
      [team, "Team's"],
      [(await idOf(ADA)).workspaceId, "Ada's"],
    ] as const;
    for (const [workspaceId, name] of codes) await store.codes.create({ ...newCode(workspaceId, NOW), name });
    await run(source, "export", dir);
  });
  after(() => store.close());

  it("are created with their names, zones, members and roles in a new service, once", async () => {
    const place = await engine.migratedPlace();
    const { stdout, stderr } = await run(place, "import", dir, "--same");
    for (const email of [ADA, BOB, CY]) {
      assert.equal(stderr.split(`Created an account for ${email}. To choose a password`).length, 2, stderr);
    }
    const state = await stateOf(engine, source);
    assert.deepEqual(await stateOf(engine, place), state);
    assert.ok(stdout.includes(`\n"Café Mosaic" (${team}, new): 1 code\n`), stdout);
    const again = await run(place, "import", dir, "--same");
    assert.deepEqual([again.stderr, await stateOf(engine, place)], ["", state]);
    assert.ok(again.stdout.includes(`\n"Café Mosaic" (${team}, existing): 0 codes\n`), again.stdout);
  });

  it("are those of accounts that exist, whose members stay as they are; others are created", async () => {
    const place = await engine.migratedPlace();
    await addUser(place, ADA);
    const before = await stateOf(engine, place);
    const dry = await run(place, "import", dir, "--same", "--dry-run");
    assert.match(dry.stderr, /The workspace "Café Mosaic" would be created\./);
    assert.deepEqual(await stateOf(engine, place), before);
    const { stderr } = await run(place, "import", dir, "--same");
    assert.match(
      stderr,
      /^bob@example\.com was owner of "ada", but is not a member here\. An owner can invite them\.$/m,
    );
    const state = (await stateOf(engine, place)) as Record<string, { members: string[]; codes: string[] }>;
    assert.deepEqual(Object.keys(state).sort(), ["Café Mosaic", "ada", "bob", "cy"]);
    assert.deepEqual([state.ada!.members, state.ada!.codes], [["ada@example.com owner"], ["Ada's"]]);
    assert.equal(state["Café Mosaic"]!.members.length, 3);
  });

  it("go into one workspace on request", async () => {
    const place = await engine.migratedPlace();
    await addUser(place, CY);
    const id = (await run(place, "workspace", "create", CY, "--name", "Archive")).stdout.trim();
    const { stdout, stderr } = await run(place, "import", dir, "--workspace", id);
    assert.match(stdout, new RegExp(`skipped\\.\n"Archive" \\(${id}, existing\\): 2 codes\n$`));
    const state = (await stateOf(engine, place)) as Record<string, { codes: string[] }>;
    assert.deepEqual([stderr, Object.keys(state).sort()], ["", ["Archive", "cy"]]);
    assert.deepEqual(state.Archive!.codes, ["Ada's", "Team's"]);
    const failures: [string[], RegExp, number][] = [
      [["--workspace", "nonsense"], /There is no workspace nonsense\. "tessera workspace list EMAIL" lists/, 1],
      [["--workspace", id, "--owner", CY], /Use either --workspace or --owner\./, 2],
      [["--workspace", id, "--same"], /Use --same without --workspace and --owner\./, 2],
      [["--owner", CY, "--same"], /Use --same without --workspace and --owner\./, 2],
      [["--from", "dub", "--same"], /--same is for a folder written by export\./, 2],
    ];
    for (const [args, message, code] of failures) {
      const refused = await command(["import", dir, ...args], { env: envOf(place) });
      assert.equal(refused.code, code, refused.stderr);
      assert.match(refused.stderr, message);
    }
  });

  it("of others are not reached by a forged bundle, nor is a plan or a member", async () => {
    const [victim, admin, mallory] = ["victim@example.com", "admin@example.com", "mallory@example.com"];
    const place = await engine.migratedPlace();
    await addUser(place, admin);
    await run(place, "user", "role", admin, "admin");
    await addUser(place, victim);
    const { id } = (await stateOf(engine, place)).victim as { id: string };
    const before = await stateOf(engine, place);
    const own = (email: string) => ({ email, name: "", role: "owner", suspended: false });
    const forgeFor = (...owners: string[]) => {
      const copy = join(freshDir(), "forged");
      cpSync(dir, copy, { recursive: true });
      forgeLines(copy, "workspaces", (lines) => {
        const record = lines.map((line) => JSON.parse(line)).find(({ name }) => name === "Café Mosaic")!;
        const forged = { id, account: victim, plan: "pro", accountPlan: "pro", members: owners.map(own) };
        return [JSON.stringify({ ...record, ...forged })];
      });
      forgeLines(copy, "codes", (lines) => lines.map((line) => JSON.stringify({ ...JSON.parse(line), workspace: id })));
      return copy;
    };
    const unowned = await command(["import", forgeFor(victim, admin)], { env: envOf(place) });
    assert.equal(unowned.code, 1);
    assert.match(unowned.stderr, /Nobody could own the workspace "Café Mosaic".* nothing was imported.*--same/s);
    assert.deepEqual(await stateOf(engine, place), before);
    const forged = forgeFor(victim, admin, mallory);
    const dry = await run(place, "import", forged, "--dry-run");
    assert.match(dry.stdout, /^"Café Mosaic" \(new\): 2 codes$/m);
    assert.deepEqual(await stateOf(engine, place), before);
    const { stdout, stderr } = await run(place, "import", forged);
    const {
      "Café Mosaic": made,
      mallory: first,
      ...rest
    } = (await stateOf(engine, place)) as Record<
      string,
      { id: string; plan: string; members: string[]; codes: string[] }
    >;
    assert.deepEqual(rest, before);
    assert.notEqual(made!.id, id);
    assert.deepEqual(
      [made!.plan, made!.members, made!.codes],
      ["free", ["mallory@example.com owner"], ["Ada's", "Team's"]],
    );
    assert.deepEqual([first!.plan, first!.codes], ["free", []]);
    const planOf = (email: string) =>
      withStore(engine, place, async ({ users }) => (await users.findByEmail(email))!.plan);
    assert.equal(await planOf(mallory), "free");
    assert.ok(stdout.endsWith(`skipped.\n"Café Mosaic" (${made!.id}, new): 2 codes\n`), stdout);
    for (const email of [victim, admin]) {
      assert.ok(stderr.includes(`Not added: ${email} (owner of "Café Mosaic") has an account here. `), stderr);
    }
    assert.match(stderr, /"Café Mosaic" had the plan "pro", and gets "free"\. --same keeps plans\./);
    const again = await command(["import", forged], { env: envOf(place) });
    assert.deepEqual([again.code, again.stdout], [1, ""]);
    // With nobody here, all are created as they were, without their plans.
    const empty = await engine.migratedPlace();
    await run(empty, "import", dir);
    const free = Object.entries(await stateOf(engine, source)).map(([name, each]) => [
      name,
      { ...(each as object), plan: "free" },
    ]);
    assert.deepEqual(await stateOf(engine, empty), Object.fromEntries(free));
  });

  it("are left out with their looks once they are deleted, and the rest is complete", async () => {
    const [place, whole] = [await engine.migratedPlace(), join(freshDir(), "whole")];
    await run(place, "import", dir, "--same");
    await withStore(engine, place, async ({ workspaces, styles, logos }) => {
      const look = { id: "0197a000-0000-7000-8000-00000000000a", name: "Look", isDefault: true, style: "{}" };
      await styles.create({ ...look, workspaceId: team, createdAt: NOW }, 9);
      const logo = { id: "0197a000-0000-7000-8000-00000000000b", width: 1, height: 1, bytes: new Uint8Array([1]) };
      await logos.create({ ...logo, workspaceId: team, hash: "0".repeat(64), createdAt: NOW }, 9);
      await workspaces.delete(team, Date.now());
    });
    await run(place, "export", whole);
    assert.match((await run(place, "export", whole, "--verify")).stdout, /is complete: 1 code,/);
  });

  it("bring a member whose own workspace is here without them", async () => {
    const place = await engine.migratedPlace();
    await run(place, "import", dir, "--same");
    await withStore(engine, place, async ({ auth, accounts, users, workspaces }) => {
      const [ada, bob] = [(await users.findByEmail(ADA))!, (await users.findByEmail(BOB))!];
      await workspaces.setRole(
        { workspaceId: bob.workspaceId, userId: ada.id, role: "owner", by: bob.id, now: NOW },
        bob,
      );
      await accounts.remove(bob.id, NOW);
      // Something is left to import.
      await auth.db.deleteFrom("workspaces").where("id", "=", team).execute();
      await auth.db.deleteFrom("codes").where("name", "=", "Team's").execute();
    });
    const { stderr } = await run(place, "import", dir, "--same");
    assert.match(stderr, /Created an account for bob@example\.com\./);
    const state = (await stateOf(engine, place)) as Record<string, { members: string[] }>;
    assert.ok(state["Café Mosaic"]!.members.includes("bob@example.com editor"));
  });

  it("are exported one at a time on request", async () => {
    const one = join(freshDir(), "one");
    await run(source, "export", one, "--workspace", team);
    const lines = readFileSync(join(one, "data/workspaces.ndjson"), "utf8").trim().split("\n");
    assert.deepEqual([lines.length, JSON.parse(lines[0]!).id], [1, team]);
    assert.equal(JSON.parse(readFileSync(join(one, "manifest.json"), "utf8")).workspace, "Café Mosaic");
  });

  it("do not come back with an id whose codes are being removed", async () => {
    const place = await engine.migratedPlace();
    await run(place, "import", dir, "--same");
    await withStore(engine, place, async ({ auth }) => {
      await auth.db.deleteFrom("workspaces").where("id", "=", team).execute();
      // Something is left to import.
      const other = { id: "0197a000-0000-7000-8000-000000000000", token: "othertoken" };
      await auth.db.updateTable("codes").set(other).where("name", "=", "Ada's").execute();
      await auth.db.insertInto("removed_workspaces").values({ workspace_id: team, removed_at: NOW }).execute();
    });
    const { stderr } = await run(place, "import", dir, "--same");
    assert.match(stderr, /Skipped: .*"Team's".*belongs to another workspace here, or to one that was removed/);
    const state = (await stateOf(engine, place)) as Record<string, { id: string; codes: string[] }>;
    assert.notEqual(state["Café Mosaic"]!.id, team);
    assert.deepEqual(state["Café Mosaic"]!.codes, []);
  });
});
