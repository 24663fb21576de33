/**
 * Takes screenshots of every page in ./screenshots: full, empty, offline, failing and on localhost; light and dark;
 * desktop and phone. Arguments after `npm run screenshots --` filter by name.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Page, Route } from "playwright-core";
import { NO_BROWSER, openBrowser } from "../test/support/browser.ts";
import { codeOf, startDemoService } from "./support/demo-service.ts";

const OUT = "screenshots";
const DEVICES = {
  desktop: { viewport: { width: 1360, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
};
const chosen = process.argv.slice(2);

const service = await startDemoService();
const { url, codes } = service;
const now = Date.now();
const busiest = codes[0]!;
const paused = codeOf(codes, ({ isPublic }) => !isPublic);
const expired = codeOf(codes, ({ expiresAt }) => expiresAt < now);
const ofType = (wanted: string) => codeOf(codes, ({ type, isPublic }) => type === wanted && isPublic);
const network = ofType("wifi");

/** Pages behind a session, by name. */
const INSIDE: Record<string, string> = {
  overview: "/",
  codes: "/codes",
  code: `/codes/${busiest.id}`,
  "code-scans": `/codes/${busiest.id}?tab=scans`,
  "code-history": `/codes/${busiest.id}?tab=history`,
  created: `/codes/${busiest.id}/created`,
  "code-paused": `/codes/${paused.id}`,
  "code-expired": `/codes/${expired.id}`,
  new: "/codes/new",
  edit: `/codes/${busiest.id}/edit`,
  "edit-network": `/codes/${network.id}/edit`,
  looks: "/looks",
  keys: "/keys",
  people: "/people",
  workspace: "/settings",
  brand: "/settings/brand",
  server: "/settings/server",
  accounts: "/settings/accounts",
  you: "/settings/you",
  "no-page": "/nowhere",
};
/** Public pages, from the root. */
const OUTSIDE: Record<string, string> = {
  "sign-in": "/app/sign-in",
  "sign-up-closed": "/app/sign-up",
  "link-dead": "/app/set-up#token",
  docs: "/docs",
  unknown: "/nowhere",
  share: `/r/${busiest.token}+`,
  "landing-network": `/r/${network.token}`,
  "landing-chat": `/r/${ofType("whatsapp").token}`,
  "landing-contact": `/r/${ofType("vcard").token}`,
  "landing-phone": `/r/${ofType("phone").token}`,
  "landing-text": `/r/${ofType("text").token}`,
  "landing-place": `/r/${ofType("geo").token}`,
  "landing-paused": `/r/${paused.token}`,
  "landing-expired": `/r/${expired.token}`,
  "landing-unknown": "/r/aaaaaaaaaaaa",
};

type Take = (name: string, fullPage?: boolean) => Promise<void>;

async function settled(page: Page): Promise<void> {
  await page.waitForLoadState("load");
  const loading = page.locator(".mantine-Skeleton-root, .mantine-Loader-root");
  // A page that is still loading is captured as it is.
  await loading
    .first()
    .waitFor({ state: "detached", timeout: 8_000 })
    .catch(() => {});
  await page.waitForTimeout(700);
}

async function signIn(page: Page, { email, password }: typeof service.full): Promise<void> {
  await page.goto(`${url}/app/sign-in`);
  await page.getByLabel("Email address").fill(email);
  await page.locator("input[name=password]").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Overview" }).waitFor();
}

async function visit(page: Page, take: Take, prefix: string, pages: Record<string, string>) {
  for (const [name, path] of Object.entries(pages)) {
    if (!isChosen(prefix + name)) continue;
    await page.goto(url + path);
    await take(prefix + name);
  }
}

const isChosen = (name: string): boolean => chosen.length === 0 || chosen.some((word) => name.includes(word));

const below = (pages: Record<string, string>) =>
  Object.fromEntries(Object.entries(pages).map(([name, path]) => [name, `/app${path}`]));

/** The visible part of the page, for the documentation. */
async function takeTops(page: Page, take: Take): Promise<void> {
  const { width, height } = page.viewportSize()!;
  await page.goto(`${url}/app/`);
  await take("overview-top", false);
  await page.goto(`${url}/app/codes`);
  await take("codes-top", false);
  await page.setViewportSize({ width, height: height + 400 });
  await page.goto(`${url}/app/codes/${busiest.id}`);
  await take("code-top", false);
  await page.setViewportSize({ width, height });
}

async function takeOffline(page: Page, take: Take): Promise<void> {
  await page.goto(`${url}/app/codes`);
  await settled(page);
  await page.context().setOffline(true);
  await take("offline-codes", false);
  await page.getByRole("link", { name: busiest.name }).first().click();
  await take("offline-code", false);
  await page.context().setOffline(false);
}

const fail = (route: Route) =>
  route.fulfill({ status: 500, json: { error: "internal_error", message: "Something went wrong in the service." } });

/** Only /me succeeds; everything else fails. */
async function takeFailing(page: Page, take: Take): Promise<void> {
  const reads = /\/api\/dashboard\/(?!me$|sign-in$)/;
  await page.route(reads, fail);
  const { codes, code, edit, keys, accounts } = INSIDE;
  await visit(page, take, "failing-", below({ codes, code, edit, keys, accounts } as typeof INSIDE));
  await page.unroute(reads);
}

/** Like a service started without settings. */
async function takeLocal(page: Page, take: Take): Promise<void> {
  const lanUrl = "http://192.168.1.20:3000";
  const local = { lanUrl, startLine: `BASE_URL=${lanUrl} npm start` };
  const answer = async (route: Route) => {
    const me = await (await route.fetch()).json();
    const service = { ...me.service, baseUrl: "http://localhost:3000", local };
    await route.fulfill({ json: { ...me, service } });
  };
  await page.route("**/api/dashboard/me", answer);
  await visit(page, take, "local-", { codes: "/app/codes", code: `/app${INSIDE.code}` });
  await page.unroute("**/api/dashboard/me");
}

async function shoot(context: BrowserContext, suffix: string): Promise<void> {
  const takeOn =
    (page: Page): Take =>
    async (name, fullPage = true) => {
      if (!isChosen(name)) return;
      await settled(page);
      await page.screenshot({ path: join(OUT, `${name}-${suffix}.png`), fullPage });
    };
  const page = await context.newPage();
  const take = takeOn(page);
  await visit(page, take, "", OUTSIDE);
  await signIn(page, service.full);
  await visit(page, take, "", below(INSIDE));
  await takeTops(page, take);
  await takeLocal(page, take);
  await takeFailing(page, take);
  await takeOffline(page, take);
  await page.close();
  await context.clearCookies();
  const empty = await context.newPage();
  await signIn(empty, service.empty);
  const pages = below({ overview: "/", codes: "/codes", keys: "/keys", you: "/settings/you" });
  await visit(empty, takeOn(empty), "empty-", pages);
  await empty.close();
}

const browser = await openBrowser();
if (!browser) throw new Error(`Install chromium: ${NO_BROWSER}.`);
mkdirSync(OUT, { recursive: true });
for (const [device, size] of Object.entries(DEVICES)) {
  for (const colorScheme of ["light", "dark"] as const) {
    const context = await browser.newContext({ ...size, colorScheme, locale: "en-GB" });
    // The share page loads its image from BASE_URL.
    await context.route(`${service.sharedAt}/**`, async (route) => {
      const url = route.request().url().replace(service.sharedAt, service.url);
      await route.fulfill({ response: await route.fetch({ url }) });
    });
    await shoot(context, `${device}-${colorScheme}`);
    await context.close();
  }
}
await browser.close();
await service.close();
console.log(`The screenshots are in ./${OUT}.`);
