/** Support for tests of looks in the editor and of the resulting code. */
import type { Page } from "playwright-core";
import { decode } from "../../src/rendering/decode.ts";
import type { Style } from "../../src/rendering/style.ts";
import { type Desk, field, go, type Service, signIn, toLook } from "./support.ts";

export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
export const preview = (page: Page) => page.getByRole("region", { name: "Preview" });
export const inGroup = (page: Page, group: string, name: string) =>
  page.getByRole("radiogroup", { name: group }).getByRole("radio", { name, exact: true });
export const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 1, exact: true });
/** The address of the picture in the preview. */
export const drawn = (page: Page) => preview(page).locator("img").getAttribute("src");

/** A new user, signed in, with an empty list. */
export async function openEditorsPage({ service, page: newPage }: Desk): Promise<Page> {
  const page = await newPage({ viewport: { width: 1280, height: 900 } });
  await signIn(page, service);
  await page.goto(`${service.url}/app/codes`);
  return page;
}

/** An answer of the dashboard's API, as the page gets it. */
export const get = <T>(page: Page, path: string): Promise<T> =>
  page.evaluate(`fetch("/api/dashboard${path}").then((answer) => answer.json())`);

export const styleOf = (page: Page, id: string) => get<Style>(page, `/qrcodes/${id}/style`);

/** An empty form, except for this. */
export async function openNew(page: Page, name: string): Promise<void> {
  await page.evaluate("sessionStorage.clear(); localStorage.clear()");
  const isThere = page.url().endsWith("/codes/new");
  await (isThere ? page.reload() : go(page, "/app/codes/new"));
  // The previous page stays until the next one has loaded, and its form has a name too.
  await heading(page, "New code").waitFor();
  await field(page, "Name").fill(name);
  await field(page, "Web address").fill("example.com");
  await toLook(page);
}

/** Returns the id of the created code. */
export async function create(page: Page): Promise<string> {
  await button(page, "Create code").click();
  await page.waitForURL(/\/codes\/[\da-f-]{36}\/created$/);
  // The form stays until the next page has loaded, though the address is already that page's.
  await page.getByRole("heading", { name: / is ready$/, level: 1 }).waitFor();
  const id = page.url().split("/").at(-2)!;
  await go(page, `/app/codes/${id}`);
  await button(page, "Download").waitFor();
  return id;
}

/** What a phone reads from the downloaded picture. */
export async function scan(page: Page, { url }: Service, id: string, query = "") {
  const path = `/api/dashboard/qrcodes/${id}/image?format=png&size=400${query}`;
  const bytes = await (await page.request.get(url + path)).body();
  return { text: await decode(bytes), bytes };
}
