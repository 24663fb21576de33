/** A real Chromium: from the registry where it is made for this machine, else the system's own. */
import { type Browser, chromium } from "playwright-core";
import { type Launch, unpackChromium } from "./packed-chromium.ts";
import { missing, systemChromium } from "./tools.ts";

/** Ours alone: the package's own list has --single-process, under which a second page never loads. */
export const FLAGS = [
  "--no-sandbox",
  "--headless=shell",
  // Without them it emulates a graphics card, which takes a quarter of its processor time.
  "--disable-gpu",
  "--disable-gpu-compositing",
  "--disable-software-rasterizer",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-domain-reliability",
  "--disable-sync",
  "--no-pings",
];

export const NO_BROWSER = "there is no Chromium that starts";

/** Without a locale of Unicode, the names of files that it saves have plain letters only. */
const LOCALE = { LC_ALL: "C.UTF-8" };

const launch = ({ env, ...how }: Partial<Launch>): Promise<Browser> =>
  chromium.launch({
    ...how,
    env: { ...(env ?? (process.env as Record<string, string>)), ...LOCALE },
    args: FLAGS,
    headless: true,
    timeout: 120_000,
  });

export async function openPacked(): Promise<Browser | null> {
  const packed = await unpackChromium();
  return packed && launch(packed);
}

/** Null when there is none. */
export async function openBrowser(): Promise<Browser | null> {
  try {
    const packed = await openPacked();
    if (packed) return packed;
  } catch (error) {
    const [why] = String(error).split("\n");
    console.error(`The browser from the registry did not start, so the system's is tried: ${why}`);
  }
  return systemChromium === undefined ? null : launch({ executablePath: systemChromium });
}

/** For a test's `skip`: what to say when there is no browser. In CI that is an error. */
export const unlessOpen = (opened: unknown): string | false => opened === null && missing("chromium", NO_BROWSER);
