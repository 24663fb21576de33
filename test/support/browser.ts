/** A real Chromium: from the registry where it is made for this machine, else the system's own. */
import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { type Browser, chromium } from "playwright-core";

const TRIES = 5;
const SYSTEM = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

async function findChromium(): Promise<{ executablePath: string; args: string[] } | null> {
  if (process.platform === "linux" && process.arch === "x64") {
    const { default: packed } = await import("@sparticuz/chromium");
    return { executablePath: await packed.executablePath(), args: packed.args };
  }
  const executablePath = SYSTEM.find((path) => existsSync(path));
  return executablePath ? { executablePath, args: ["--no-sandbox"] } : null;
}

/** Null when there is none; whoever asked must then say loudly what was not tested. */
export async function openBrowser(): Promise<Browser | null> {
  const found = await findChromium();
  if (!found) return null;
  for (let tries = 1; ; tries++) {
    try {
      return await chromium.launch({ ...found, headless: true });
    } catch (error) {
      // Another test file may be unpacking the very same browser at this moment.
      if (tries === TRIES) throw error;
      await sleep(1000);
    }
  }
}

export const NO_BROWSER =
  "NO CHROMIUM ON THIS MACHINE: the dashboard was NOT tested in a browser. Install chromium.";
