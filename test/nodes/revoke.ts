import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startServer } from "../../bench/support/server.ts";
import { startPostgres } from "../support/postgres-server.ts";

const PROGRAM = fileURLToPath(new URL("../../bin/tessera.js", import.meta.url));

/** F14: a key is revoked while two nodes serve it; nothing that began afterwards is admitted. */
export async function revokeUnderLoad(times: number): Promise<void> {
  const database = await startPostgres();
  const settings = {
    DATABASE_URL: database.url("postgres"),
    PLAN_LIMITS: "free=20,pro=100000",
    // Refused requests count as anonymous ones; here none shall be told to wait.
    UNAUTHENTICATED_LIMIT: "1000000",
  };
  const first = await startServer(settings);
  const second = await startServer(settings, first.key);
  const env = { PATH: process.env.PATH, ...settings };
  const command = async (...args: string[]) =>
    (await promisify(execFile)(process.execPath, [PROGRAM, ...args], { env })).stdout.trim();
  try {
    for (let i = 0; i < times; i++) {
      const key = await command("key", "create", "bench@example.com", "--name", `round ${i}`);
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
      const clients = [first, second].flatMap(({ url }) =>
        Array.from({ length: 4 }, () => client(url)),
      );
      await command("key", "revoke", key.split("_")[1]!);
      const revoked = performance.now();
      await new Promise((resolve) => setTimeout(resolve, 300));
      running = false;
      await Promise.all(clients);
      const before = answers.filter(
        ({ begun, status }) => begun < revoked && status === 200,
      ).length;
      const after = answers.filter(({ begun }) => begun >= revoked);
      const admitted = after.filter(({ status }) => status !== 401).length;
      console.log(
        `  F14: ${before} admitted before, ${after.length} began after, ${admitted} of them admitted`,
      );
      assert.ok(before > 0 && after.length > 0, "requests were under way on both sides");
      assert.equal(admitted, 0);
    }
  } finally {
    await first.stop();
    await second.stop();
    await database.destroy();
  }
}
