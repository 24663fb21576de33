import assert from "node:assert/strict";
import { it } from "node:test";
import { createLinkLimits } from "../../src/limits/link-limits.ts";
import { DAY_MS } from "../../src/shared/days.ts";
import { onceOf } from "../../src/shared/idempotency.ts";
import { createIds, createToken } from "../../src/shared/ids.ts";
import { badFields, PATH, useApp } from "../api/support.ts";
import { addWorkspace, freshCode, NOON, WORKSPACE } from "../store/support.ts";
import { newCode, VALID_BODY } from "../support/fixtures.ts";
import { onEachEngine } from "../support/stores.ts";

const createId = createIds(Date.now);
let count = 0;
const fresh = () => `limited-${process.pid}-${count++}`;

onEachEngine("The links of a workspace", (engine) => {
  const use = useApp(engine, { SLUG_LIMITS: "free=2,pro=4", PLACEMENT_LIMITS: "free=5,pro=9" });

  /** A workspace of its own. */
  async function owner(plan = "pro") {
    const { key } = await use.app.user(plan);
    const ask = (method: string, path: string, json?: object, headers = {}) =>
      use.app.request(method, path, { key, headers, ...(json && { json }) });
    const code = (fields: object = {}, headers = {}) => ask("POST", PATH, { ...VALID_BODY, ...fields }, headers);
    const { id } = (await code()).json;
    const place = (placements: object[], headers = {}) =>
      ask("POST", `${PATH}/${id}/placements`, { placements }, headers);
    return { ask, code, place, id };
  }

  it("400: more slugs than the plan allows, of codes and placements together, deleted ones counted", async () => {
    const { ask, code, place, id } = await owner();
    const first = await code({ slug: fresh() });
    assert.equal(first.status, 201, first.text);
    await ask("DELETE", `${PATH}/${first.json.id}`);
    const placed = await place([{ name: "Door", slug: fresh() }, { name: "Window" }]);
    assert.equal(placed.status, 201, placed.text);
    await ask("DELETE", `${PATH}/${id}/placements/${placed.json.data[0].id}`);
    const tooMany = await ask("POST", `${PATH}/bulk`, {
      qrcodes: [VALID_BODY, ...[1, 2, 3].map(() => ({ ...VALID_BODY, slug: fresh() }))],
    });
    assert.deepEqual(badFields(tooMany), ["qrcodes[1].slug"]);
    const message =
      "cannot be added: the plan allows 4 slugs in all workspaces of the account that created this one, and 2 are taken. Deleted ones count, since their links stay taken";
    assert.equal(tooMany.json.details[0].message, message);
    const two = await ask("POST", `${PATH}/bulk`, { qrcodes: [1, 2].map(() => ({ ...VALID_BODY, slug: fresh() })) });
    assert.equal(two.status, 201, two.text);
    const free = fresh();
    assert.deepEqual(badFields(await code({ slug: free })), ["slug"]);
    assert.deepEqual(badFields(await place([{ name: "A" }, { name: "B", slug: free }])), ["placements[1].slug"]);
    const { isFree, reason } = (await ask("GET", `/api/v1/slugs/${free}`)).json;
    assert.deepEqual([isFree, reason], [false, message.replace("2 are", "4 are")]);
    assert.equal((await code()).status, 201, "random tokens are not limited");
    const another = await owner();
    assert.equal((await another.code({ slug: free })).status, 201, "the limit is the workspace's own");
  });

  it("400: more placements than the plan allows; nothing is created", async () => {
    const { ask, place, id } = await owner("free");
    const names = (many: number) => Array.from({ length: many }, (_, i) => ({ name: `Table ${i}` }));
    const made = await place(names(4));
    assert.equal(made.status, 201, made.text);
    for (const { id: placement } of made.json.data) await ask("DELETE", `${PATH}/${id}/placements/${placement}`);
    const refused = await place(names(2));
    assert.deepEqual(badFields(refused), ["placements"]);
    assert.match(refused.json.details[0].message, /allows 5 placements in all workspaces of .*, and 4 are taken/);
    assert.deepEqual((await ask("GET", `${PATH}/${id}/placements`)).json.data, []);
    assert.equal((await place(names(1))).status, 201);
  });

  it("a repeated request gets its first answer, also when no slug is left", async () => {
    const { code, place } = await owner("free");
    const [slug, other] = [fresh(), fresh()];
    const answers = [];
    for (let i = 0; i < 2; i++) answers.push(await code({ slug }, { "idempotency-key": "a" }));
    for (let i = 0; i < 2; i++) answers.push(await place([{ name: "A", slug: other }], { "idempotency-key": "b" }));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 201, 201, 201],
    );
    assert.equal(answers[0]!.text, answers[1]!.text);
    assert.equal(answers[2]!.text, answers[3]!.text);
    assert.equal((await code({ slug }, { "idempotency-key": "a" })).text, answers[0]!.text);
    assert.deepEqual(badFields(await code({ slug: fresh() }, { "idempotency-key": "c" })), ["slug"]);
  });

  it("are limited exactly, whichever node takes them at the same time", async () => {
    const place = await engine.migratedPlace();
    const store = await engine.open(place);
    const other = engine.name === "sqlite" ? store : await engine.open(place);
    const { id: codeId } = await freshCode(store);
    const most = { slugs: 25, placements: 1000 };
    const attempts = Array.from({ length: 40 }, (_, i) => {
      const node = i % 2 === 0 ? store : other;
      const tokens = [fresh(), fresh()];
      const once = i % 8 < 4 ? undefined : onceOf(`key-${i}`, {}, "", NOON);
      if (i % 4 < 2) {
        const codes = tokens.map((token) => newCode(WORKSPACE, NOON, { token, isSlug: true }));
        return node.codes.createAll(codes, once, most.slugs);
      }
      const copies = tokens.map((token) => ({ id: createId(), name: "Door", token, isSlug: true, createdAt: NOON }));
      return node.placements.create({ workspaceId: WORKSPACE, codeId }, copies, once, most);
    });
    const outcomes = await Promise.all(attempts);
    assert.equal(outcomes.filter((outcome) => outcome === null).length, 12);
    assert.deepEqual((await store.codes.linkCounts(WORKSPACE))!.taken.slugs, 24);
    const taken = await store.auth.db.selectFrom("taken_tokens").selectAll().execute();
    assert.equal(taken.length, 24, "those who were refused took nothing");
  });

  it("of all workspaces of one account count together, exactly, on its plan", async () => {
    const place = await engine.migratedPlace();
    const store = await engine.open(place);
    const other = engine.name === "sqlite" ? store : await engine.open(place);
    const { id: codeId } = await freshCode(store);
    await store.workspaces.create({ id: "second", name: "Second", createdAt: NOON }, WORKSPACE);
    const code = newCode("second", NOON);
    await store.codes.create(code);
    const most = { slugs: 25, placements: 1000 };
    const attempts = Array.from({ length: 40 }, (_, i) => {
      const node = i % 2 === 0 ? store : other;
      const workspaceId = i % 4 < 2 ? WORKSPACE : "second";
      const tokens = [fresh(), fresh()];
      if (i % 8 < 4) {
        const codes = tokens.map((token) => newCode(workspaceId, NOON, { token, isSlug: true }));
        return node.codes.createAll(codes, undefined, most.slugs);
      }
      const copies = tokens.map((token) => ({ id: createId(), name: "Door", token, isSlug: true, createdAt: NOON }));
      const of = { workspaceId, codeId: workspaceId === WORKSPACE ? codeId : code.id };
      return node.placements.create(of, copies, undefined, most);
    });
    const outcomes = await Promise.all(attempts);
    assert.equal(outcomes.filter((outcome) => outcome === null).length, 12);
    const taken = async (id: string) => (await store.codes.linkCounts(id))?.taken.slugs;
    assert.deepEqual([await taken(WORKSPACE), await taken("second")], [24, 24]);
    assert.equal((await store.users.usage(WORKSPACE)).workspaces, 2);

    await store.workspaces.setPlan("second", "gold", NOON);
    assert.equal((await store.codes.linkCounts("second"))?.plan, "pro", "that of the account");
    await store.workspaces.delete("second", NOON);
    await store.maintain(NOON + 40 * DAY_MS);
    assert.equal(await taken("second"), undefined, "removed");
    assert.equal(await taken(WORKSPACE), 24, "what it took stays taken");
  });

  it("count alone in a workspace whose creator's account was removed", async () => {
    const store = await engine.emptied();
    for (const id of ["ada", "ben"]) await addWorkspace(store, id);
    const take = (workspaceId: string, most: number) =>
      store.codes.createAll([newCode(workspaceId, NOON, { token: fresh(), isSlug: true })], undefined, most);
    await store.workspaces.create({ id: "shared", name: "Shared", plan: "gold", createdAt: NOON }, "ada");
    await store.workspaces.join("shared", "ben", "owner", NOON);
    assert.deepEqual([await take("ada", 2), await take("shared", 2)], [null, null]);
    assert.deepEqual(await take("shared", 2), { over: "slugs" });
    const { refusal } = createLinkLimits(store, {
      workspaceLimit: 10,
      slugLimits: new Map([["free", 2]]),
      placementLimits: new Map([["free", 2]]),
    });
    assert.match(await refusal("shared", "slugs"), / 2 slugs in all workspaces of the account that created this one, /);
    await store.accounts.remove("ada", NOON);
    assert.match(await refusal("shared", "slugs"), / 2 slugs in this workspace, and 1 are taken/);
    assert.deepEqual(await store.codes.linkCounts("shared"), {
      plan: "gold",
      taken: { slugs: 1, placements: 0 },
    });
    assert.deepEqual([await take("shared", 2), await take("shared", 2)], [null, { over: "slugs" }]);
    assert.deepEqual((await store.users.usage("ben")).taken, { slugs: 0, placements: 0 });
  });

  it("are told by GET /me, with what the plan allows", async () => {
    const { ask, code, place } = await owner("pro");
    await code({ slug: fresh() });
    await place([{ name: "Door", slug: fresh() }]);
    assert.deepEqual((await ask("GET", "/api/v1/me")).json.links, {
      slugs: { taken: 2, limit: 4 },
      placements: { taken: 1, limit: 9 },
    });
  });

  it("of a refused creation are not counted", async () => {
    const store = await engine.emptied();
    await addWorkspace(store);
    const slug = fresh();
    const make = (tokens: string[]) =>
      store.codes.createAll(
        tokens.map((token) => newCode(WORKSPACE, NOON, { token, isSlug: true })),
        undefined,
        3,
      );
    assert.equal(await make([slug]), null);
    assert.deepEqual(await make([fresh(), slug]), { taken: new Set([slug]) });
    assert.deepEqual(await make([fresh(), fresh(), fresh()]), { over: "slugs" });
    assert.deepEqual((await store.codes.linkCounts(WORKSPACE))!.taken, { slugs: 1, placements: 0 });
    const code = newCode(WORKSPACE, NOON);
    await store.codes.create(code);
    const copies = [slug, createToken()].map((token) => ({
      id: createId(),
      name: "A",
      token,
      isSlug: true,
      createdAt: NOON,
    }));
    const outcome = await store.placements.create({ workspaceId: WORKSPACE, codeId: code.id }, copies);
    assert.deepEqual(outcome, { taken: new Set([slug]) });
    assert.deepEqual((await store.codes.linkCounts(WORKSPACE))!.taken, { slugs: 1, placements: 0 });
  });
});
