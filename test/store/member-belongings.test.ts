/** What members made that gives access without signing in: it ends with their membership unless an owner keeps it. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { before, it } from "node:test";
import type { EventType } from "../../src/shared/events.ts";
import type { Store } from "../../src/store/store.ts";
import type { Maker, Webhook } from "../../src/webhooks/webhook.ts";
import { newCode } from "../support/fixtures.ts";
import { GONE, NOT_FOUND } from "../support/refusals.ts";
import { settleLines } from "../support/settle.ts";
import { onEachEngine } from "../support/stores.ts";
import { addWorkspace, NOON, scansOf } from "./support.ts";
import { createId, takeAll } from "./webhook-support.ts";

onEachEngine("what a member made", (engine) => {
  let store: Store;
  before(async () => {
    store = await engine.fresh();
    for (const id of ["ada", "ben"]) await addWorkspace(store, id);
    await addWorkspace(store, "admin", "admin");
  });

  let made = 0;
  const spare = () => ({ id: `spare ${++made}`, name: "Spare", plan: "free", createdAt: NOON });

  async function addKey(workspaceId: string, madeBy: string): Promise<string> {
    const prefix = `k${++made}`.padEnd(8, "x");
    const rest = { lastFour: "four", hash: "00", scope: "full", endsAt: null, createdAt: NOON } as const;
    await store.keys.create({ id: prefix, workspaceId, madeBy, name: prefix, prefix, ...rest }, 100);
    return prefix;
  }

  async function addWebhook(workspaceId: string, maker: Maker, events: EventType[] = ["qrcode.created"]) {
    const id = createId();
    const rest = { events, isActive: true, secret: "whsec_AAAA", createdAt: NOON };
    const webhook = { id, workspaceId, url: "https://hooks.example.com/secret", ...rest };
    assert.equal(await store.webhooks.create(webhook, 20, undefined, maker), null);
    return { id };
  }

  async function addLink(workspaceId: string, madeBy: string, codeId: string | null, endsAt: number | null = null) {
    const id = createId();
    const link = { id, secret: id.padEnd(32, "s"), createdAt: NOON, endsAt, madeBy, workspaceId, codeId };
    await store.insightLinks.create(link, 100);
    return { id, secret: link.secret };
  }

  /** A workspace of Ada's in which Ben made a key, a webhook, one with that key, and links to all and to one code. */
  async function shared() {
    const id = `shared ${++made}`;
    await store.workspaces.create({ id, name: id, plan: "pro", createdAt: NOON }, "ada");
    await store.workspaces.join(id, "ben", "editor", NOON);
    const code = newCode(id, NOON);
    await store.codes.create(code);
    const key = await addKey(id, "ben");
    const [own, byKey] = [await addWebhook(id, { userId: "ben" }), await addWebhook(id, { keyId: key })];
    const [all, one] = [await addLink(id, "ben", null), await addLink(id, "ben", code.id)];
    const adas = [await addWebhook(id, { userId: "ada" }), await addLink(id, "ada", null)] as const;
    const belongings = {
      keys: [{ name: key, prefix: key }],
      webhooks: [byKey, own].map((each) => ({
        ...{ id: each.id, host: "hooks.example.com" },
        ...{ createdAt: NOON, events: ["qrcode.created"] },
      })),
      links: [
        { id: one.id, codeId: code.id, codeName: code.name },
        { id: all.id, codeId: null, codeName: null },
      ],
    };
    return { id, key, own, byKey, all, one, adas, belongings };
  }
  type Shared = Awaited<ReturnType<typeof shared>>;

  const byId = <T extends { id: string }>(list: T[]) => list.toSorted((a, b) => a.id.localeCompare(b.id));
  const sorted = (ended: object) => {
    const { keys, webhooks, links } = ended as Shared["belongings"];
    return { keys, webhooks: byId(webhooks), links: byId(links) };
  };
  /** Ids of what works, with its maker. */
  async function inForce({ id, key, own, byKey, all, one, adas }: Shared) {
    const webhooks = await store.webhooks.list(id);
    const madeBy = (webhookId: string) => webhooks.find((webhook) => webhook.id === webhookId)?.madeBy;
    const found = await Promise.all([all, one, adas[1]].map(({ secret }) => store.insightLinks.find(secret, NOON)));
    return {
      key: !(await store.keys.findByPrefix(key))!.refused,
      webhooks: [own, byKey, adas[0]].map((each) => madeBy(each.id)),
      links: found.map((link) => link !== null),
    };
  }
  const ENDED = { key: false, webhooks: [undefined, undefined, "ada"], links: [false, false, true] };
  const ended = async (workspaceId: string) =>
    (await store.audit.page(workspaceId, { limit: 100 }))
      .map(({ action }) => action)
      .filter((action) => /revoked|deleted|unshared/.test(action))
      .toSorted();
  const TOLD = [
    "code.numbers-unshared",
    "key.revoked",
    "webhook.deleted",
    "webhook.deleted",
    "workspace.numbers-unshared",
  ];

  it("includes webhooks that they sent elsewhere, and none that somebody else did", async () => {
    const { id, own, adas } = await shared();
    const change = (webhookId: string, userId: string) =>
      store.webhooks.change(id, webhookId, NOON, () => ({ url: `https://${userId}.example.com/` }), { userId });
    assert.equal((await change(adas[0].id, "ben"))?.madeBy, "ben");
    assert.equal((await change(own.id, "ada"))?.madeBy, "ada");
    await store.workspaces.removeMember({ workspaceId: id, userId: "ben", by: "ada", now: NOON }, spare());
    assert.deepEqual(
      (await store.webhooks.list(id)).map((webhook) => webhook.id),
      [own.id],
    );
    assert.equal(await change(own.id, "ben"), null, "once they are no member");
    assert.equal((await store.webhooks.find(id, own.id))?.madeBy, "ada");
  });

  it("is listed while it is in force, for members only", async () => {
    const { id, belongings } = await shared();
    await addLink(id, "ben", null, NOON);
    assert.deepEqual(await store.workspaces.belongings(id, "ben", NOON), belongings);
    assert.deepEqual(await store.workspaces.belongings("ben", "ben", NOON), { keys: [], webhooks: [], links: [] });
    await assert.rejects(store.workspaces.belongings("ben", "ada", NOON), NOT_FOUND);
  });

  for (const [how, end] of [
    [
      "they are removed",
      (id: string) => store.workspaces.removeMember({ workspaceId: id, userId: "ben", by: "ada", now: NOON }, spare()),
    ],
    [
      "they become a viewer",
      (id: string) =>
        store.workspaces.setRole({ workspaceId: id, userId: "ben", role: "viewer", by: "ada", now: NOON }, spare()),
    ],
  ] as const) {
    it(`ends when ${how}, with entries in the audit log`, async () => {
      const it = await shared();
      const other = await shared();
      assert.deepEqual(sorted((await end(it.id)) as object), sorted(it.belongings));
      assert.deepEqual(await inForce(it), ENDED);
      assert.deepEqual(await ended(it.id), TOLD);
      await assert.rejects(addWebhook(it.id, { userId: "ben" }), GONE, "they make no more");
      await assert.rejects(addWebhook(it.id, { keyId: it.key }), GONE);
      await assert.rejects(addLink(it.id, "ben", null), NOT_FOUND);
      assert.equal((await inForce(other)).key, true, "in other workspaces nothing ends");
      assert.deepEqual(await ended(other.id), []);
    });
  }

  it("is not named when it had ended before", async () => {
    const it = await shared();
    await store.insightLinks.create(
      {
        id: createId(),
        secret: "s".padEnd(32, `${made}`),
        createdAt: NOON,
        endsAt: NOON,
        madeBy: "ben",
        workspaceId: it.id,
        codeId: null,
      },
      100,
    );
    const prefix = `old${++made}`.padEnd(8, "x");
    const rest = { lastFour: "four", hash: "00", scope: "full", endsAt: NOON, createdAt: NOON } as const;
    const key = { id: prefix, workspaceId: it.id, madeBy: "ben", name: prefix, prefix, ...rest };
    await store.keys.create(key, 100);
    const removal = { workspaceId: it.id, userId: "ben", by: "ada", now: NOON };
    assert.deepEqual(sorted((await store.workspaces.removeMember(removal, spare())) as object), sorted(it.belongings));
    assert.deepEqual(await ended(it.id), TOLD);
    assert.equal((await store.insightLinks.list(it.id, null)).length, 1, "Ada's is left");
  });

  it("tells them nothing while their account is suspended, and nothing of that time afterwards", async () => {
    const { id, all, adas } = await shared();
    const events: EventType[] = ["qrcode.created", "qrcode.scanned"];
    const hooks = [await addWebhook(id, { userId: "ben" }, events), await addWebhook(id, { userId: "ada" }, events)];
    const [bens, others] = await Promise.all(hooks.map(async (each) => (await store.webhooks.find(id, each.id))!));
    const add = async (name: string) => {
      const code = newCode(id, NOON, { name });
      await store.codes.create(code);
      await settleLines(store, scansOf(code.id, 2));
    };
    const told = async (webhook: Webhook) => {
      await store.deliveries.gather(webhook.num, NOON, randomUUID);
      return (await takeAll(store, webhook)).map(({ type, data }) => ("code" in data ? data.code.name : type));
    };
    const working = async () =>
      (await Promise.all([all, adas[1]].map(({ secret }) => store.insightLinks.find(secret, NOON)))).map(Boolean);
    const off = (await store.webhooks.find(id, (await addWebhook(id, { userId: "ben" }, events)).id))!;
    await store.webhooks.change(id, off.id, NOON, () => ({ isActive: false }));
    await add("before");
    await store.accounts.change("ben", { suspended: true });
    await add("meanwhile");
    const due = async () => (await store.deliveries.due(NOON)).map(({ num }) => num);
    assert.deepEqual([(await due()).includes(bens!.num), (await due()).includes(others!.num)], [false, true]);
    assert.deepEqual(await told(bens!), []);
    assert.deepEqual(await told(others!), ["before", "meanwhile", "qrcode.scanned", "qrcode.scanned"]);
    assert.equal((await store.webhooks.waiting(bens!.num)).isMakerSuspended, true);
    assert.deepEqual(await working(), [false, true]);
    await store.accounts.change("ben", { suspended: false });
    assert.deepEqual(await told(bens!), ["before"], "which they might know already");
    assert.equal(await store.webhooks.dropped(bens!.num), 4);
    assert.equal(await store.webhooks.dropped(off.num), 0, "it was off all the time");
    assert.equal((await store.webhooks.waiting(bens!.num)).isMakerSuspended, false);
    await add("after");
    assert.deepEqual(await told(bens!), ["after", "qrcode.scanned"]);
    assert.deepEqual(await working(), [true, true]);
  });

  it("ends when they leave, whatever they would keep", async () => {
    const it = await shared();
    const keep = { keys: [it.key], webhooks: [it.own.id], links: [it.all.id] };
    const leaving = { workspaceId: it.id, userId: "ben", by: "ben", now: NOON, keep };
    assert.deepEqual(sorted((await store.workspaces.removeMember(leaving, spare())) as object), sorted(it.belongings));
    assert.deepEqual(await inForce(it), ENDED);
  });

  for (const what of ["removed", "made a viewer"]) {
    it(`stays as far as an owner keeps it when they are ${what}, and is nobody's then`, async () => {
      const it = await shared();
      const stranger = await shared();
      const keep = {
        keys: [it.key],
        webhooks: [it.own.id, stranger.own.id, it.adas[0].id],
        links: [it.one.id, stranger.one.id],
      };
      const change = { workspaceId: it.id, userId: "ben", by: "ada", now: NOON, keep };
      const outcome =
        what === "removed"
          ? store.workspaces.removeMember(change, spare())
          : store.workspaces.setRole({ ...change, role: "viewer" }, spare());
      const { webhooks, links } = it.belongings;
      assert.deepEqual(await outcome, { keys: [], webhooks: webhooks.slice(0, 1), links: links.slice(1) });
      const kept = { key: true, webhooks: [null, undefined, "ada"], links: [false, true, true] };
      assert.deepEqual(await inForce(it), kept);
      assert.deepEqual((await inForce(stranger)).webhooks, ["ben", "ben", "ada"]);
      const later = await addWebhook(it.id, { keyId: it.key });
      assert.equal((await store.webhooks.find(it.id, later.id))?.madeBy, null, "by a kept key");
    });
  }

  it("ends with their account, in every workspace", async () => {
    const [first, second] = [await shared(), await shared()];
    await store.accounts.remove("ben", NOON);
    for (const it of [first, second]) {
      assert.deepEqual(await inForce(it), ENDED);
      assert.deepEqual(await ended(it.id), TOLD);
    }
  });

  it("ends when somebody else takes over the account", async () => {
    await addWorkspace(store, "cleo");
    await store.auth.db.updateTable("user").set({ emailVerified: false }).where("id", "=", "cleo").execute();
    const { id } = await addWebhook("cleo", { userId: "cleo" });
    const { secret } = await addLink("cleo", "cleo", null);
    await store.accounts.takeOver("cleo", { provesEmail: true, now: NOON });
    assert.equal(await store.webhooks.find("cleo", id), null);
    assert.equal(await store.insightLinks.find(secret, NOON), null);
  });
});
