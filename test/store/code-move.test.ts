import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import type { Transaction } from "kysely";
import type { Tables } from "../../src/database/tables.ts";
import { DAY_MS, quarterOf } from "../../src/shared/days.ts";
import { createIds } from "../../src/shared/ids.ts";
import type { Store } from "../../src/store/store.ts";
import { eventually } from "../support/eventually.ts";
import { newCode } from "../support/fixtures.ts";
import { lockWaits } from "../support/lock-waits.ts";
import { NOT_FOUND, refusedOf, wrong } from "../support/refusals.ts";
import { settleLines } from "../support/settle.ts";
import { onEachEngine } from "../support/stores.ts";
import { rowsOf } from "./insight-rows.ts";
import { addWorkspace, NOON, scansOf } from "./support.ts";
import { takeAll, webhookOf } from "./webhook-support.ts";

const createId = createIds(() => NOON);
const NO_TARGET = wrong("Choose another workspace of which you are an owner or editor.");
const styleWith = (id: string) => JSON.stringify({ modules: "dots", logo: { id, scale: 0.2 } });

onEachEngine("moving a code", (engine) => {
  let store: Store;
  let other: Store;
  before(async () => {
    const place = await engine.migratedPlace();
    store = await engine.open(place);
    // With SQLite there is one node.
    other = engine.name === "postgres" ? await engine.open(place) : store;
    for (const id of ["ada", "ben", "cy"]) await addWorkspace(store, id);
    await store.workspaces.join("ben", "ada", "editor", NOON);
  });
  after(async () => {
    if (other !== store) await other.close();
    await store.close();
  });

  const move = (id: string, fields: { from?: string; to?: string; userId?: string } = {}) =>
    store.codes.move({ id, from: "ada", to: "ben", userId: "ada", now: NOON, ...fields });
  const logoIn = async (workspaceId: string, hash: string): Promise<string> => {
    const logo = {
      id: createId(),
      workspaceId,
      width: 2,
      height: 1,
      hash,
      createdAt: NOON,
      bytes: new Uint8Array([1]),
    };
    const made = await store.logos.create(logo, 200);
    assert.ok(typeof made === "object");
    return made.id;
  };
  const found = async (workspaceId: string, q: string) =>
    (await store.codes.list(workspaceId, { q }, NOON, 10)).codes.map(({ name }) => name);

  it("keeps its token, scans, versions and counts, and tells every node and both workspaces' webhooks", async () => {
    const code = newCode("ada", NOON, { name: "Wandering menu", category: "Tables" });
    await store.codes.create(code);
    await settleLines(store, scansOf(code.id, 20, NOON + 1000));
    await store.codes.update("ada", code.id, NOON + 1, () => ({ content: "https://example.com/new" }));
    const hooks = { ada: await webhookOf(store, undefined, "ada"), ben: await webhookOf(store, undefined, "ben") };
    const before = (await store.codes.find("ada", code.id))!;
    const said = async () => ({
      scans: await store.scans.page(before.num, 100),
      versions: await store.history.page(before.num, 10),
      counts: await rowsOf(store, before.num, quarterOf(NOON), quarterOf(NOON + 30 * DAY_MS)),
    });
    const was = await said();
    const heard: (string | null)[] = [];
    other.onCodeChanged((token) => void heard.push(token));

    const moved = await move(code.id);
    assert.deepEqual(moved, { ...before, workspaceId: "ben" });
    assert.deepEqual(await store.codes.find("ben", code.id), moved);
    assert.equal(await store.codes.find("ada", code.id), null);
    assert.deepEqual(await said(), was);
    assert.equal((await store.codes.findByTokens([code.token]))[0]?.workspaceId, "ben");
    await eventually(async () => assert.ok(heard.includes(code.token)));
    const lists = [await found("ada", "wandering"), await found("ben", "wandering")];
    assert.deepEqual(lists, [[], ["Wandering menu"]]);
    assert.deepEqual(
      (await store.tags.list("ben")).map(({ name }) => name),
      ["Tables"],
    );
    const events = async (hook: (typeof hooks)["ada"]) => (await takeAll(store, hook)).map(({ type }) => type);
    assert.deepEqual([await events(hooks.ada), await events(hooks.ben)], [["qrcode.deleted"], ["qrcode.created"]]);
    await settleLines(store, scansOf(code.id, 3, NOON + 2_000_000));
    assert.equal((await store.codes.find("ben", code.id))?.scanCount, 23);
    assert.deepEqual(await store.scans.check(), []);
  });

  it("shows its new name to its new workspace only, also in deliveries of earlier scans", async () => {
    const code = newCode("ada", NOON, { name: "Before" });
    await store.codes.create(code);
    const hook = await webhookOf(store, ["qrcode.scanned"], "ada");
    await settleLines(store, scansOf(code.id, 1, NOON + 1000));
    await store.deliveries.gather(hook.num, NOON + 10_000, createId);
    const names = async () => (await store.webhooks.deliveries(hook.num, 10))!.map(({ codeName }) => codeName);
    assert.deepEqual(await names(), ["Before"]);
    await move(code.id);
    await store.codes.update("ben", code.id, NOON, () => ({ name: "After" }));
    assert.deepEqual(await names(), [null]);
  });

  it("takes its look along: a logo is copied unless the other workspace has the same picture", async () => {
    const [shared, own] = [await logoIn("ada", "same"), await logoIn("ada", "only here")];
    const there = await logoIn("ben", "same");
    const styles: unknown[] = [];
    for (const logo of [shared, own]) {
      const code = newCode("ada", NOON, { style: styleWith(logo) });
      await store.codes.create(code);
      await move(code.id);
      styles.push(JSON.parse((await store.codes.find("ben", code.id))!.style!));
    }
    const logos = await store.logos.list("ben", 10);
    const copy = logos.find(({ id }) => id !== there)!;
    assert.equal(logos.length, 2);
    assert.notEqual(copy.id, own);
    assert.deepEqual(styles, [JSON.parse(styleWith(there)), JSON.parse(styleWith(copy.id))]);
    assert.deepEqual([...(await store.logos.bytes("ben", copy.id))!], [1]);
    assert.equal((await store.logos.list("ada", 10)).length, 2, "nothing is taken away");
  });

  it("ends the links to its numbers, with an entry in the audit log of the workspace that made them", async () => {
    const code = newCode("ada", NOON, { name: "Shared menu" });
    await store.codes.create(code);
    const link = { id: createId(), secret: "s".repeat(32), createdAt: NOON, endsAt: null, madeBy: "ada" };
    await store.insightLinks.create({ ...link, workspaceId: "ada", codeId: code.id }, 10);
    const told = async (workspaceId: string) =>
      (await store.audit.page(workspaceId, { limit: 2 })).map(({ action, subject }) => [action, subject?.name]);
    await move(code.id);
    assert.equal(await store.insightLinks.find(link.secret, NOON), null);
    assert.deepEqual(await told("ada"), [
      ["code.moved-out", "Shared menu"],
      ["code.numbers-unshared", "Shared menu"],
    ]);
    assert.equal((await told("ben"))[0]![0], "code.moved-in");
  });

  it("needs an editor of both workspaces, which are in use", async () => {
    const code = newCode("ada", NOON);
    await store.codes.create(code);
    await assert.rejects(move(code.id, { to: "cy" }), NO_TARGET, "not a member");
    await store.workspaces.join("cy", "ada", "viewer", NOON);
    await assert.rejects(move(code.id, { to: "cy" }), NO_TARGET, "a viewer");
    await assert.rejects(move(code.id, { userId: "ben" }), NO_TARGET, "an editor of the other one only");
    await assert.rejects(move(code.id, { to: "missing" }), NO_TARGET);
    await assert.rejects(move(createId()), NOT_FOUND);
    await store.accounts.change("ben", { suspended: true });
    await assert.rejects(move(code.id), NO_TARGET, "suspended");
    await store.accounts.change("ben", { suspended: false });
    await store.workspaces.create({ id: "gone", name: "Gone", plan: "pro", createdAt: NOON }, "ada");
    await store.workspaces.delete("gone", NOON);
    await assert.rejects(move(code.id, { to: "gone" }), NO_TARGET, "deleted");
    await store.codes.remove("ada", code.id, NOON);
    await assert.rejects(move(code.id), NOT_FOUND, "in the bin");
  });

  it("is refused if a code there has its external ID, also one that gets it at the same time", async () => {
    const HELD = { code: "validation_error", message: "The other workspace has a code with the same external ID." };
    const make = async (workspaceId: string, externalId: string | null) => {
      const code = newCode(workspaceId, NOON, { externalId });
      await store.codes.create(code);
      return code;
    };
    const mine = await make("ada", "menu-7");
    const theirs = await make("ben", "menu-7");
    await assert.rejects(move(mine.id), HELD);
    await store.codes.remove("ben", theirs.id, NOON);
    await assert.rejects(move(mine.id), HELD, "in the bin");
    const [code, named] = [await make("ada", "menu-8"), await make("ben", null)];
    let moving: Promise<void> | undefined;
    await store.auth.db.transaction().execute(async (trx: Transaction<Tables>) => {
      await trx.updateTable("codes").set({ external_id: "menu-8" }).where("id", "=", named.id).execute();
      moving = assert.rejects(move(code.id), HELD);
      if (engine.name === "postgres") await lockWaits(store.auth.db, 1);
    });
    await moving;
    assert.equal((await store.codes.find("ada", code.id))?.externalId, "menu-8");
  });

  it("in both directions at once does not block", async () => {
    const [mine, theirs] = [newCode("ada", NOON), newCode("ben", NOON)];
    for (const code of [mine, theirs]) await store.codes.create(code);
    const moves = [move(mine.id), move(theirs.id, { from: "ben", to: "ada" }), move(mine.id)];
    assert.deepEqual(await refusedOf(moves), [NOT_FOUND.message]);
    assert.ok(await store.codes.find("ben", mine.id));
    assert.ok(await store.codes.find("ada", theirs.id));
  });
});
