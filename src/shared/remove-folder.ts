import { opendir, rm, unlink } from "node:fs/promises";
import { join } from "node:path";

/** One file after another: `rm` would queue all of them in libuv's threads, ahead of everybody else's work. */
export async function removeFolder(path: string): Promise<void> {
  for await (const entry of await opendir(path).catch(nothingIfMissing)) {
    const inside = join(path, entry.name);
    await (entry.isDirectory() ? removeFolder(inside) : unlink(inside).catch(nothingIfMissing));
  }
  // Some file systems skip entries while others are removed.
  await rm(path, { recursive: true, force: true });
}

function nothingIfMissing(error: NodeJS.ErrnoException): [] {
  if (error.code !== "ENOENT") throw error;
  return [];
}
