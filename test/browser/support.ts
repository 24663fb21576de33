/** The whole service on its own port, and a browser in which every page must be free of errors. */
import assert from "node:assert/strict";
import { afterEach, beforeEach, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { createAccounts } from "../../src/accounts/service.ts";
import { createApp } from "../../src/app.ts";
import { readConfig } from "../../src/config.ts";
import { createLogger } from "../../src/server/log.ts";
import { createSystemClock } from "../../src/shared/clock.ts";
import { openStore } from "../../src/store/open.ts";
import type { Store } from "../../src/store/store.ts";
import type { Role, User } from "../../src/workspaces/people.ts";
import { LONG_WAITS } from "../support/app.ts";
import { openBrowser } from "../support/browser.ts";
import { until } from "../support/eventually.ts";
import { freePort } from "../support/free-port.ts";
import { cheapPassword } from "../support/password.ts";
import { freshDir } from "../support/stores.ts";

export interface Service {
  url: string;
  store: Store;
  setUpLink(): Promise<string | null>;
  close(): Promise<void>;
}

export async function startService(settings: Record<string, string> = {}): Promise<Service> {
  const port = String(await freePort());
  const config = readConfig({ DATA_DIR: freshDir(), PORT: port, BASE_URL: `http://127.0.0.1:${port}`, ...settings });
  const clock = createSystemClock();
  const store = await openStore(config, clock);
  const app = await createApp({
    config,
    store,
    clock,
    logger: createLogger("silent"),
    waits: LONG_WAITS,
    passwordHash: cheapPassword,
  });
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

/** Animations are drawn sixty times a second, so they are off, except in the first run. */
const MANNER = { locale: "en-GB", reducedMotion: "reduce" } as const;

/**
 * BROWSER_SLOWER=6: everything on a page takes six times as long, and answers arrive late, in different order. It finds
 * tests that do not wait for what they act on, which otherwise fail once a week on a busy machine.
 */
const SLOWER = Number(process.env.BROWSER_SLOWER ?? 1);
const LATEST_MS = 80;

async function slowDown(page: Page): Promise<Page> {
  if (SLOWER === 1) return page;
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await page.context().route("**/*", async (route) => {
    await sleep(Math.random() * SLOWER * LATEST_MS);
    // The page may have been left meanwhile.
    await route.continue().catch(() => {});
  });
  return page;
}

export interface Desk {
  service: Service;
  browser: Browser;
  /** A page that records every error; `close` fails on any. */
  page(options?: BrowserContextOptions): Promise<Page>;
  /**
   * Signed in like the desk's page, but console errors are part of the test. Closed with the test that opened it,
   * whatever its outcome.
   */
  roughPage(as: Page, options?: BrowserContextOptions): Promise<Page>;
  close(): Promise<void>;
}

/** Created once for all users, and closed when the last of them leaves. */
function createShared<T extends { close(): Promise<void> }>(open: () => Promise<T | null>) {
  let opened: Promise<T | null> | undefined;
  let users = 0;
  return {
    enter(): Promise<T | null> {
      opened ??= open();
      users += 1;
      return opened;
    },
    async leave(): Promise<void> {
      users -= 1;
      if (users > 0) return;
      const last = opened;
      opened = undefined;
      await (await last)?.close();
    },
  };
}

/** The desks of all test files of a process are opened before its first test. */
const commonBrowser = createShared(openBrowser);
const commonService = createShared(() =>
  startService({ WEBHOOK_HTTP: "allow", WEBHOOK_PRIVATE: "allow", SIGNUP: "open" }),
);

/** At a service shared by all desks of the process: each has its own users. Null without a browser. */
export const openDesk = (): Promise<Desk | null> => openAt(commonService);

/** At its own service, for tests of settings or of the first user. */
export const openOwnDesk = (settings?: Record<string, string>): Promise<Desk | null> =>
  openAt(createShared(() => startService(settings)));

/** The text of every open page when a test failed: the machine may not be accessible. */
async function tellPages(browser: Browser): Promise<void> {
  for (const page of browser.contexts().flatMap((context) => context.pages())) {
    // A page that hangs cannot be read.
    const words = await page.innerText("body", { timeout: 5_000 }).catch(String);
    console.error(`Text of ${page.url()}: ${words.replace(/\s+/g, " ").slice(0, 2_000)}`);
  }
}

export const hasFailed = (test: unknown): boolean => !(test as TestContext).passed;

/** Of the running test. */
const rough = new Set<BrowserContext>();

const watched = new WeakSet<Browser>();
function watch(browser: Browser): void {
  if (watched.has(browser)) return;
  watched.add(browser);
  beforeEach(() => rough.clear());
  afterEach(async (test) => {
    if (hasFailed(test)) await tellPages(browser);
    await Promise.all([...rough].map((context) => context.close()));
  });
}

async function openAt(services: typeof commonService): Promise<Desk | null> {
  const browser = await commonBrowser.enter();
  if (!browser) return null;
  watch(browser);
  const service = (await services.enter())!;
  const complaints: string[] = [];
  const contexts: BrowserContext[] = [];
  const open = async (options: BrowserContextOptions = {}) => {
    const context = await browser.newContext({ ...MANNER, ...options });
    contexts.push(context);
    // Far longer than a busy machine needs.
    context.setDefaultTimeout(300_000);
    await context.addInitScript(recordToasts);
    return context;
  };
  return {
    service,
    browser,
    async page(options) {
      const page = await slowDown(await (await open(options)).newPage());
      page.on("pageerror", (error) => complaints.push(String(error)));
      page.on("console", (message) => {
        // A refused request is logged on purpose and tested where it happens.
        const refused = /Failed to load resource.*40[0-9]/.test(message.text());
        if (message.type() === "error" && !refused) complaints.push(message.text());
      });
      return page;
    },
    async roughPage(as, options) {
      const storageState = await as.context().storageState();
      const context = await open({ ...options, storageState });
      rough.add(context);
      return slowDown(await context.newPage());
    },
    async close() {
      // A crashed browser cannot close its pages.
      await Promise.allSettled(contexts.map((context) => context.close()));
      await commonBrowser.leave();
      await services.leave();
      assert.deepEqual(complaints, [], "the browser's console");
    },
  };
}

/** To another page of the dashboard as by a link, without a reload. */
export const go = (page: Page, path: string) =>
  page.evaluate(`history.pushState(null, "", "${path}"); dispatchEvent(new PopStateEvent("popstate"))`);

/** From the menu of the signed-in user. */
export async function chooseInMenu(page: Page, item: string): Promise<void> {
  await page.getByRole("button", { name: /^Menu for / }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

/** Records the text of every toast: it is removed after some seconds, on a busy machine before anyone looks for it. */
function recordToasts(): void {
  const toasts: string[] = [];
  Object.assign(globalThis, { toasts });
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(node instanceof Element)) continue;
      const found = [node, ...node.querySelectorAll("*")].filter((each) => each.matches('[role="alert"]'));
      toasts.push(...found.map((each) => each.textContent ?? ""));
    }
  }).observe(document, { childList: true, subtree: true });
}

/** Waits for a toast with this text that appears after `act` began. */
export async function hears(page: Page, notice: string, act: () => Promise<unknown>): Promise<void> {
  const count = (text: string) =>
    (globalThis as unknown as { toasts: string[] }).toasts.filter((toast) => toast.includes(text)).length;
  const before = await page.evaluate(count, notice);
  await act();
  await until(async () => (await page.evaluate(count, notice)) > before);
}

/** The pending requests of a page. */
export function watchRequests(page: Page): ReadonlySet<object> {
  const underWay = new Set<object>();
  page.on("request", (request) => {
    // This one does not end.
    if (!new URL(request.url()).pathname.endsWith("/live")) underWay.add(request);
  });
  page.on("requestfinished", (request) => underWay.delete(request));
  page.on("requestfailed", (request) => underWay.delete(request));
  return underWay;
}

/** A field by its label. */
export const field = (page: Page, label: string) =>
  page.locator("input, textarea").and(page.getByLabel(new RegExp(`^${label}$`)));

/** The focused element. */
export const inField = (page: Page, name: string): Promise<void> => page.locator(`[name="${name}"]:focus`).waitFor();

export const PASSWORD = "glass and grout";
export const ADMIN = "admin@example.com";

let people = 0;

/** A user with an account and PASSWORD. */
export async function addPerson({ store }: Service, role: Role = "admin"): Promise<User> {
  people += 1;
  const accounts = createAccounts({ store, plans: ["free"], passwordHash: cheapPassword });
  const email = `person-${people}@example.com`;
  return (await accounts.add({ email, password: PASSWORD, plan: "free", role })).user;
}

/** Signs a new administrator in, without loading a page. */
export async function signIn(page: Page, service: Service): Promise<User> {
  const user = await addPerson(service);
  const answer = await page.request.post(`${service.url}/api/dashboard/sign-in`, {
    data: { email: user.email, password: PASSWORD },
    headers: { origin: service.url },
  });
  assert.equal(answer.status(), 204);
  return user;
}

/** From the console's link to the first page. */
export async function setUp(page: Page, service: Service): Promise<void> {
  await page.goto((await service.setUpLink())!);
  await page.getByLabel("Your name").fill("Anna");
  await page.getByLabel("Email address").fill(ADMIN);
  await page.locator("input[name=password]").fill(PASSWORD);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { name: "Welcome, Anna. Create your first code." }).waitFor();
  await page.getByRole("link", { name: "Skip to the dashboard" }).click();
  await page.getByRole("heading", { name: "Create your first code", exact: true }).waitFor();
}

/** The second step of the form of a code. */
export const toLook = (page: Page): Promise<void> => page.getByRole("tab", { name: "Look" }).click();
