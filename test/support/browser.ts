/** A real Chromium: the one from the npm registry if it supports this machine, otherwise the system's. */
import { type Browser, chromium } from "playwright-core";
import { type Launch, unpackChromium } from "./packed-chromium.ts";
import { missing, systemChromium } from "./tools.ts";

/** Only our flags: the package's own list has --single-process, under which a second page never loads. */
export const FLAGS = [
  "--no-sandbox",
  "--headless=shell",
  // Without these flags it emulates a graphics card, which takes a quarter of its processor time.
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

/** Without a Unicode locale, names of downloaded files are reduced to ASCII. */
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

/** Null if no browser is installed. */
export async function openBrowser(): Promise<Browser | null> {
  try {
    const packed = await openPacked();
    if (packed) return packed;
  } catch (error) {
    const [why] = String(error).split("\n");
    console.error(`The browser from the registry did not start; trying the system's: ${why}`);
  }
  return systemChromium === undefined ? null : launch({ executablePath: systemChromium });
}

/** For a test's `skip`: the reason if there is no browser. In CI that is an error. */
export const unlessOpen = (opened: unknown): string | false => opened === null && missing("chromium", NO_BROWSER);
