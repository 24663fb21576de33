import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createIds, isNativeToken } from "../../src/shared/ids.ts";
import { newCode, VALID_BODY } from "../support/fixtures.ts";
import { onEachEngine } from "../support/stores.ts";
import { badFields, PATH, useApp } from "./support.ts";

let count = 0;
/** One that no other test chooses. */
const fresh = () => `summer-menu-${process.pid}-${count++}`;

onEachEngine("Slugs", (engine) => {
  const use = useApp(engine);
  const post = (fields: object, headers = {}) => use.ask("POST", PATH, { json: { ...VALID_BODY, ...fields }, headers });
  const visit = (token: string) => use.app.request("GET", `/r/${token}`);
  const state = async (slug: string) => (await use.ask("GET", `/api/v1/slugs/${encodeURIComponent(slug)}`)).json;

  it("201: the slug is the share token, in lower case, and works in any case", async () => {
    const slug = fresh();
    const answer = await post({ slug: slug.toUpperCase() });
    assert.equal(answer.status, 201, answer.text);
    assert.equal(answer.json.shareToken, slug);
    assert.equal(answer.json.shareUrl, `http://tessera.test/r/${slug}`);
    for (const spelling of [slug, slug.toUpperCase(), `S${slug.slice(1)}`]) {
      const visited = await visit(spelling);
      assert.equal(visited.status, 302, spelling);
      assert.ok(visited.headers.get("scan-id"));
    }
    assert.equal((await use.ask("GET", `${PATH}/${answer.json.id}`)).json.scanCount, 3);
  });

  it("a change is seen in any case at once", async () => {
    const slug = fresh();
    const { id } = (await post({ slug })).json;
    assert.equal((await visit(slug.toUpperCase())).status, 302);
    await use.ask("PATCH", `${PATH}/${id}`, { json: { isPublic: false } });
    for (const spelling of [slug, slug.toUpperCase()]) assert.equal((await visit(spelling)).status, 404);
  });

  it("400: malformed or reserved, with what is accepted", async () => {
    for (const slug of ["ab", "-abc", "abc-", "a".repeat(41), "a b c", "ä-menu", "a_b_c", "a.b", 123, null, ""]) {
      const answer = await post({ slug });
      assert.deepEqual(badFields(answer), ["slug"], String(slug));
    }
    for (const slug of ["admin", "API", "Login", "www"]) {
      const answer = await post({ slug });
      assert.deepEqual(badFields(answer), ["slug"]);
      assert.match(answer.json.details[0].message, /reserved/);
      assert.deepEqual(await state(slug), {
        slug: slug.toLowerCase(),
        isFree: false,
        reason: "is reserved: choose another",
      });
    }
  });

  it("of two requests for the same slugs at once, one gets all of them", async () => {
    const { store } = use.app;
    const { id: workspaceId } = await ownWorkspace();
    const slugs = Array.from({ length: 500 }, fresh);
    const create = (tokens: string[]) =>
      store.codes.createAll(tokens.map((token) => newCode(workspaceId, use.clock.now(), { token, isSlug: true })));
    const outcomes = await Promise.all([create(slugs), create(slugs.toReversed())]);
    assert.deepEqual(outcomes.filter(Boolean), [{ taken: new Set(slugs) }]);
  });

  it("400: taken by any code, in any case, also after its deletion", async () => {
    const slug = fresh();
    assert.deepEqual(await state(slug), { slug, isFree: true, reason: null });
    const { id } = (await post({ slug })).json;
    const other = (await use.app.user()).key;
    for (const spelling of [slug, slug.toUpperCase()]) {
      const answer = await use.app.request("POST", PATH, { key: other, json: { ...VALID_BODY, slug: spelling } });
      assert.deepEqual(badFields(answer), ["slug"]);
      assert.equal(answer.json.details[0].message, "is taken: choose another");
    }
    await use.ask("DELETE", `${PATH}/${id}`);
    assert.deepEqual(badFields(await post({ slug })), ["slug"]);
    assert.deepEqual(await state(slug), { slug, isFree: false, reason: "is taken: choose another" });
  });

  it("400: taken by a random token, of a code or of a placement", async () => {
    const code = await use.code();
    const { data } = (
      await use.ask("POST", `${PATH}/${code.id}/placements`, { json: { placements: [{ name: "Door" }] } })
    ).json;
    for (const token of [code.shareToken, data[0].token]) {
      assert.ok(isNativeToken(token));
      assert.deepEqual(badFields(await post({ slug: token })), ["slug"]);
      const json = { placements: [{ name: "Door", slug: token }] };
      const answer = await use.ask("POST", `${PATH}/${code.id}/placements`, { json });
      assert.deepEqual(badFields(answer), ["placements[0].slug"]);
    }
  });

  it("400: taken by an imported token that differs only in case", async () => {
    const { store } = use.app;
    const token = `Kept-${process.pid}-${count++}`;
    const now = use.clock.now();
    const id = createIds(() => now)();
    const { workspaceId } = (await store.codes.find((await ownWorkspace()).id, (await use.code()).id))!;
    const importer = {
      ...newCode(workspaceId, now),
      ...{
        id,
        token,
        isSlug: false,
        style: null,
        page: null,
        routing: null,
        scanCount: 0,
        expiresFixed: false,
        expiresBefore: null,
      },
      ...{ deletedAt: null, renewedAt: now, madeBy: null, tags: [] },
    };
    const [num] = await store.importer.reserve([importer]);
    await store.importer.finish([{ num: num!, code: importer }], now);
    assert.equal((await visit(token)).status, 302);
    assert.equal((await visit(token.toLowerCase())).status, 404, "imported tokens keep their case");
    assert.deepEqual(badFields(await post({ slug: token.toLowerCase() })), ["slug"]);
  });

  async function ownWorkspace(): Promise<{ id: string }> {
    const { id } = await use.code();
    const row = await use.app.store.auth.db
      .selectFrom("codes")
      .select("workspace_id")
      .where("id", "=", id)
      .executeTakeFirst();
    return { id: row.workspace_id };
  }

  it("one of many concurrent requests gets the slug", async () => {
    const slug = fresh();
    const code = await use.code();
    const asCode = Array.from({ length: 4 }, () => post({ slug }));
    const asPlacement = Array.from({ length: 4 }, () =>
      use.ask("POST", `${PATH}/${code.id}/placements`, { json: { placements: [{ name: "Door", slug }] } }),
    );
    const statuses = (await Promise.all([...asCode, ...asPlacement])).map(({ status }) => status);
    assert.deepEqual(statuses.sort(), [201, ...Array(7).fill(400)]);
  });

  it("bulk: all or none, and every taken slug is named", async () => {
    const [held, free] = [fresh(), fresh()];
    await post({ slug: held });
    const bulk = (slugs: (string | undefined)[]) =>
      use.ask("POST", `${PATH}/bulk`, { json: { qrcodes: slugs.map((slug) => ({ ...VALID_BODY, slug })) } });
    assert.deepEqual(badFields(await bulk([free, held, undefined])), ["qrcodes[1].slug"]);
    assert.deepEqual(badFields(await bulk([free, free.toUpperCase()])), ["qrcodes[1].slug"]);
    const made = await bulk([free, undefined]);
    assert.equal(made.status, 201, made.text);
    assert.equal(made.json.data[0].shareToken, free);
    assert.ok(isNativeToken(made.json.data[1].shareToken));
  });

  it("the same Idempotency-Key gets the first answer", async () => {
    const slug = fresh();
    const headers = { "idempotency-key": `slug-${slug}` };
    const [first, again] = [await post({ slug }, headers), await post({ slug }, headers)];
    assert.equal(again.status, 201, again.text);
    assert.deepEqual(again.json, first.json);
    assert.equal(again.headers.get("idempotency-replayed"), "true");
  });

  describe("GET /slugs/:slug", () => {
    it("says what creating would say", async () => {
      const { isFree, reason } = await state("a b");
      assert.equal(isFree, false);
      assert.match(reason, /^must be 3 to 40/);
    });
  });
});
