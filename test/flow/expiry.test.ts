import assert from "node:assert/strict";
import { it } from "node:test";
import { DAY_MS } from "../../src/shared/days.ts";
import { PATH, useApp } from "../api/support.ts";
import { onEachEntryPoint } from "../share/support.ts";
import { eventually } from "../support/eventually.ts";
import { PHONE } from "../support/fixtures.ts";

const LIFETIME = 365 * DAY_MS;
const iso = (ms: number) => new Date(ms).toISOString();

onEachEntryPoint("the sliding expiry", (engine) => {
  const use = useApp(engine);
  const visit = (token: string, end = "", method = "GET") =>
    use.app.request(method, `/r/${token}${end}`, { headers: { "user-agent": PHONE } });
  const expiry = async (id: string) => (await use.ask("GET", `${PATH}/${id}`)).json.expiresAt;

  it("does not move on the day of creation, and moves once on a later day", async () => {
    const code = await use.code();
    const createdAt = use.clock.now();
    assert.equal(code.expiresAt, iso(createdAt + LIFETIME));
    await visit(code.shareToken);
    assert.equal(await expiry(code.id), iso(createdAt + LIFETIME));
    use.clock.move(DAY_MS);
    const first = use.clock.now();
    await visit(code.shareToken);
    await eventually(async () => assert.equal(await expiry(code.id), iso(first + LIFETIME)));
    use.clock.move(3_600_000);
    await visit(code.shareToken);
    assert.equal(await expiry(code.id), iso(first + LIFETIME), "once a day");
  });

  it("is not moved by visits that do not count", async () => {
    const code = await use.code();
    use.clock.move(2 * DAY_MS);
    await visit(code.shareToken, "", "HEAD");
    await visit(code.shareToken, ".png");
    assert.equal(await expiry(code.id), code.expiresAt);
  });

  it("keeps a code alive that is still scanned, even if it was cached long ago", async () => {
    const code = await use.code();
    for (let i = 0; i < 4; i++) {
      use.clock.move(LIFETIME - 1000);
      const answer = await visit(code.shareToken);
      assert.equal(answer.status, 302, `after ${i + 1} lifetimes`);
      await eventually(async () => assert.equal(await expiry(code.id), iso(use.clock.now() + LIFETIME)));
    }
    assert.equal((await use.ask("GET", `${PATH}/${code.id}`)).json.scanCount, 4);
    use.clock.move(2000);
    assert.equal((await visit(code.shareToken, ".png")).status, 200, "its files are not refused either");
  });

  it("counts a scan in the last second, however soon the next one comes", async () => {
    const code = await use.code();
    use.clock.move(LIFETIME - 1);
    assert.equal((await visit(code.shareToken)).status, 302);
    use.clock.move(1);
    assert.equal((await visit(code.shareToken)).status, 302);
  });

  it("ends without scans, to the millisecond", async () => {
    const code = await use.code();
    use.clock.move(LIFETIME - 1);
    assert.equal((await visit(code.shareToken, ".png")).status, 200);
    use.clock.move(1);
    assert.equal((await visit(code.shareToken, ".png")).status, 410);
    assert.equal((await visit(code.shareToken)).status, 410);
    const read = await use.ask("GET", `${PATH}/${code.id}`);
    assert.equal(read.status, 200, "the API still returns it");
    assert.equal(read.json.scanCount, 0);
  });

  it("leaves a date set by hand alone, until the owner clears it", async () => {
    const code = await use.code();
    const until = use.clock.now() + 10 * DAY_MS;
    await use.ask("PATCH", `${PATH}/${code.id}`, { json: { expiresAt: iso(until) } });
    use.clock.move(5 * DAY_MS);
    await visit(code.shareToken);
    assert.equal(await expiry(code.id), iso(until));
    use.clock.move(5 * DAY_MS);
    assert.equal((await visit(code.shareToken)).status, 410);
    await use.ask("PATCH", `${PATH}/${code.id}`, { json: { expiresAt: null } });
    assert.equal(await expiry(code.id), iso(use.clock.now() + LIFETIME));
    assert.equal((await visit(code.shareToken)).status, 302);
  });
});
