/** An administrator at a desk with some codes, for the tests of what surrounds the pages. */
import type { Page } from "playwright-core";
import { type Desk, go, signIn } from "./support.ts";

export async function sitDown({ service, page: newPage, roughPage }: Desk, codes: number) {
  const page = await newPage();
  const user = await signIn(page, service);
  for (let i = 1; i <= codes; i++) {
    await page.request.post(`${service.url}/api/dashboard/qrcodes`, {
      data: { name: `Poster ${i}`, content: "https://example.com" },
      headers: { origin: service.url },
    });
  }
  return {
    page,
    user,
    url: service.url,
    /** The desk's page, at a path. `before` is run in each of its documents. */
    async roughPage(path: string, before = ""): Promise<Page> {
      const rough = await roughPage(page);
      await rough.addInitScript(before);
      await rough.goto(`${service.url}/app${path}`);
      await rough.getByRole("heading", { level: 1 }).waitFor();
      return rough;
    },
    async open(path: string, heading: string): Promise<void> {
      await page.goto(`${service.url}/app${path}`);
      await page.getByRole("heading", { level: 1, name: heading }).waitFor();
    },
    /** The same without a reload. */
    async show(path: string, heading: string): Promise<void> {
      await go(page, `/app${path}`);
      await page.getByRole("heading", { level: 1, name: heading }).waitFor();
    },
    heading: (name: string, of = page): Promise<void> => of.getByRole("heading", { level: 1, name }).waitFor(),
  };
}

export type Seat = Awaited<ReturnType<typeof sitDown>>;
