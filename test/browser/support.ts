/** The whole service on a port of its own, and a browser that holds every page to its manners. */
import assert from "node:assert/strict";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { createApp } from "../../src/app.ts";
import { readConfig } from "../../src/config.ts";
import { createLogger } from "../../src/http/server/log.ts";
import { createSystemClock } from "../../src/shared/clock.ts";
import { openStore } from "../../src/store/open.ts";
import type { Store } from "../../src/store/store.ts";
import { openBrowser } from "../support/browser.ts";
import { freePort } from "../support/free-port.ts";
import { freshDir } from "../support/stores.ts";

export interface Service {
  url: string;
  store: Store;
  setUpLink(): Promise<string | null>;
  close(): Promise<void>;
}

export async function startService(settings: Record<string, string> = {}): Promise<Service> {
  const port = String(await freePort());
  const config = readConfig({
    DATA_DIR: freshDir(),
    PORT: port,
    BASE_URL: `http://127.0.0.1:${port}`,
    ...settings,
  });
  const clock = createSystemClock();
  const store = await openStore(config, clock);
  const app = await createApp({ config, store, clock, logger: createLogger("silent") });
  await app.server.listen({ host: "127.0.0.1", port: config.port });
  return {
    url: config.baseUrl,
    store,
    setUpLink: app.setUpLink,
    async close() {
      app.retire();
      await app.close();
      await store.close();
    },
  };
}

export interface Desk {
  service: Service;
  browser: Browser;
  /** A page whose every error is remembered; `close` fails on any. */
  page(options?: BrowserContextOptions): Promise<Page>;
  close(): Promise<void>;
}

let shared: Promise<Browser | null> | undefined;
let users = 0;

/** One browser for all desks of a process: those of its test files are opened before the first test. */
async function shareBrowser(): Promise<Browser | null> {
  shared ??= openBrowser();
  users += 1;
  return shared;
}

async function leaveBrowser(): Promise<void> {
  users -= 1;
  if (users === 0) await (await shared)?.close();
}

/** Null when the machine has no browser. */
export async function openDesk(settings?: Record<string, string>): Promise<Desk | null> {
  const browser = await shareBrowser();
  if (!browser) return null;
  const service = await startService(settings);
  const complaints: string[] = [];
  const contexts: BrowserContext[] = [];
  return {
    service,
    browser,
    async page(options) {
      const context = await browser.newContext({ locale: "en-GB", ...options });
      contexts.push(context);
      const page = await context.newPage();
      // Far beyond what a busy machine needs.
      page.setDefaultTimeout(60_000);
      page.on("pageerror", (error) => complaints.push(String(error)));
      page.on("console", (message) => {
        // A refused request is said so on purpose and is tested where it happens.
        const refused = /Failed to load resource.*40[0-9]/.test(message.text());
        if (message.type() === "error" && !refused) complaints.push(message.text());
      });
      return page;
    },
    async close() {
      await Promise.all(contexts.map((context) => context.close()));
      await leaveBrowser();
      await service.close();
      assert.deepEqual(complaints, [], "the browser's console");
    },
  };
}

/** To another page of the dashboard as by a link, without loading all of it again. */
export const go = (page: Page, path: string) =>
  page.evaluate(
    `history.pushState(null, "", "${path}"); dispatchEvent(new PopStateEvent("popstate"))`,
  );

/** A field by its label, required or not. */
export const field = (page: Page, label: string) =>
  page.locator("input, textarea").and(page.getByLabel(new RegExp(`^${label}( \\*)?$`)));

export const PASSWORD = "glass and grout";
export const ADMIN = "admin@example.com";

/** From the console's link to the first page. */
export async function setUp(page: Page, service: Service): Promise<void> {
  await page.goto((await service.setUpLink())!);
  await page.getByLabel("E-mail address").fill(ADMIN);
  await page.locator("input[name=password]").fill(PASSWORD);
  await page.getByRole("button", { name: "Make the account" }).click();
  await page.getByRole("heading", { name: "Make your first code" }).waitFor();
}
