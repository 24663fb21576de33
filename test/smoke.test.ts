/** One pass through the whole API on each engine. The suites in test/api cover the details, on SQLite only. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { PATH, useOwnApp } from "./api/support.ts";
import { PHONE } from "./support/fixtures.ts";
import { onEachEngine } from "./support/stores.ts";

onEachEngine("the API", (engine) => {
  const use = useOwnApp(engine);
  const visit = (token: string, agent = PHONE) =>
    use.app.request("GET", `/r/${token}`, { headers: { "user-agent": agent } });

  it("creates, reads, lists, changes and restores a code", async () => {
    const { id } = await use.code({ name: "Menu", content: "https://example.com/menu" });
    await use.code({ name: "Another", content: "https://example.com/other" });
    const changed = await use.ask("PATCH", `${PATH}/${id}`, { json: { content: "https://example.com/new" } });
    assert.equal(changed.status, 200, changed.text);
    assert.deepEqual((await use.ask("GET", `${PATH}/${id}`)).json, changed.json);
    const found = await use.ask("GET", `${PATH}?q=Menu`);
    assert.deepEqual(
      found.json.data.map((code: { id: string }) => code.id),
      [id],
    );
    const { json: versions } = await use.ask("GET", `${PATH}/${id}/versions`);
    assert.equal(versions.data.length, 2);
    assert.equal((await use.ask("DELETE", `${PATH}/${id}`)).status, 204);
    assert.equal((await use.ask("GET", `${PATH}/${id}`)).status, 404);
    assert.equal((await use.ask("POST", `${PATH}/${id}/restore`)).status, 200);
  });

  it("counts scans, summarises visits and pages through them", async () => {
    const { id, shareToken } = await use.code({ content: "https://example.com/menu" });
    const ids: (string | null)[] = [];
    for (let n = 0; n < 3; n++) {
      const answer = await visit(shareToken);
      assert.equal(answer.status, 302);
      ids.unshift(answer.headers.get("scan-id"));
    }
    assert.equal((await visit(shareToken, "WhatsApp/2.24.13.77 A")).headers.get("scan-id"), null);
    const { json: summary } = await use.ask("GET", `${PATH}/${id}/analytics?days=2`);
    assert.equal(summary.totalScans, 3);
    assert.deepEqual(summary.byDevice, [{ device: "mobile", count: 3 }]);
    const { json: first } = await use.ask("GET", `${PATH}/${id}/scans?limit=2`);
    const { json: second } = await use.ask("GET", `${PATH}/${id}/scans?limit=2&cursor=${first.nextCursor}`);
    assert.deepEqual(
      [...first.data, ...second.data].map((scan) => scan.id),
      ids,
    );
    const { json: traffic } = await use.ask("GET", `${PATH}/${id}/traffic?days=1`);
    assert.equal(traffic.counted, 3);
    const { json: read } = await use.ask("GET", `${PATH}/${id}`);
    assert.equal(read.scanCount, 3);
  });

  it("returns the first answer for a repeated Idempotency-Key", async () => {
    const create = () =>
      use.ask("POST", PATH, {
        json: { name: "Once", content: "https://example.com/once" },
        headers: { "idempotency-key": "once" },
      });
    const [first, second] = [await create(), await create()];
    assert.equal(first.status, 201);
    assert.deepEqual(second.json, first.json);
  });

  it("creates many codes, a look and a webhook", async () => {
    const json = { qrcodes: [1, 2, 3].map((n) => ({ name: `Code ${n}`, content: `https://example.com/${n}` })) };
    const bulk = await use.ask("POST", `${PATH}/bulk`, { json });
    assert.equal(bulk.status, 201, bulk.text);
    const [{ id }] = bulk.json.data;
    const style = await use.ask("PUT", `${PATH}/${id}/style`, { json: { dots: "rounded" } });
    assert.equal(style.status, 200, style.text);
    const image = await use.ask("GET", `${PATH}/${id}/image?format=png`);
    assert.equal(image.headers.get("content-type"), "image/png");
    const hook = await use.ask("POST", "/api/v1/webhooks", {
      json: { url: "https://example.com/hook", events: ["qrcode.created"] },
    });
    assert.equal(hook.status, 201, hook.text);
  });

  it("admits exactly the plan's number of requests, and hides other owners' codes", async () => {
    const { key } = await use.app.user("free");
    const { id } = await use.code();
    const missing = await use.app.request("GET", `${PATH}/${id}`, { key });
    assert.equal(missing.status, 404);
    const asked = Array.from({ length: 25 }, () => use.app.request("GET", "/api/v1/me", { key }));
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    assert.equal(statuses.filter((status) => status === 200).length, 19);
    assert.equal(statuses.filter((status) => status === 429).length, 6);
  });
});
