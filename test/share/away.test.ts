import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { afterEach, describe, it } from "node:test";
import { PATH, useOwnApp } from "../api/support.ts";
import { LONG_WAITS } from "../support/app.ts";
import { eventually } from "../support/eventually.ts";
import { PHONE } from "../support/fixtures.ts";
import { createAwayEngine, type Outage, onEachEntryPoint, UUID } from "./support.ts";

onEachEntryPoint("share links while the store is unavailable", (engine) => {
  const store = createAwayEngine(engine);
  const use = useOwnApp(store);
  const visit = (path: string, method = "GET") => use.app.request(method, path, { headers: { "user-agent": PHONE } });

  afterEach(() => store.be("none"));

  it("still redirect and record known codes, which are counted when it is back", async () => {
    const { shareToken, id } = await use.code();
    await visit(`/r/${shareToken}`);
    store.be("fails");
    for (let i = 0; i < 10; i++) {
      // Past the time after which a code is read again.
      use.clock.move(6_000);
      const answer = await visit(`/r/${shareToken}`);
      assert.equal(answer.status, 302);
      assert.match(answer.headers.get("scan-id") ?? "", UUID);
    }
    store.be("none");
    await eventually(async () => {
      assert.equal((await use.ask("GET", `${PATH}/${id}`)).json.scanCount, 11);
    });
  });

  async function assertUnavailable(of: typeof use, outage: Outage): Promise<string> {
    const { shareToken } = await of.code();
    store.be(outage);
    // Each is answered while the store is still unavailable: no visit waits for it.
    for (const end of ["", "+", ".png", ".vcf"]) {
      const answer = await of.app.request("GET", `/r/${shareToken}${end}`, { headers: { "user-agent": PHONE } });
      assert.equal(answer.status, 503, end);
      assert.match(answer.headers.get("retry-after") ?? "", /^\d+$/);
      assert.equal(answer.headers.get("content-type"), "text/html; charset=utf-8");
      assert.equal(answer.headers.get("cache-control"), "no-store");
      assert.match(answer.text, /Try again in a moment/);
    }
    return shareToken;
  }

  it("answer 503 with a page and Retry-After for unknown codes when the store fails", async () => {
    const shareToken = await assertUnavailable(use, "fails");
    store.be("none");
    await eventually(async () => assert.equal((await visit(`/r/${shareToken}`)).status, 302));
  });

  describe("that does not answer", () => {
    // No lookup shall succeed here, so none is too slow, however slow the machine.
    const impatient = useOwnApp(store, {}, { ...LONG_WAITS, lookupMs: 50 });
    it("are 503 with the same page", async () => void (await assertUnavailable(impatient, "hangs")));
  });

  it("are 503 with the page if the logo of a known code cannot be read", async () => {
    const { shareToken, id } = await use.code();
    const style = JSON.stringify({ logo: { id: randomUUID(), scale: 0.2 } });
    await use.app.store.auth.db.updateTable("codes").set({ style }).where("id", "=", id).execute();
    await visit(`/r/${shareToken}`);
    store.be("fails");
    for (const end of ["+", ".png"]) {
      const answer = await visit(`/r/${shareToken}${end}`);
      assert.equal(answer.status, 503, end);
      assert.match(answer.text, /Try again in a moment/);
    }
  });

  it("still report that a known code has expired", async () => {
    const { shareToken, id } = await use.code();
    await use.expire(id);
    assert.equal((await visit(`/r/${shareToken}`)).status, 410);
    store.be("fails");
    for (const end of ["", ".png"]) assert.equal((await visit(`/r/${shareToken}${end}`)).status, 410);
  });

  it("do not return to an earlier state of a changed code", async () => {
    const { shareToken, id } = await use.code();
    assert.equal((await visit(`/r/${shareToken}`)).status, 302);
    await use.ask("PATCH", `${PATH}/${id}`, { json: { isPublic: false } });
    store.be("fails");
    assert.equal((await visit(`/r/${shareToken}`)).status, 503);
    store.be("none");
    assert.equal((await visit(`/r/${shareToken}`)).status, 404);
  });
});
