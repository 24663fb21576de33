import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { freePort } from "../../test/support/free-port.ts";

export interface Peer {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

async function startPeer(program: URL, ...args: string[]): Promise<Peer> {
  const port = await freePort();
  const child = spawn(process.execPath, [fileURLToPath(program), String(port), ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const isUp = await Promise.race([once(child.stdout, "data").then(() => true), ended]);
  if (isUp !== true) throw new Error(`The peer ${program} did not start.`);
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid!,
    async stop() {
      child.kill();
      await ended;
    },
  };
}

export const startBare = (): Promise<Peer> => startPeer(new URL("./bare.ts", import.meta.url));

/** The file for its visits. */
export async function startUsual(file: string, paths: readonly string[]): Promise<Peer> {
  const peer = await startPeer(new URL("./usual.ts", import.meta.url), file);
  for (const path of paths) await fetch(`${peer.url}${path}`, { method: "PUT" });
  return peer;
}
