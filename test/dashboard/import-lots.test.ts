import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createSending } from "../../web/src/pages/import/send-rows.ts";
import type { Draft } from "../../web/src/pages/import/table.ts";

const drafts = (count: number): Draft[] =>
  Array.from({ length: count }, (_, i) => ({
    row: { number: i + 2, cells: [] },
    body: { name: `Code ${i}`, content: "https://example.com", type: "url" },
    problems: {},
  }));

const refusal = (status: number, more: object = {}) =>
  Object.assign(new Error(`refused with ${status}`), { status, fields: {}, ...more });

/** A service that creates what it is sent once per key, and first returns the answers of `script`. */
function service(script: (Error | "lost" | null)[]) {
  const made: string[] = [];
  const answers = new Map<string, { data: { id: string; shareUrl: string }[] }>();
  const keys: string[] = [];
  const waits: number[] = [];
  const options = {
    importId: "import-1",
    sleep: async (ms: number) => void waits.push(ms),
    async post({ qrcodes }: { qrcodes: Draft["body"][] }, key: string) {
      keys.push(key);
      const next = script.shift() ?? null;
      if (next instanceof Error) throw next;
      const answer = answers.get(key) ?? {
        data: qrcodes.map(({ name }) => {
          made.push(name);
          return { id: `id of ${name}`, shareUrl: "https://q.example/r/x" };
        }),
      };
      answers.set(key, answer);
      if (next === "lost") throw refusal(0);
      return answer;
    },
  };
  return { made, keys, waits, options };
}

describe("imported rows", () => {
  it("are sent in batches of 500, each with its own key", async () => {
    const { made, keys, options } = service([]);
    const sending = createSending(drafts(1201), options);
    await Promise.all([sending.run(), sending.run()]);
    assert.deepEqual(keys, ["import-1-0", "import-1-500", "import-1-1000"]);
    const { state, made: told } = sending.progress.get();
    assert.deepEqual([state, told.length, made.length], ["done", 1201, 1201]);
    assert.equal(told[700]!.id, "id of Code 700");
  });

  it("are sent again with the same key if the answer was lost, or the service is unavailable or busy", async () => {
    const script = ["lost", refusal(429, { retryAfter: 7 }), refusal(503, { retryAfter: 5 }), null] as const;
    const { made, keys, waits, options } = service([...script]);
    const sending = createSending(drafts(3), options);
    await sending.run();
    assert.deepEqual(new Set(keys), new Set(["import-1-0"]));
    assert.deepEqual(waits, [3000, 7000, 5000]);
    assert.equal(made.length, 3, "nothing is created twice");
    assert.equal(sending.progress.get().state, "done");
  });

  it("are never sent again without a delay, even if the time to wait for has passed by the browser's clock", async () => {
    const over = { retryAfter: 0 };
    const { made, waits, options } = service([refusal(503, over), refusal(429, over)]);
    await createSending(drafts(3), options).run();
    assert.deepEqual([waits, made.length], [[1000, 1000], 3]);
  });

  it("are sent without those that the service refuses, which are reported with the reasons", async () => {
    const fields = { "qrcodes[1].content": "leads back here", "qrcodes[1].name": "is odd", "qrcodes[2]": "hm" };
    const { made, keys, options } = service([refusal(400, { fields })]);
    const sending = createSending(drafts(4), options);
    await sending.run();
    assert.deepEqual(made, ["Code 0", "Code 3"]);
    assert.deepEqual(keys, ["import-1-0", "import-1-0-rest"]);
    const { failed, state } = sending.progress.get();
    assert.equal(state, "done");
    assert.deepEqual(
      failed.map(({ draft, problems }) => [draft.row.number, problems]),
      [
        [3, { content: "leads back here", name: "is odd" }],
        [4, { content: "hm" }],
      ],
    );
  });

  it("stop with a message if retrying is pointless, and continue where they were", async () => {
    const broken = Array.from({ length: 5 }, () => refusal(500));
    const { made, options } = service([null, ...broken, null, refusal(403)]);
    const sending = createSending(drafts(1400), options);
    await sending.run();
    const { state, message, made: told } = sending.progress.get();
    assert.deepEqual([state, message, told.length], ["stopped", "refused with 500", 500]);
    await sending.run();
    assert.equal(sending.progress.get().message, "refused with 403");
    assert.equal(made.length, 1000);
    await sending.run();
    assert.deepEqual([sending.progress.get().state, made.length], ["done", 1400]);
  });

  it("stop after the current batch on request", async () => {
    const { made, options } = service([]);
    const sending = createSending(drafts(1400), options);
    const running = sending.run();
    sending.stop();
    await running;
    assert.deepEqual([sending.progress.get().state, made.length], ["stopped", 500]);
  });

  it("stop immediately during a wait, and send nothing afterwards", async () => {
    const { made, keys, options } = service([refusal(429, { retryAfter: 3600 })]);
    const hour = Promise.withResolvers<void>();
    const waiting = Promise.withResolvers<void>();
    const sleep = () => {
      waiting.resolve();
      return hour.promise;
    };
    const sending = createSending(drafts(3), { ...options, sleep });
    const running = sending.run();
    await waiting.promise;
    sending.stop();
    await running;
    assert.deepEqual(sending.progress.get().state, "stopped");
    hour.resolve();
    await new Promise(setImmediate);
    assert.deepEqual([keys.length, made.length], [1, 0]);
    await sending.run();
    assert.deepEqual([sending.progress.get().state, made.length], ["done", 3]);
  });
});
