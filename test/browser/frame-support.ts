/** An administrator at a desk with some codes, for the tests of what stands around the pages. */
import type { Page } from "playwright-core";
import { type Desk, setUp } from "./support.ts";

export async function sitDown({ service, browser, page: newPage }: Desk, codes: number) {
  const page = await newPage();
  await setUp(page, service);
  await page.evaluate(async (count) => {
    for (let i = 1; i <= count; i++) {
      const body = JSON.stringify({ name: `Poster ${i}`, content: "https://example.com" });
      const headers = { "Content-Type": "application/json" };
      await fetch("/api/dashboard/qrcodes", { method: "POST", headers, body });
    }
  }, codes);
  return {
    page,
    url: service.url,
    /** Signed in as on the page, where errors in the console belong to what is tested. */
    async roughPage(path: string): Promise<Page> {
      const context = await browser.newContext({
        locale: "en-GB",
        storageState: await page.context().storageState(),
      });
      const rough = await context.newPage();
      rough.setDefaultTimeout(60_000);
      await rough.goto(`${service.url}/app${path}`);
      await rough.getByRole("heading", { level: 1 }).waitFor();
      return rough;
    },
    async open(path: string, heading: string): Promise<void> {
      await page.goto(`${service.url}/app${path}`);
      await page.getByRole("heading", { level: 1, name: heading }).waitFor();
    },
    heading: (name: string, of = page): Promise<void> =>
      of.getByRole("heading", { level: 1, name }).waitFor(),
  };
}

export type Seat = Awaited<ReturnType<typeof sitDown>>;
