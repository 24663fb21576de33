import assert from "node:assert/strict";
import { before, it } from "node:test";
import type { KyselyPlugin } from "kysely";
import { Client } from "pg";
import { NOBODY } from "../../src/domains/domain.ts";
import { actAs } from "../../src/shared/audit.ts";
import { DAY_MS } from "../../src/shared/days.ts";
import type { Store } from "../../src/store/store.ts";
import { createAuditQueries } from "../../src/workspaces/audit.queries.ts";
import { until } from "../support/eventually.ts";
import { newCode } from "../support/fixtures.ts";
import { lockWaits } from "../support/lock-waits.ts";
import { GONE, NOT_FOUND, refusedOf, wrong } from "../support/refusals.ts";
import { onEachEngine } from "../support/stores.ts";
import { addWorkspace, NOON } from "./support.ts";

const LAST_OWNER = wrong(
  "A workspace needs an owner whose account is not suspended, and this is the only one. Make another member an owner first.",
);
const TOO_MANY_OWNERS = wrong(
  "You have created more than 2 workspaces, which is the limit, and own only this one, so you can make nobody else its owner. An owner of another workspace that you created has to delete it first.",
);
const tooMany = (most: number) =>
  wrong(`You own or have created ${most} workspaces already, which is the limit. Deleted ones count for 30 days.`);
const OTHERS_LEFT = wrong(
  "The account that created this workspace has created more than 2 others, which is the limit. One of them has to be deleted first.",
);

onEachEngine("workspaces", (engine) => {
  let store: Store;
  before(async () => {
    store = await engine.fresh();
    for (const id of ["ada", "ben", "cleo", "dora"]) await addWorkspace(store, id);
  });

  let made = 0;
  const spare = () => ({ id: `spare ${++made}`, name: "Spare", plan: "free", createdAt: NOON });
  const rolesIn = async (id: string) =>
    Object.fromEntries((await store.workspaces.members(id)).map(({ userId, role }) => [userId, role]));
  const idsOf = async (userId: string) => (await store.workspaces.ofUser(userId)).map(({ id }) => id);
  const setRole = (workspaceId: string, userId: string, role: "viewer" | "editor" | "owner", by = "ada") =>
    store.workspaces.setRole({ workspaceId, userId, role, by, now: NOON }, spare());
  const removeMember = (workspaceId: string, userId: string, by = userId, keep: string[] = []) =>
    store.workspaces.removeMember({ workspaceId, userId, by, keep: { keys: keep }, now: NOON }, spare());
  const onlyKeys = (...keys: { name: string; prefix: string }[]) => ({ keys, webhooks: [], links: [] });
  /** A workspace owned by Ada. */
  async function shared(id: string, others: Record<string, "viewer" | "editor" | "owner"> = {}): Promise<string> {
    await store.workspaces.create({ id, name: id, plan: "pro", createdAt: NOON + 1 }, "ada");
    for (const [userId, role] of Object.entries(others)) await store.workspaces.join(id, userId, role, NOON + 2);
    return id;
  }
  const addKey = (workspaceId: string, madeBy: string, prefix: string) =>
    store.keys.create(
      {
        id: prefix,
        workspaceId,
        madeBy,
        name: `Key ${prefix}`,
        prefix,
        lastFour: "four",
        hash: "00",
        scope: "full",
        endsAt: null,
        createdAt: NOON,
      },
      100,
    );
  const admitInForce = (id: string, person: string) => store.admitInForce({ id, plan: "pro", person }, 5, 1000);
  const isRefused = async (prefix: string) => (await store.keys.findByPrefix(prefix))?.refused;

  it("come with every account, which owns its own", async () => {
    assert.deepEqual(await rolesIn("ada"), { ada: "owner" });
    const { workspaceId, plan } = (await store.users.find("ada"))!;
    assert.deepEqual({ workspaceId, plan }, { workspaceId: "ada", plan: "pro" });
    const { id, name, role, zone, contact, suspended } = (await store.workspaces.membership("ada", "ada"))!;
    assert.deepEqual(
      { id, name, role, zone, contact, suspended },
      { id: "ada", name: "ada", role: "owner", zone: "UTC", contact: null, suspended: false },
    );
  });

  it("are found by their members only", async () => {
    const id = await shared("found", { ben: "viewer" });
    assert.equal((await store.workspaces.membership("ben", id))?.role, "viewer");
    assert.equal(await store.workspaces.membership("cleo", id), null);
    assert.equal(await store.workspaces.membership("ben", "missing"), null);
    assert.deepEqual(await idsOf("ben"), ["ben", id]);
  });

  it("keep the role of somebody who joins twice, and let nobody join a missing one", async () => {
    const id = await shared("twice", { ben: "editor" });
    await store.workspaces.join(id, "ben", "owner", NOON);
    assert.deepEqual(await rolesIn(id), { ada: "owner", ben: "editor" });
    await assert.rejects(store.workspaces.join("missing", "ben", "owner", NOON), NOT_FOUND);
  });

  it("always have an owner, even if two owners leave at the same time", async () => {
    const id = await shared("owned", { ben: "owner", cleo: "viewer" });
    const refused = await refusedOf([removeMember(id, "ada"), removeMember(id, "ben")]);
    assert.deepEqual(refused, [LAST_OWNER.message]);
    const owners = Object.values(await rolesIn(id)).filter((role) => role === "owner");
    assert.equal(owners.length, 1);
    const [last] = Object.keys(await rolesIn(id));
    await assert.rejects(setRole(id, last!, "editor", last), LAST_OWNER);
    await assert.rejects(setRole(id, "dora", "editor", last), NOT_FOUND);
    await assert.rejects(removeMember(id, "dora"), NOT_FOUND);
  });

  it("are changed only by those who may, even if they were removed or demoted since the request began", async () => {
    const id = await shared("acting", { ben: "owner", cleo: "editor", dora: "viewer" });
    const invite = (madeBy: string) =>
      store.invitations.create(
        {
          id: `by ${madeBy}`,
          workspaceId: id,
          role: "owner",
          hash: madeBy,
          madeBy,
          createdAt: NOON,
          expiresAt: NOON + 1,
        },
        10,
      );
    await setRole(id, "ben", "editor");
    await removeMember(id, "cleo", "ada");
    const was = await rolesIn(id);
    for (const by of ["ben", "cleo", "dora"]) {
      await assert.rejects(setRole(id, "ada", "viewer", by), NOT_FOUND, by);
      await assert.rejects(removeMember(id, "ada", by), NOT_FOUND, by);
      await assert.rejects(invite(by), NOT_FOUND, by);
    }
    assert.deepEqual(await rolesIn(id), was);
    await addKey(id, "ben", "fffffff0");
    for (const madeBy of ["cleo", "dora"]) await assert.rejects(addKey(id, madeBy, "fffffff1"), GONE, madeBy);
  });

  it("never leave a user without one, even if two are taken away at the same time", async () => {
    for (let i = 0; i < 5; i++) {
      const user = `ivy${i}`;
      await addWorkspace(store, user);
      await store.workspaces.join(user, "ada", "owner", NOON);
      const second = await shared(`second ${i}`, { [user]: "owner" });
      await Promise.all([removeMember(user, user, "ada"), setRole(second, user, "editor")]);
      const owns = (await store.workspaces.ofUser(user)).filter(({ role }) => role === "owner");
      assert.equal(owns.length, 1, user);
    }
    await addWorkspace(store, "jo");
    await store.workspaces.create({ id: "jo 2", name: "2", plan: "pro", createdAt: NOON }, "jo");
    await Promise.all([store.workspaces.delete("jo", NOON), store.workspaces.delete("jo 2", NOON)]);
    assert.ok(await store.users.find("jo"));
  });

  it("are told to other nodes only when they are suspended or resumed: then every known code is read again", async () => {
    await addWorkspace(store, "kim");
    const id = await shared("quiet", { ben: "owner" });
    const heard: (string | null)[] = [];
    store.onCodeChanged((token) => void heard.push(token));
    store.onWorkspaceChanged((workspaceId) => void heard.push(workspaceId));
    await store.workspaces.join(id, "cleo", "owner", NOON);
    await setRole(id, "cleo", "viewer");
    await removeMember(id, "cleo");
    await assert.rejects(removeMember("kim", "kim"), LAST_OWNER);
    await assert.rejects(setRole(id, "dora", "viewer"), NOT_FOUND);
    for (const hash of ["q1", "q2"]) {
      const invitation = { id: hash, workspaceId: id, role: "owner", hash, madeBy: "ada" } as const;
      await store.invitations.create({ ...invitation, createdAt: NOON, expiresAt: NOON + 1000 }, 10);
    }
    assert.equal(await store.invitations.accept("q1", "dora", NOON), id);
    assert.equal(await store.invitations.accept("q1", "cleo", NOON), null, "used up");
    assert.equal(await store.invitations.accept("q2", "ada", NOON), id, "a member already");
    assert.equal(heard.length, 0);
    await store.accounts.change("kim", { suspended: true });
    assert.ok(heard.includes(null));
    await store.accounts.change("kim", { suspended: false });
  });

  it("are told to every node when their codes change for visitors, and only then", async () => {
    const place = await engine.migratedPlace();
    const node = await engine.open(place);
    // SQLite has one node.
    const other = engine.name === "postgres" ? await engine.open(place) : node;
    await addWorkspace(node, "ada");
    const heard: string[] = [];
    other.onWorkspaceChanged((id) => void heard.push(id));
    let isAny = false;
    other.onCodeChanged(() => {
      isAny = true;
    });
    const { change, restore } = node.workspaces;
    await change("ada", { contact: "ada@example.com" }, NOON);
    await change("ada", { contact: "ada@example.com", name: "Ada's" }, NOON);
    await assert.rejects(restore("ada", "ada", NOON), NOT_FOUND);
    await change("ada", { zone: "Europe/Berlin" }, NOON);
    await node.workspaces.delete("ada", NOON);
    await restore("ada", "ada", NOON);
    // Notices arrive in the order of their transactions.
    await until(() => heard.length >= 4);
    assert.deepEqual(heard, ["ada", "ada", "ada", "ada"]);
    assert.equal(isAny, false);
  });

  it("are at most as many as a user may own", async () => {
    await addWorkspace(store, "lou");
    const make = (n: number) =>
      store.workspaces.create({ id: `lou ${n}`, name: "Lou", plan: "pro", createdAt: NOON }, "lou", 3);
    const refused = await refusedOf([1, 2, 3, 4].map(make));
    assert.deepEqual(refused, [tooMany(3).message, tooMany(3).message]);
    await store.workspaces.delete("lou", NOON);
    await assert.rejects(make(5), tooMany(3), "deleted ones count");
    await addWorkspace(store, "mia");
    const given = { id: "mia 2", name: "Mia", createdAt: NOON };
    await store.workspaces.create(given, "mia", 2);
    await store.workspaces.join(given.id, "lou", "owner", NOON);
    const leaving = { workspaceId: given.id, userId: "mia", by: "mia", now: NOON };
    assert.deepEqual(await store.workspaces.removeMember(leaving, { ...given, id: "no spare" }), onlyKeys());
    assert.equal((await store.users.usage("mia")).workspaces, 2);
    const again = { ...given, id: "mia 3" };
    const more = store.workspaces.create(again, "mia", 2);
    await assert.rejects(more, tooMany(2), "those that were handed over count");
  });

  it("are not restored once their creator has more than may be created", async () => {
    await addWorkspace(store, "nia");
    await store.workspaces.create({ id: "nia 2", name: "Nia", createdAt: NOON }, "nia", 2);
    await store.workspaces.join("nia 2", "lou", "owner", NOON);
    for (const id of ["nia", "nia 2"]) await store.workspaces.delete(id, NOON);
    const restore = (id: string, userId = "nia") => store.workspaces.restore(id, userId, NOON, 2);
    await store.workspaces.delete((await store.users.find("nia"))!.workspaceId, NOON);
    const third = (await store.users.find("nia"))!.workspaceId;
    await store.workspaces.delete(third, NOON);
    assert.equal((await idsOf("nia")).length, 1, "the spare one");
    const last = restore("nia 2", "lou");
    assert.deepEqual(await refusedOf([restore("nia"), restore(third), last]), [OTHERS_LEFT.message]);
    await assert.rejects(restore("missing"), NOT_FOUND);
    await store.accounts.remove("nia", NOON);
    const isRefused = await last.then(
      () => false,
      () => true,
    );
    if (isRefused) await assert.doesNotReject(restore("nia 2", "lou"), "its creator is gone");
  });

  it("cannot be handed over again and again for spare ones", async () => {
    await addWorkspace(store, "oda");
    for (let i = 0; i < 2; i++) {
      const { workspaceId } = (await store.users.find("oda"))!;
      await store.workspaces.join(workspaceId, "ben", "editor", NOON);
      const lead = { workspaceId, userId: "ben", by: "oda", now: NOON };
      assert.deepEqual(await store.workspaces.setRole({ ...lead, role: "owner" }, spare(), 2), onlyKeys());
      assert.deepEqual(await removeMember(workspaceId, "oda"), onlyKeys(), "everybody can leave");
    }
    const { workspaceId } = (await store.users.find("oda"))!;
    await store.workspaces.join(workspaceId, "ben", "editor", NOON);
    const lead = { workspaceId, userId: "ben", by: "oda", now: NOON };
    await assert.rejects(store.workspaces.setRole({ ...lead, role: "owner" }, spare(), 2), TOO_MANY_OWNERS);
    assert.deepEqual(await store.workspaces.setRole({ ...lead, role: "viewer" }, spare(), 2), onlyKeys());
    const invite = (role: "owner" | "editor", hash: string, to = workspaceId) =>
      store.invitations.create(
        { id: hash, workspaceId: to, role, hash, madeBy: "oda", createdAt: NOON, expiresAt: NOON + 1 },
        10,
        2,
      );
    await assert.rejects(invite("owner", "o1"), TOO_MANY_OWNERS);
    await invite("editor", "o2");
    await assert.rejects(removeMember(workspaceId, "oda"), LAST_OWNER);
    await store.workspaces.join("dora", "oda", "owner", NOON);
    await assert.doesNotReject(invite("owner", "o3", "dora"), "somebody else created it");
    await assert.doesNotReject(invite("owner", "o4"), "who owns another gets no spare one");
    assert.deepEqual(await store.workspaces.setRole({ ...lead, role: "owner" }, spare(), 2), onlyKeys());
  });

  it("are given to somebody who would own none", async () => {
    await addWorkspace(store, "eve");
    await store.workspaces.join("eve", "ada", "owner", NOON);
    assert.deepEqual(await setRole("eve", "eve", "editor"), onlyKeys());
    const own = (await store.users.find("eve"))!;
    assert.match(own.workspaceId, /^spare/);
    assert.deepEqual(await rolesIn(own.workspaceId), { eve: "owner" });
    assert.deepEqual(await idsOf("eve"), ["eve", own.workspaceId]);
  });

  it("revoke the keys of a member who leaves, unless an owner keeps them", async () => {
    const id = await shared("keyed", { ben: "editor" });
    await addKey(id, "ben", "aaaaaaa1");
    await addKey(id, "ben", "aaaaaaa2");
    await addKey(id, "ada", "aaaaaaa3");
    await addKey("ben", "ben", "aaaaaaa4");
    const revoked = await removeMember(id, "ben", "ada", ["aaaaaaa2"]);
    assert.deepEqual(revoked, onlyKeys({ name: "Key aaaaaaa1", prefix: "aaaaaaa1" }));
    const states = ["aaaaaaa1", "aaaaaaa2", "aaaaaaa3", "aaaaaaa4"].map(isRefused);
    assert.deepEqual(await Promise.all(states), [true, false, false, false]);
    assert.equal((await store.keys.list(id)).find(({ prefix }) => prefix === "aaaaaaa2")?.madeBy, null);
    assert.equal(await admitInForce("aaaaaaa2", "ben"), null, "who made it is not charged any more");
    assert.equal((await admitInForce("aaaaaaa2", "ada"))?.admitted, true);
    assert.equal((await store.keys.findByPrefix("aaaaaaa2"))?.person, "ada");
    assert.equal(await store.keys.isOwners("aaaaaaa2"), false, "whoever knows it gets no more rights by that");
    await store.workspaces.join(id, "ben", "editor", NOON);
    await addKey(id, "ben", "aaaaaaa6");
    const kept = await removeMember(id, "ben", "ben", ["aaaaaaa6"]);
    assert.deepEqual(kept, onlyKeys({ name: "Key aaaaaaa6", prefix: "aaaaaaa6" }), "nobody keeps their own");
  });

  it("revoke the keys of a member who becomes a viewer", async () => {
    const id = await shared("lowered", { ben: "editor" });
    await addKey(id, "ben", "bbbbbbb1");
    assert.deepEqual(await setRole(id, "ben", "viewer"), onlyKeys({ name: "Key bbbbbbb1", prefix: "bbbbbbb1" }));
    assert.equal(await isRefused("bbbbbbb1"), true);
  });

  it("keep an owner who is not suspended, or all their codes would stop", async () => {
    const id = await shared("kept", { ben: "owner", cleo: "owner" });
    await store.accounts.change("ben", { suspended: true });
    assert.deepEqual(await setRole(id, "cleo", "editor"), { keys: [], webhooks: [], links: [] });
    await assert.rejects(removeMember(id, "ada"), LAST_OWNER);
    await assert.rejects(setRole(id, "ada", "editor"), LAST_OWNER);
    assert.deepEqual(await rolesIn(id), { ada: "owner", ben: "owner", cleo: "editor" });
    assert.deepEqual(await removeMember(id, "ben", "ada"), onlyKeys(), "of another owner nothing depends");
    await store.accounts.change("ben", { suspended: false });
  });

  it("are suspended while all their owners are, and so are the keys of a suspended member", async () => {
    const id = await shared("both", { ben: "owner", cleo: "editor" });
    const code = newCode(id, NOON);
    await store.codes.create(code);
    await addKey(id, "cleo", "ccccccc1");
    await addKey(id, "ada", "ccccccc2");
    const isPublic = async () => (await store.codes.findByTokens([code.token]))[0]?.isPublic;
    await store.accounts.change("ben", { suspended: true });
    assert.deepEqual([await isPublic(), await isRefused("ccccccc1")], [true, false]);
    await store.accounts.change("cleo", { suspended: true });
    assert.deepEqual([await isRefused("ccccccc1"), await isRefused("ccccccc2")], [true, false]);
    assert.equal(await admitInForce("ccccccc1", "cleo"), null);
    assert.equal((await admitInForce("ccccccc2", "ada"))?.admitted, true);
    await store.accounts.change("ada", { suspended: true });
    assert.deepEqual([await isPublic(), await isRefused("ccccccc2")], [false, true]);
    for (const userId of ["ada", "ben", "cleo"]) await store.accounts.change(userId, { suspended: false });
    assert.deepEqual([await isPublic(), await isRefused("ccccccc1")], [true, false]);
  });

  it("are joined once by an invitation, within its time, with its role", async () => {
    const id = await shared("invited");
    const email = "ben@example.com";
    const invite = (hash: string, role: "viewer" | "editor" | "owner" = "editor", madeBy = "ada") =>
      store.invitations.create(
        { id: hash, workspaceId: id, role, hash, madeBy, email, createdAt: NOON, expiresAt: NOON + 1000 },
        2,
      );
    await invite("h1");
    assert.deepEqual(await store.invitations.find("h1", NOON), { workspaceId: id, name: id, role: "editor", email });
    assert.equal(await store.invitations.find("h1", NOON + 1000), null, "expired");
    assert.equal(await store.invitations.accept("h1", "ben", NOON + 1000), null, "expired");
    assert.equal(await store.invitations.accept("h1", "ada", NOON), id, "a member already");
    const both = await Promise.all(["ben", "cleo"].map((userId) => store.invitations.accept("h1", userId, NOON)));
    assert.equal(both.filter((joined) => joined === id).length, 1, "one of two");
    assert.deepEqual(Object.values(await rolesIn(id)).toSorted(), ["editor", "owner"]);
    await invite("h2");
    await invite("h3");
    const row = { workspace_id: id, role: "editor", made_by: "ada", created_at: NOON - 1 };
    const { db } = store.auth;
    await db
      .insertInto("invitations")
      .values({ ...row, id: "old", hash: "old", expires_at: NOON })
      .execute();
    const full = "There are already 2 unused invitations, which is the limit. Revoke one first.";
    await assert.rejects(invite("h4"), wrong(full));
    const stored = await db
      .selectFrom("invitations")
      .select("id")
      .where("workspace_id", "=", id)
      .orderBy("id")
      .execute();
    assert.deepEqual(stored, [{ id: "h2" }, { id: "h3" }], "an expired one goes whether or not there is a new one");
    assert.deepEqual(
      (await store.invitations.list(id, NOON)).map((invitation) => invitation.id),
      ["h3", "h2"],
    );
    assert.equal(await store.invitations.remove("ada", "h2", NOON), false, "another workspace's");
    assert.equal(await store.invitations.remove(id, "h2", NOON), true);
    assert.equal(await store.invitations.find("h2", NOON), null);
  });

  it("are not joined by an invitation that is withdrawn at the same moment", async () => {
    const place = await engine.migratedPlace();
    const node = await engine.open(place);
    for (const userId of ["ada", "ben"]) await addWorkspace(node, userId);
    const times = { createdAt: NOON, expiresAt: NOON + 1000 };
    await node.invitations.create(
      { id: "i", workspaceId: "ada", role: "owner", hash: "i", madeBy: "ada", ...times },
      10,
    );
    if (engine.name === "sqlite") assert.ok(await node.invitations.remove("ada", "i", NOON));
    const client = new Client({ connectionString: place.databaseUrl ?? "" });
    // One writer at a time, except on PostgreSQL.
    if (engine.name === "postgres") {
      await client.connect();
      await client.query("BEGIN");
      await client.query("DELETE FROM invitations WHERE id = 'i'");
    }
    const joining = node.invitations.accept("i", "ben", NOON);
    if (engine.name === "postgres") {
      await lockWaits(node.auth.db, 1);
      await client.query("COMMIT");
      await client.end();
    }
    assert.equal(await joining, null);
    assert.equal(await node.workspaces.membership("ben", "ada"), null);
    await node.close();
  });

  it("are not joined by an invitation of somebody who is no owner any more", async () => {
    const id = await shared("voided", { ben: "owner", cleo: "owner" });
    const invite = (hash: string, madeBy: string) =>
      store.invitations.create(
        { id: hash, workspaceId: id, role: "owner", hash, madeBy, createdAt: NOON, expiresAt: NOON + 1000 },
        10,
      );
    for (const userId of ["ada", "ben", "cleo"]) await invite(`of ${userId}`, userId);
    await removeMember(id, "ben");
    await setRole(id, "cleo", "editor");
    assert.equal(await store.invitations.accept("of ben", "ben", NOON), null);
    assert.equal(await store.invitations.accept("of cleo", "dora", NOON), null);
    assert.equal(await store.invitations.accept("of ada", "dora", NOON), id);
  });

  it("are changed and opened to others by nobody who is suspended", async () => {
    const id = await shared("unopened", { ben: "owner" });
    const invite = (hash: string) =>
      store.invitations.create(
        { id: hash, workspaceId: id, role: "owner", hash, madeBy: "ben", createdAt: NOON, expiresAt: NOON + 1000 },
        10,
      );
    await invite("before");
    await store.accounts.change("ben", { suspended: true });
    await assert.rejects(invite("after"), NOT_FOUND);
    await assert.rejects(addKey(id, "ben", "ggggggg1"), GONE);
    await assert.rejects(setRole(id, "ada", "viewer", "ben"), NOT_FOUND);
    await assert.rejects(removeMember(id, "ada", "ben"), NOT_FOUND);
    // As if it had been made at the moment of the suspension.
    const row = { id: "late", workspace_id: id, role: "owner", hash: "late", made_by: "ben", created_at: NOON };
    await store.auth.db
      .insertInto("invitations")
      .values({ ...row, expires_at: NOON + 1000 })
      .execute();
    assert.equal(await store.invitations.find("late", NOON), null);
    assert.deepEqual(await store.invitations.list(id, NOON), []);
    assert.equal(await store.invitations.accept("late", "dora", NOON), null);
    assert.deepEqual(await rolesIn(id), { ada: "owner", ben: "owner" });
    await store.accounts.change("ben", { suspended: false });
  });

  it("can be restored by an owner for 30 days after they were deleted", async () => {
    const id = await shared("deleted", { ben: "editor", cleo: "owner" });
    const code = newCode(id, NOON);
    await store.codes.create(code);
    await addKey(id, "ada", "eeeeeee1");
    await addKey(id, "ada", "eeeeeee2");
    await store.keys.revoke("eeeeeee2", NOON);
    const invitation = { id: "d1", workspaceId: id, role: "editor", hash: "d1", madeBy: "ada" } as const;
    await store.invitations.create({ ...invitation, createdAt: NOON, expiresAt: NOON + 1000 }, 10);
    const isPublic = async () => (await store.codes.findByTokens([code.token]))[0]?.isPublic;
    const states = async () => [await isPublic(), await isRefused("eeeeeee1"), await isRefused("eeeeeee2")];
    assert.deepEqual(await states(), [true, false, true]);
    await assert.rejects(store.workspaces.delete("missing", NOON), NOT_FOUND);
    assert.deepEqual((await store.workspaces.delete(id, NOON)).toSorted(), ["ada", "ben", "cleo"]);
    await assert.rejects(store.workspaces.delete(id, NOON), NOT_FOUND, "only once");
    assert.deepEqual(await states(), [false, true, true]);
    assert.equal(await admitInForce("eeeeeee1", "ada"), null);
    assert.deepEqual([await store.workspaces.find(id), await store.workspaces.membership("ada", id)], [null, null]);
    assert.ok(!(await idsOf("ben")).includes(id));
    assert.equal(await store.invitations.find("d1", NOON), null);
    assert.equal(await store.invitations.accept("d1", "dora", NOON), null);
    await assert.rejects(store.workspaces.join(id, "dora", "owner", NOON), NOT_FOUND);
    await assert.rejects(addKey(id, "ada", "eeeeeee3"), GONE);
    // Suspending and resuming an owner leaves it deleted.
    for (const suspended of [true, false]) await store.accounts.change("ada", { suspended });
    assert.deepEqual(await states(), [false, true, true]);

    const kept = { id, name: id, deletedAt: NOON, keptUntil: NOON + 30 * DAY_MS };
    assert.deepEqual(await store.workspaces.deletedOf("cleo", NOON), [kept]);
    assert.deepEqual(await store.workspaces.deletedOf("ben", NOON), [], "no owner");
    await assert.rejects(store.workspaces.restore(id, "ben", NOON), NOT_FOUND);
    await assert.rejects(store.workspaces.restore(id, "cleo", NOON + 30 * DAY_MS), NOT_FOUND, "too late");
    assert.deepEqual(await store.workspaces.deletedOf("cleo", NOON + 30 * DAY_MS), []);
    await store.workspaces.restore(id, "cleo", NOON + 30 * DAY_MS - 1);
    assert.deepEqual(await states(), [true, false, true]);
    assert.deepEqual(await rolesIn(id), { ada: "owner", ben: "editor", cleo: "owner" });
    await assert.rejects(store.workspaces.restore(id, "cleo", NOON), NOT_FOUND, "only once");
  });

  it("leave no owner without a workspace when they are deleted, and are removed after 30 days", async () => {
    await addWorkspace(store, "gil");
    await store.workspaces.join("gil", "ben", "viewer", NOON);
    const code = newCode("gil", NOON);
    await store.codes.create(code);
    await store.workspaces.delete("gil", NOON);
    const own = (await store.users.find("gil"))!;
    assert.notEqual(own.workspaceId, "gil");
    assert.deepEqual([own.plan, await idsOf("gil")], ["pro", [own.workspaceId]]);
    await store.maintain(NOON + 30 * DAY_MS - 1);
    assert.equal((await store.workspaces.deletedOf("gil", NOON)).length, 1);
    await store.maintain(NOON + 30 * DAY_MS);
    assert.deepEqual(await store.workspaces.deletedOf("gil", NOON), []);
    while (await store.accounts.removeSomeCodes());
    await store.maintain(NOON + 30 * DAY_MS);
    const { db } = store.auth;
    const row = await db.selectFrom("codes").select("erased_at").where("id", "=", code.id).executeTakeFirstOrThrow();
    assert.equal(row.erased_at, NOON + 30 * DAY_MS, "the codes do not wait for another 30 days");
  });

  it("that are deleted are removed with their last owner, whoever else is a member", async () => {
    await addWorkspace(store, "hal");
    await store.workspaces.join("hal", "ben", "editor", NOON);
    await store.workspaces.delete("hal", NOON);
    await store.accounts.remove("hal", NOON);
    const left = await store.auth.db.selectFrom("workspaces").select("id").where("id", "=", "hal").execute();
    assert.deepEqual(left, []);
  });

  it("are removed with their only member, and hold back the removal of the only owner of others", async () => {
    await addWorkspace(store, "finn");
    await store.workspaces.create({ id: "alone", name: "Alone", plan: "pro", createdAt: NOON }, "finn");
    await store.workspaces.join("finn", "ben", "editor", NOON);
    const code = newCode("alone", NOON);
    await store.codes.create(code);
    await addKey("finn", "finn", "ddddddd1");
    const nameOf = async (id: string) => (await store.workspaces.find(id))!.name;
    const refused = wrong(
      `In “${await nameOf("finn")}” this account is the only owner, apart from suspended ones, and there are other members. Make another member an owner there first, or delete the workspace.`,
    );
    await assert.rejects(store.accounts.remove("finn", NOON), refused);
    assert.ok(await store.workspaces.find("alone"), "nothing was removed");
    await setRole("finn", "ben", "owner", "finn");
    await store.accounts.change("ben", { suspended: true });
    assert.equal((await store.workspaces.find("finn"))?.suspended, false);
    const finn = { actor: { kind: "person", name: "finn" }, agent: null, person: "finn" } as const;
    await addWorkspace(store, "gus");
    await store.accounts.change("gus", { suspended: true });
    const leaves = () => actAs(finn, () => store.accounts.remove("finn", NOON));
    await assert.rejects(leaves(), refused, "as who leaves a workspace, they keep it an owner who is not suspended");
    assert.ok(await store.workspaces.find("alone"), "nothing was removed");
    await addWorkspace(store, "editor");
    await store.workspaces.join("gus", "editor", "editor", NOON);
    const editor = { actor: { kind: "person", name: "editor" }, agent: null, person: "editor" } as const;
    const removed = actAs(editor, () => store.accounts.remove("editor", NOON));
    await assert.doesNotReject(removed, "of somebody else's nothing depends on them");
    await assert.doesNotReject(store.accounts.remove("finn", NOON), "an administrator may");
    assert.equal(await store.workspaces.find("alone"), null);
    assert.deepEqual(await rolesIn("finn"), { ben: "owner" });
    assert.equal(await isRefused("ddddddd1"), true, "a key in the workspace that stays");
    assert.equal((await store.workspaces.find("finn"))?.suspended, true, "its last owner is suspended");
    assert.equal((await store.codes.findByTokens([code.token]))[0]?.isPublic, false);
    while (await store.accounts.removeSomeCodes());
    assert.deepEqual(await store.codes.findByTokens([code.token]), []);
  });

  it("read their audit logs one page at a time, so that a long one does not hold up others", async () => {
    let [running, most] = [0, 0];
    const plugin: KyselyPlugin = {
      transformQuery({ node }) {
        running += 1;
        most = Math.max(most, running);
        return node;
      },
      async transformResult({ result }) {
        running -= 1;
        return result;
      },
    };
    const { db } = store.auth;
    const audit = createAuditQueries(db, db.withPlugin(plugin));
    const pages = (ids: string[]) => Promise.all(ids.map((id) => audit.page(id, { limit: 10 })));
    await pages(["ada", "ada", "ada", "ada"]);
    assert.equal(most, 1);
    await pages(["ada", "ben"]);
    assert.equal(most, 2, "those of different workspaces at the same time");
  });

  it("leave the hosts of their domains to nobody when they are removed", async () => {
    await shared("with a domain");
    const domain = { id: "domain", workspaceId: "with a domain", host: "go.example.com", proof: "x", createdAt: NOON };
    await store.domains.create(domain, 50);
    await store.domains.verify((await store.domains.find("with a domain", "domain"))!, ["x"], NOON);
    await store.workspaces.delete("with a domain", NOON);
    await store.maintain(NOON + 30 * DAY_MS);
    const served = { host: "go.example.com", workspaceId: NOBODY, since: 0, isDefault: false };
    assert.deepEqual(await store.domains.served(), [served]);
  });
});
