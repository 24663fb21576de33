import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { createKnownBrands, type LogoPicture, PLAIN_BRAND } from "../../src/brands/known-brands.ts";
import type { Brand } from "../../src/looks/look.ts";
import { createTestClock } from "../support/stores.ts";

const NEVER = new Promise<never>(() => {});
const brandOf = (name: string, logoId: string | null = null): Brand => ({
  name,
  color: null,
  logoId,
  website: null,
  afterwards: null,
  showFooter: true,
});

describe("Known brands", () => {
  let clock: ReturnType<typeof createTestClock>;
  let find: (workspaceId: string) => Promise<Brand | null>;
  let pictureOf: LogoPicture;
  let queries: string[];
  let errors: unknown[];
  let changed: () => void;
  let brand: ReturnType<typeof createKnownBrands>;
  beforeEach(() => {
    clock = createTestClock();
    [queries, errors] = [[], []];
    find = async (workspaceId) => brandOf(workspaceId);
    pictureOf = async (_workspaceId, logoId) => `data:${logoId}`;
    const store = {
      brands: {
        find(workspaceId: string) {
          queries.push(workspaceId);
          return find(workspaceId);
        },
        set: async () => {},
      },
      workspaces: { find: async () => null },
      onBrandChanged(listener: () => void) {
        changed = listener;
      },
      hearsChanges: () => true,
    };
    brand = createKnownBrands({
      store,
      clock,
      pictureOf: (...logo) => pictureOf(...logo),
      onError: (error) => errors.push(error),
      queryMs: 20,
    });
  });

  it("are read once, and again as soon as one has changed", async () => {
    assert.equal((await brand("ada")).name, "ada");
    await brand("ada");
    assert.deepEqual(queries, ["ada"]);
    find = async () => brandOf("Ada's");
    changed();
    assert.equal((await brand("ada")).name, "Ada's");
  });

  it("are served from the cache, or plain, while the store fails; one error is logged and the store is not asked meanwhile", async () => {
    await brand("ada");
    find = () => NEVER;
    changed();
    assert.equal((await brand("ada")).name, "ada");
    assert.equal(errors.length, 1);
    assert.deepEqual(await brand("ben"), PLAIN_BRAND);
    assert.deepEqual(queries, ["ada", "ada"]);
    find = async () => brandOf("back");
    clock.move(5_000);
    assert.equal((await brand("ben")).name, "back");
    assert.equal(errors.length, 1);
  });

  it("of other owners are read while one owner's logo is slow, whose brand is shown without it", async () => {
    find = async (workspaceId) => brandOf(workspaceId, "logo");
    pictureOf = (workspaceId, logoId) => (workspaceId === "slow" ? NEVER : Promise.resolve(`data:${logoId}`));
    assert.deepEqual(await brand("slow"), { ...PLAIN_BRAND, name: "slow" });
    assert.equal(errors.length, 1);
    assert.deepEqual(await brand("ada"), { ...PLAIN_BRAND, name: "ada", logo: "data:logo" });
  });

  it("have a logo that was late a few seconds later, not only when the brand is read again", async () => {
    find = async (workspaceId) => brandOf(workspaceId, "logo");
    const works = pictureOf;
    pictureOf = () => NEVER;
    assert.equal((await brand("ada")).logo, null);
    pictureOf = works;
    clock.move(5_001);
    await brand("ada");
    await new Promise(setImmediate);
    assert.equal((await brand("ada")).logo, "data:logo");
    clock.move(5_001);
    await brand("ada");
    assert.equal(queries.length, 2);
  });
});
