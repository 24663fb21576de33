/** The client with an exhausted limit, and with answers that are lost. */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { createClient, type Pause, RateLimitError, type TesseraClient } from "../../client/src/index.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { onSqlite } from "../support/stores.ts";
import { startProxy } from "../support/tcp-proxy.ts";

const LIMIT = 5;
const settings = { PLAN_LIMITS: `free=${LIMIT},pro=${LIMIT}`, RATE_WINDOW_SECONDS: "1" };
const CONTENT = "https://example.com/menu";

type Listed = () => AsyncIterable<{ id: string }>;

onSqlite("The client under failure", (engine) => {
  let app: TestApp;
  before(async () => {
    app = await startApp({ engine, settings });
  });
  after(() => app.close());

  /** A client with its own user, and the reasons for its waits. */
  async function start(url = app.url, onPause = (_pause: Pause) => {}) {
    const { key } = await app.user();
    const reasons: string[] = [];
    const tessera = createClient({
      url,
      key,
      onPause(pause) {
        reasons.push(pause.reason);
        onPause(pause);
      },
    });
    return { tessera, reasons, key };
  }

  // On a very slow machine the calls outlast the windows, so no wait occurs: then try once more.
  it("completes three times as many calls as the limit", async () => {
    const { tessera, reasons } = await start();
    const made: string[] = [];
    while (reasons.length === 0) {
      const codes = await Promise.all(
        Array.from({ length: 3 * LIMIT }, (_, i) => tessera.codes.create({ name: `Code ${i}`, content: CONTENT })),
      );
      made.push(...codes.map(({ id }) => id));
    }
    assert.deepEqual([...new Set(reasons)], ["limit"]);
    const listed = await Array.fromAsync(tessera.codes.list({ limit: 500 }));
    assert.deepEqual(listed.map(({ id }) => id).toSorted(), made.toSorted());
  });

  it("fails immediately at a limit if waiting is disabled", async () => {
    const { key } = await start();
    const tessera = createClient({ url: app.url, key, limitWaitSeconds: 0 });
    const refusals: unknown[] = [];
    while (refusals.length === 0) {
      const calls = Array.from({ length: 3 * LIMIT }, () =>
        tessera.codes
          .list()
          .next()
          .catch((error: unknown) => void refusals.push(error)),
      );
      await Promise.all(calls);
    }
    for (const error of refusals) {
      assert.ok(error instanceof RateLimitError, String(error));
      assert.equal(error.code, "rate_limited");
      assert.ok(error.resetAt!.getTime() > 0);
    }
  });

  const creations: Record<string, (client: TesseraClient) => [create: () => Promise<unknown>, list: Listed]> = {
    code: ({ codes }) => [() => codes.create({ name: "Commit", content: CONTENT }), () => codes.list()],
    webhook: ({ webhooks }) => [() => webhooks.create({ url: "https://a.example/commit" }), () => webhooks.list()],
    style: ({ styles }) => [() => styles.create({ name: "Commit", style: {} }), () => styles.list()],
  };
  for (const [what, of] of Object.entries(creations)) {
    it(`creates one ${what} when the answer to its creation is lost`, async (test) => {
      const proxy = await startProxy(Number(new URL(app.url).port));
      test.after(() => proxy.close());
      const { tessera, reasons } = await start(`http://127.0.0.1:${proxy.port}`, () => proxy.change("fair"));
      const [create, list] = of(tessera);
      // The proxy forwards a request with this word, and cuts the connection instead of answering.
      proxy.change("cut-at-commit");
      const { id } = (await create()) as { id: string };
      assert.equal(proxy.cuts(), 1);
      assert.deepEqual(reasons, ["network"]);
      const listed = await Array.fromAsync(list());
      assert.deepEqual(
        listed.map((each) => each.id),
        [id],
      );
    });
  }
});
