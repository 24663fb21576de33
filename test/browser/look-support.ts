/** What tests of a look do in the editor, and see of the code that it makes. */
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

/** Somebody new, signed in, before a list without codes. */
export async function openEditorsPage({ service, page: newPage }: Desk): Promise<Page> {
  const page = await newPage({ viewport: { width: 1280, height: 900 } });
  await signIn(page, service);
  await page.goto(`${service.url}/app/`);
  return page;
}

/** An answer of the dashboard's, as its page gets it. */
export const get = <T>(page: Page, path: string): Promise<T> =>
  page.evaluate(`fetch("/api/dashboard${path}").then((answer) => answer.json())`);

export const styleOf = (page: Page, id: string) => get<Style>(page, `/qrcodes/${id}/style`);

/** A form that nothing is left in but this. */
export async function openNew(page: Page, name: string): Promise<void> {
  await page.evaluate("sessionStorage.clear()");
  const isThere = page.url().endsWith("/codes/new");
  await (isThere ? page.reload() : go(page, "/app/codes/new"));
  // The page that is left stands until the next one is there, and its form has a name, too.
  await heading(page, "New code").waitFor();
  await field(page, "Name").fill(name);
  await field(page, "Web address").fill("example.com");
  await toLook(page);
}

/** The id of the code that it makes. */
export async function create(page: Page): Promise<string> {
  await button(page, "Create code").click();
  await page.waitForURL(/\/codes\/[\da-f-]{36}\/created$/);
  // The form stands until the next page is there, though the address is that page's already.
  await page.getByRole("heading", { name: / is ready$/, level: 1 }).waitFor();
  const id = page.url().split("/").at(-2)!;
  await go(page, `/app/codes/${id}`);
  await button(page, "Download").waitFor();
  return id;
}

/** What a phone reads off the picture that is downloaded. */
export async function scan(page: Page, { url }: Service, id: string, query = "") {
  const path = `/api/dashboard/qrcodes/${id}/image?format=png&size=400${query}`;
  const bytes = await (await page.request.get(url + path)).body();
  return { text: await decode(bytes), bytes };
}
