import assert from "node:assert/strict";
import { eventually } from "../support/eventually.ts";
import { addOwnerWithKey } from "../support/owner.ts";
import { startService } from "../support/service.ts";
import { freshDatabase } from "../support/stores.ts";

/** F14: a key is revoked while two nodes serve it; no request begun afterwards is admitted. */
export async function revokeUnderLoad(times: number): Promise<void> {
  const settings = {
    DATABASE_URL: await freshDatabase(),
    // Refused requests count as anonymous ones; here none may be rate-limited.
    UNAUTHENTICATED_LIMIT: "1000000",
  };
  const first = await startService({ settings });
  const second = await startService({ settings, key: first.key });
  try {
    // A third process, as far as the nodes can tell.
    await first.withStore(async (store) => {
      for (let i = 0; i < times; i++) {
        const { key } = await addOwnerWithKey(store);
        const answers: { begun: number; status: number }[] = [];
        let running = true;
        const client = async (url: string) => {
          while (running) {
            const begun = performance.now();
            const headers = { authorization: `Bearer ${key}` };
            const answer = await fetch(`${url}/api/v1/qrcodes?limit=1`, { headers });
            await answer.arrayBuffer();
            answers.push({ begun, status: answer.status });
          }
        };
        const clients = [first, second].flatMap(({ url }) => Array.from({ length: 4 }, () => client(url)));
        const answered = (count: number) =>
          eventually(() => assert.ok(answers.length >= count, "no request is answered"));
        await answered(100);
        assert.ok(await store.keys.revoke(key.split("_")[1]!, Date.now()));
        const revoked = performance.now();
        await answered(answers.length + 100);
        running = false;
        await Promise.all(clients);
        const before = answers.filter(({ begun, status }) => begun < revoked && status === 200).length;
        const after = answers.filter(({ begun }) => begun >= revoked);
        // A statement may time out on a busy machine, and then the request was not admitted.
        const admitted = after.filter(({ status }) => status !== 401 && status < 500).length;
        const refused = after.filter(({ status }) => status === 401).length;
        console.log(`  F14: ${before} admitted before, ${after.length} began after, ${admitted} of them admitted`);
        assert.ok(before > 0 && after.length > 0, "requests were in flight on both sides");
        assert.ok(refused > after.length / 2, `only ${refused} of ${after.length} were refused`);
        assert.equal(admitted, 0);
      }
    });
  } finally {
    await first.kill();
    await second.kill();
  }
}
