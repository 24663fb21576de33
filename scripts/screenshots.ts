/** Pictures of every page of the dashboard, light and dark, on a desk and on a phone, in ./screenshots. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { createAccounts } from "../src/accounts/service.ts";
import { createApp } from "../src/app.ts";
import { readConfig } from "../src/config.ts";
import { DEMO_EMAIL, runDemo } from "../src/demo/run.ts";
import { createLogger } from "../src/http/server/log.ts";
import { createKeys } from "../src/keys/service.ts";
import { createSystemClock } from "../src/shared/clock.ts";
import { createIds } from "../src/shared/ids.ts";
import { openStore } from "../src/store/open.ts";
import { NO_BROWSER, openBrowser } from "../test/support/browser.ts";

const PORT = 4399;
const OUT = "screenshots";
const DEVICES = {
  desktop: { viewport: { width: 1360, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
};

const dataDir = mkdtempSync(join(tmpdir(), "tessera-screenshots-"));
const clock = createSystemClock();
const config = readConfig({ DATA_DIR: dataDir, PORT: String(PORT), HOST: "127.0.0.1" });
const store = await openStore(config, clock);
const accounts = createAccounts({ store, plans: [...config.planLimits.keys()] });
const { password } = await runDemo({
  store,
  accounts,
  now: clock.now(),
  lifetimeMs: config.codeLifetimeMs,
  progress: () => {},
});
await accounts.add({ email: "livia@mosaic-studio.example", plan: "pro", role: "member" });
await accounts.add({ email: "tomas@mosaic-studio.example", plan: "free", role: "member" });
const owner = (await accounts.findByEmail(DEMO_EMAIL))!;
// The pictures show the administrator's page too.
await accounts.change(owner.id, { role: "admin" });
const keys = createKeys({ store, clock, createId: createIds(clock.now) });
const { text } = await keys.create(owner.id, "Ticket printer");
await keys.create(owner.id, "Website");
const app = await createApp({ config, store, clock, logger: createLogger("error") });
await app.server.listen({ host: "127.0.0.1", port: PORT });
for (let i = 0; i < 34; i++) {
  await fetch(`${config.baseUrl}/api/v1/qrcodes?limit=1`, {
    headers: { authorization: `Bearer ${text}` },
  });
}
const { codes } = await store.codes.browse(owner.id, {}, clock.now(), {
  sort: "scans",
  offset: 0,
  limit: 1,
});
const busiest = codes[0]!.id;

async function signIn(page: Page): Promise<void> {
  await page.goto(`${config.baseUrl}/app/sign-in`);
  await page.getByLabel("E-mail address").fill(DEMO_EMAIL);
  await page.locator("input[name=password]").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Codes" }).waitFor();
}

async function shoot(context: BrowserContext, suffix: string): Promise<void> {
  const page = await context.newPage();
  const take = async (name: string, fullPage = true) => {
    await page.waitForLoadState("load");
    await page.waitForTimeout(700);
    await page.screenshot({ path: join(OUT, `${name}-${suffix}.png`), fullPage });
  };
  await page.goto(`${config.baseUrl}/app/sign-in`);
  await page.getByLabel("E-mail address").waitFor();
  await take("sign-in");
  await page.goto(`${config.baseUrl}/app/set-up#token`);
  await page.getByLabel("E-mail address").waitFor();
  await take("set-up");
  await signIn(page);
  await take("codes");
  await take("codes-top", false);
  await page.goto(`${config.baseUrl}/app/codes/${busiest}`);
  await page.getByRole("heading", { name: "Every scan" }).waitFor();
  await page.waitForTimeout(1200);
  await take("code");
  const { width, height } = page.viewportSize()!;
  await page.setViewportSize({ width, height: height + 400 });
  await take("code-top", false);
  await page.setViewportSize({ width, height });
  await page.goto(`${config.baseUrl}/app/codes/new`);
  await page.getByText("Scans very well").waitFor();
  await take("new");
  await page.goto(`${config.baseUrl}/app/codes/${busiest}/edit`);
  await page.getByText("Scans very well").waitFor();
  await take("edit");
  for (const place of ["keys", "users", "account"]) {
    await page.goto(`${config.baseUrl}/app/${place}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await take(place);
  }
  await page.close();
}

const browser = await openBrowser();
if (!browser) throw new Error(`Install chromium: ${NO_BROWSER}.`);
mkdirSync(OUT, { recursive: true });
for (const [device, size] of Object.entries(DEVICES)) {
  for (const colorScheme of ["light", "dark"] as const) {
    const context = await browser.newContext({ ...size, colorScheme, locale: "en-GB" });
    await shoot(context, `${device}-${colorScheme}`);
    await context.close();
  }
}
await browser.close();
app.retire();
await app.close();
await store.close();
rmSync(dataDir, { recursive: true });
console.log(`The pictures are in ./${OUT}.`);
