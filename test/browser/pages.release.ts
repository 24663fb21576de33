import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";
import type { Page } from "playwright-core";
import { createAccounts } from "../../src/accounts/service.ts";
import { DEMO_EMAIL, runDemo } from "../../src/demo/run.ts";
import { DAY_MS } from "../../src/shared/days.ts";
import { unlessOpen } from "../support/browser.ts";
import { eventually, until } from "../support/eventually.ts";
import { cheapPassword } from "../support/password.ts";
import { objections } from "./axe.ts";
import { type Desk, go, openOwnDesk, watchRequests } from "./support.ts";

const SETTINGS = [
  { name: "desk", viewport: { width: 1280, height: 800 }, colorScheme: "light" },
  { name: "phone", viewport: { width: 360, height: 740 }, colorScheme: "dark" },
] as const;
const MAX_SCRIPT = 250 * 1024;

const desk = await openOwnDesk({ SIGNUP: "open" });

describe("every page of the dashboard", { skip: unlessOpen(desk) }, () => {
  const { service, page: newPage, close } = desk as Desk;
  let password: string;
  let inside: [path: string, heading: string][];
  /** Signed in, and wide and light again before each test. */
  let page: Page;
  let underWay: ReadonlySet<object>;
  before(async () => {
    const { store } = service;
    const accounts = createAccounts({ store, plans: ["free", "pro"], passwordHash: cheapPassword });
    const demo = { store, accounts, now: Date.now(), lifetimeMs: 365 * DAY_MS };
    ({ password } = await runDemo({ ...demo, progress: () => {} }));
    const owner = (await accounts.findByEmail(DEMO_EMAIL))!;
    // To see the page of users too.
    await accounts.change(owner.id, { role: "admin" });
    const { codes } = await store.codes.browse(owner.workspaceId, {}, Date.now(), {
      sort: "scans",
      offset: 0,
      limit: 1,
    });
    const { id, name } = codes[0]!;
    inside = [
      ["/", "Overview"],
      ["/codes", "Codes"],
      ["/codes/new", "New code"],
      ["/import", "Import codes"],
      [`/codes/${id}`, name],
      [`/codes/${id}?tab=scans`, name],
      [`/codes/${id}?tab=history`, name],
      [`/codes/${id}?tab=placements`, name],
      [`/codes/${id}/created`, `${name} is ready`],
      [`/codes/${id}/edit`, `Edit ${name}`],
      ["/looks", "Looks"],
      ["/looks/new", "New look"],
      ["/tags", "Tags"],
      [`/codes/${id}/edit#look`, `Edit ${name}`],
      ["/welcome", "Welcome, demo. Create your first code."],
      ["/keys", "API keys"],
      ["/webhooks", "Webhooks"],
      ["/people", "People"],
      ["/domains", "Domains"],
      ["/settings", "Settings"],
      ["/settings/brand", "Settings"],
      ["/audit", "Audit log"],
      ["/settings/you", "Settings"],
      ["/settings/server", "Settings"],
      ["/settings/accounts", "Accounts"],
    ];
    page = await newPage();
    underWay = watchRequests(page);
    await signIn();
  });
  beforeEach(async () => {
    const [{ viewport, colorScheme }] = SETTINGS;
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    await page.goto(`${service.url}/app/codes`);
  });
  after(close);

  async function signIn(): Promise<void> {
    await page.goto(`${service.url}/app/codes`);
    await page.getByLabel("Email address").fill(DEMO_EMAIL);
    await page.locator("input[name=password]").fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Codes" }).waitFor();
  }

  async function fits(page: Page, what: string): Promise<void> {
    const fitting = "document.body.scrollWidth <= document.documentElement.clientWidth";
    // The layout follows a new setting a moment later.
    await eventually(async () => assert.ok(await page.evaluate(fitting), what));
  }

  async function holdToManners(page: Page, path: string, heading: string): Promise<void> {
    await go(page, `/app${path}`);
    await page.getByRole("heading", { level: 1, name: heading, exact: true }).waitFor();
    // Lazy content is requested once its place is drawn, in the next turn of the event loop.
    const loading = page.locator(".mantine-Skeleton-root, .mantine-Loader-root");
    for (let turn = 0; turn < 2; turn++) {
      await loading.first().waitFor({ state: "detached" });
      await until(() => underWay.size === 0);
      await page.evaluate("new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))");
    }
    await loading.first().waitFor({ state: "detached" });
    await inSettings(page, path);
  }

  async function inSettings(page: Page, what: string): Promise<void> {
    for (const { name, viewport, colorScheme } of SETTINGS) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.setViewportSize(viewport);
      await fits(page, `${what} scrolls sideways on a ${name}`);
      assert.deepEqual(await objections(page), [], `${what}, ${name}, ${colorScheme}`);
    }
  }

  it("is accessible and fits a phone, before signing in", async () => {
    const anonymous = await newPage();
    await anonymous.goto(`${service.url}/app/codes`);
    for (const [path, heading] of [
      ["/sign-in", "Sign in"],
      ["/sign-up", "Sign up"],
      ["/set-up", "Open the link again"],
      ["/reset", "Open the link again"],
    ] as const) {
      await holdToManners(anonymous, path, heading);
    }
    await anonymous.close();
  });

  it("is accessible and fits a phone, after signing in", async () => {
    for (const [path, heading] of inside) await holdToManners(page, path, heading);
  });

  it("has accessible dialogs", async () => {
    await page.getByRole("link", { name: "Table menu" }).waitFor();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Help" }).waitFor();
    await inSettings(page, "the shortcuts");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.keyboard.press("Control+k");
    await page.getByRole("textbox", { name: "A page, a code or an action" }).fill("menu");
    await page.locator("[data-action]", { hasText: "Pause Table menu" }).waitFor();
    await inSettings(page, "the palette");
    await page.goto(`${service.url}/app/settings/you`);
    await page.getByRole("button", { name: "Delete account" }).click();
    await page.getByRole("dialog", { name: "Delete your account?" }).waitFor();
    await inSettings(page, "a red button");
  });

  it("can be used with the keyboard alone", async () => {
    await page.getByRole("link", { name: "Table menu" }).waitFor();
    const focused = () => page.evaluate("document.activeElement.textContent");
    await page.keyboard.press("Tab");
    assert.equal(await focused(), "Skip to content");
    await page.getByRole("link", { name: "Table menu" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Table menu" }).waitFor();
    await page.getByRole("button", { name: "More for Table menu" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Duplicate" }).waitFor();
    await page.locator("[role=menu] :focus").waitFor({ state: "attached" });
    await page.keyboard.press("Escape");
    await page.getByRole("menuitem", { name: "Duplicate" }).waitFor({ state: "hidden" });
  });

  it("finds, filters and sorts, and keeps it in the address", async () => {
    await page.getByLabel("Search by name, destination or link").fill("wi-fi");
    await page.getByText("2 codes").waitFor();
    assert.match(page.url(), /q=wi-fi/);
    await page.goto(`${service.url}/app/codes?type=vcard&sort=name`);
    await page.getByText("2 codes").waitFor();
    const names = await page.locator("[data-row] a[href*='/codes/']").allTextContents();
    assert.deepEqual(names, ["Business card, Livia", "Business card, Tomás"]);
  });

  it("loads at most 250 KB of compressed script for the first page", async () => {
    const context = page.context();
    const fresh = await context.newPage();
    const scripts: string[] = [];
    fresh.on("requestfinished", (request) => {
      if (request.url().endsWith(".js")) scripts.push(request.url());
    });
    await fresh.goto(`${service.url}/app/`);
    await fresh.getByRole("link", { name: "Table menu" }).first().waitFor();
    await fresh.waitForLoadState("networkidle");
    let bytes = 0;
    for (const url of scripts) {
      const answer = await fetch(url, { headers: { "accept-encoding": "gzip" } });
      bytes += Number(answer.headers.get("content-length"));
    }
    assert.ok(bytes > 50_000 && bytes <= MAX_SCRIPT, `${bytes} bytes`);
    console.log(`script of the first page, gzip: ${(bytes / 1024).toFixed(0)} KB`);
  });
});
