import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Page } from "playwright-core";
import { unlessOpen } from "../support/browser.ts";
import { eventually } from "../support/eventually.ts";
import { newCode } from "../support/fixtures.ts";
import { objections } from "./axe.ts";
import { type Desk, openDesk, signIn } from "./support.ts";

const desk = await openDesk();

describe("tags and views", { skip: unlessOpen(desk) }, () => {
  const { service, page: newPage, close } = desk as Desk;
  let page: Page;
  let ids: string[];
  let workspaceId: string;
  before(async () => {
    page = await newPage();
    page.setDefaultTimeout(15_000);
    workspaceId = (await signIn(page, service)).workspaceId;
    const codes = ["Menu", "Poster", "Flyer"].map((name) => newCode(workspaceId, Date.now(), { name }));
    for (const code of codes) await service.store.codes.create(code);
    ids = codes.map(({ id }) => id);
  });
  after(close);

  const show = (path: string) => page.goto(`${service.url}/app${path}`);
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const dialog = () => page.getByRole("dialog");
  const tagsOf = async (id: string) => {
    const { num } = (await service.store.codes.find(workspaceId, id))!;
    return ((await service.store.tags.ofCodes([num])).get(num) ?? []).map(({ name }) => name);
  };
  /** Types names, each followed by Enter. */
  const typeTags = async (...names: string[]) => {
    const field = dialog().getByLabel("Tags", { exact: true }).first();
    for (const name of names) {
      await field.fill(name);
      await field.press("Enter");
    }
  };

  it("are created while typing on the page of a code", async () => {
    await show(`/codes/${ids[0]}`);
    await button("Add tags").click();
    await typeTags("Summer", "Berlin");
    await button("Save").click();
    await page.getByText("Tags saved.").waitFor();
    assert.deepEqual(await tagsOf(ids[0]!), ["Berlin", "Summer"]);
    await button("Edit tags").waitFor();
    assert.deepEqual(await objections(page), []);
  });

  it("are added to selected codes, and that is undone", async () => {
    await show("/codes?sort=name");
    for (const name of ["Poster", "Flyer"]) await page.getByRole("checkbox", { name: `Select ${name}` }).click();
    await button("Tags").last().click();
    await typeTags("summer");
    await dialog().getByRole("button", { name: "Add tags" }).click();
    await page.getByText("2 codes tagged with").waitFor();
    assert.deepEqual(await tagsOf(ids[1]!), ["Summer"]);
    await button("Undo").click();
    await eventually(async () => assert.deepEqual(await tagsOf(ids[1]!), []));
  });

  it("filter the list, which is saved as a view, renamed and deleted", async () => {
    await show("/codes");
    await button("Tags").first().click();
    await page.getByRole("option", { name: "Summer" }).click();
    await page.getByText("1 code", { exact: true }).waitFor();
    await button("Save view").click();
    await dialog().getByLabel("Name").fill("In summer");
    await dialog().getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { name: "In summer", level: 1 }).waitFor();
    const views = page.getByRole("navigation", { name: "Saved views" });
    await show("/");
    await views.getByRole("link", { name: "In summer" }).click();
    await page.getByRole("heading", { name: "In summer", level: 1 }).waitFor();
    assert.deepEqual(await objections(page), []);
    await button("Actions for In summer").click();
    await page.getByRole("menuitem", { name: "Rename" }).click();
    await dialog().getByLabel("Name").fill("Summer 2026");
    await dialog().getByRole("button", { name: "Save" }).click();
    await views.getByRole("link", { name: "Summer 2026" }).waitFor();
    await button("Actions for Summer 2026").click();
    await page.getByRole("menuitem", { name: "Delete view" }).click();
    await dialog().getByRole("button", { name: "Delete view" }).click();
    await page.getByRole("heading", { name: "Codes", level: 1 }).waitFor();
    assert.equal(await views.count(), 0);
  });

  it("are renamed, merged and deleted in one place", async () => {
    await show("/tags");
    await button("Actions for Berlin").click();
    await page.getByRole("menuitem", { name: "Rename or recolour" }).click();
    await dialog().getByLabel("Name").fill("Hamburg");
    await dialog().getByRole("radio", { name: "#d6453d" }).click();
    assert.deepEqual(await objections(page), []);
    await dialog().getByRole("button", { name: "Save" }).click();
    await button("Actions for Hamburg").click();
    await page.getByRole("menuitem", { name: "Merge into another tag" }).click();
    await dialog().getByLabel("Tag that stays").click();
    await page.getByRole("option", { name: "Summer" }).click();
    await dialog().getByRole("button", { name: "Merge", exact: true }).click();
    await page.getByText("Merged into “Summer”.").waitFor();
    assert.deepEqual(await tagsOf(ids[0]!), ["Summer"]);
    await button("Actions for Summer").click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await dialog().getByRole("button", { name: "Delete tag" }).click();
    await page.getByRole("heading", { name: "No tags yet" }).waitFor();
    assert.deepEqual(await tagsOf(ids[0]!), []);
  });

  it("that were deleted are named by the list, and removed from its filter", async () => {
    await show(`/codes?type=url&tag=${crypto.randomUUID()}`);
    await page.getByRole("heading", { name: "A tag of this filter was deleted" }).waitFor();
    await button("Remove deleted tag").click();
    await page.getByText("3 codes", { exact: true }).waitFor();
  });
});
