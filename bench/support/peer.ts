import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { freePort } from "../../test/support/postgres-server.ts";

export async function startBare(): Promise<{ url: string; stop(): void }> {
  const port = await freePort();
  const file = fileURLToPath(new URL("./bare.ts", import.meta.url));
  const child = spawn(process.execPath, [file, String(port)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  return { url: `http://127.0.0.1:${port}`, stop: () => void child.kill() };
}
