/** Visitor pages in Chromium with a slow network and processor: bytes, requests and the first contentful paint. */
import type { Browser } from "playwright-core";
import { openBrowser } from "../test/support/browser.ts";
import { PHONE } from "../test/support/fixtures.ts";
import { createService } from "../test/support/service.ts";
import type { Report } from "./support/report.ts";
import type { Size } from "./support/size.ts";

/** Bytes a second, and ms before each response, as DevTools emulates them. */
const NETWORK = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const CPU = { rate: 4 };
const VISITS = { full: 5, small: 1 };
/** The others are the same code. */
const SMALL_CONTENTS = ["geo"];

const CARD = "BEGIN:VCARD\nFN:Anna Keller\nTEL;TYPE=CELL:+49 170 1234567\nEMAIL:anna@example.com\nEND:VCARD";
const CONTENTS = {
  text: "Closed on Mondays. ".repeat(50),
  wifi: "WIFI:T:WPA;S:Mosaic Guest;P:grout-and-glass;;",
  vcard: CARD,
  email: "mailto:a@example.com?subject=Hello&body=Hello",
  phone: "+49 30 5550 0134",
  sms: "SMSTO:+491701234567:Hello",
  geo: "52.5163,13.3777",
} as const;

export async function run(report: Report, size: Size): Promise<void> {
  const browser = await openBrowser();
  if (browser === null) return report.say("No browser was found.");
  const server = await createService();
  await server.prepare();
  await server.start();
  try {
    const pages: [string, string][] = [["unknown", "/r/abcdefghjkmn"]];
    for (const [type, content] of Object.entries(CONTENTS)) {
      if (size === "small" && !SMALL_CONTENTS.includes(type)) continue;
      const code = (await server.api("/qrcodes", { method: "POST", json: { name: type, type, content } })) as Made;
      pages.push([type, `/r/${code.shareToken}`]);
      if (type === "wifi") pages.push(["share", `/r/${code.shareToken}+`]);
    }
    for (const [name, path] of pages) {
      const visits: Visit[] = [];
      for (let i = 0; i < VISITS[size]; i++) visits.push(await visit(browser, server.url + path));
      const { bytes, requests, paintMs } = visits.reduce((a, b) => (a.paintMs < b.paintMs ? a : b));
      report.tell({
        name: "pages",
        what: `${name}, first contentful paint`,
        ours: `best of ${visits.length} ${paintMs.toFixed(0)} ms`,
        peer: `${bytes} bytes in ${requests} ${requests === 1 ? "request" : "requests"}`,
        value: paintMs,
        target: { most: 1000, unit: " ms" },
      });
    }
  } finally {
    await browser.close();
    await server.stop();
  }
}

interface Made {
  shareToken: string;
}

interface Visit {
  /** Of all responses, with their headers. */
  bytes: number;
  requests: number;
  paintMs: number;
}

/** A first visit: nothing is cached. */
async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({ userAgent: PHONE, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", NETWORK);
  await session.send("Emulation.setCPUThrottlingRate", CPU);
  let bytes = 0;
  let requests = 0;
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    // data: URLs have no bytes of their own.
    if (encodedDataLength === 0) return;
    bytes += encodedDataLength;
    requests += 1;
  });
  await page.goto(url, { waitUntil: "load", timeout: 120_000 });
  const paintMs = await page.evaluate(async () => {
    const seen = (list: PerformanceEntryList) => list.find(({ name }) => name === "first-contentful-paint")?.startTime;
    return (
      seen(performance.getEntriesByType("paint")) ??
      new Promise<number>((resolve) => {
        const watcher = new PerformanceObserver((list) => {
          const at = seen(list.getEntries());
          if (at !== undefined) resolve(at);
        });
        watcher.observe({ type: "paint", buffered: true });
      })
    );
  });
  await context.close();
  return { bytes, requests, paintMs };
}
