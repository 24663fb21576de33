/** A look and the colours of a code, changed concurrently by two callers. */
import assert from "node:assert/strict";
import { it } from "node:test";
import type { Code } from "../../src/codes/code.ts";
import type { Draft } from "../../src/codes/draft.ts";
import { createCodes } from "../../src/codes/service.ts";
import { createLookRules } from "../../src/looks/rules.ts";
import { createLooks } from "../../src/looks/service.ts";
import { PLAIN, type Style } from "../../src/rendering/style.ts";
import type { StyledInput } from "../../src/rendering/styled/assess.ts";
import { createSystemClock } from "../../src/shared/clock.ts";
import { DomainError, TooBusy } from "../../src/shared/errors.ts";
import { createIds } from "../../src/shared/ids.ts";
import type { Store } from "../../src/store/store.ts";
import { addWorkspace, WORKSPACE } from "../store/support.ts";
import { DRAFT } from "../support/fixtures.ts";
import { type Engine, onEachEngine } from "../support/stores.ts";

const LIGHT = "#dddddd";
/** A token of another product, which needs a larger symbol. */
const LONG = "aB".repeat(20);
const ROUNDED: Style = { ...PLAIN, modules: "rounded" };
const DOTS: Style = { ...PLAIN, modules: "dots" };

/** Only light dots are unreadable. `before` runs before the next change is written. */
async function serviceOn(engine: Engine) {
  const real = await engine.fresh();
  await addWorkspace(real);
  const waiting: (() => Promise<unknown>)[] = [];
  const before = (work: () => Promise<unknown>) => void waiting.push(work);
  const others = async () => void (await waiting.shift()?.());
  const store: Store = {
    ...real,
    codes: {
      ...real.codes,
      async update(...args) {
        await others();
        return real.codes.update(...args);
      },
      async applyStyle(...args) {
        await others();
        return real.codes.applyStyle(...args);
      },
    },
  };
  const clock = createSystemClock();
  const createId = createIds(clock.now);
  const styled = {
    readersOf: async ({ style, foreground, text }: StyledInput) =>
      style.modules === "dots" && (foreground === LIGHT || text.includes(LONG)) ? [] : ["zxing" as const],
    assess: async () => ({ passes: false }) as never,
  };
  const logos = { current: async () => null } as never;
  const rules = createLookRules({ store, styled, logos, clock, shareBase: () => "https://a.test" });
  const parts = { store, clock, createId, scansSettled: async () => {} };
  const codes = createCodes({ ...parts, lifetimeMs: 1e9, lookRules: rules });
  const looks = createLooks({ ...parts, styled, logos, codes, rules });
  const make = async (style: Style, draft: Partial<Draft> = {}) => {
    const { id } = await codes.create(WORKSPACE, { ...DRAFT, ...draft });
    await looks.set(WORKSPACE, id, { style });
    return id;
  };
  const kept = async (id: string) => {
    const code = await codes.find(WORKSPACE, id);
    return [looks.styleOf(code).modules, code.foregroundColor];
  };
  return { store, codes, looks, before, make, kept };
}

const isUnreadable = (field: string) => (error: unknown) => {
  assert.ok(error instanceof DomainError);
  const [problem, ...more] = error.details ?? [];
  assert.equal(problem?.field, field);
  assert.match(problem.message, /^makes a code that cannot be read/);
  return more.length === 0;
};

onEachEngine("A concurrent change of look and colours", (engine) => {
  it("refuses the colours, if the look was written first", async () => {
    const { codes, looks, before, make, kept } = await serviceOn(engine);
    for (const style of [PLAIN, ROUNDED]) {
      const id = await make(style);
      before(() => looks.set(WORKSPACE, id, { style: DOTS }));
      const change = codes.change(WORKSPACE, id, { foregroundColor: LIGHT });
      await assert.rejects(change, isUnreadable("foregroundColor"));
      assert.deepEqual(await kept(id), ["dots", DRAFT.foregroundColor]);
    }
  });

  it("refuses the look, if the colours were written first", async () => {
    const { codes, looks, before, make, kept } = await serviceOn(engine);
    const id = await make(PLAIN);
    before(() => codes.change(WORKSPACE, id, { foregroundColor: LIGHT }));
    await assert.rejects(looks.set(WORKSPACE, id, { style: DOTS }), isUnreadable("body"));
    assert.deepEqual(await kept(id), ["square", LIGHT]);
  });

  it("keeps both if they can be read together", async () => {
    const { codes, looks, before, make, kept } = await serviceOn(engine);
    const id = await make(PLAIN);
    before(() => looks.set(WORKSPACE, id, { style: ROUNDED }));
    await codes.change(WORKSPACE, id, { foregroundColor: LIGHT, name: "Light" });
    assert.deepEqual(await kept(id), ["rounded", LIGHT]);
  });

  it("is reported code by code, if one look is applied to many", async () => {
    const { codes, looks, before, make, kept } = await serviceOn(engine);
    const [dark, light, renamed] = [await make(PLAIN), await make(PLAIN), await make(PLAIN)];
    before(async () => {
      await codes.change(WORKSPACE, light, { foregroundColor: LIGHT });
      await codes.change(WORKSPACE, renamed, { foregroundColor: "#111111" });
    });
    const ids = [dark, light, renamed];
    const { changed, refused } = await looks.apply(WORKSPACE, ids, { style: DOTS });
    assert.deepEqual(changed.toSorted(), [dark, renamed].toSorted());
    assert.deepEqual(refused, [{ id: light, message: "style cannot be read in these colours." }]);
    assert.deepEqual(await kept(light), ["square", LIGHT]);
    assert.deepEqual(await kept(renamed), ["dots", "#111111"]);
  });

  it("is checked on the symbol of each code, not only the first", async () => {
    const { store, looks, make } = await serviceOn(engine);
    const short = await make(PLAIN);
    const [{ num: _, ...code }] = (await store.codes.findMany(WORKSPACE, [short])) as [Code];
    const long = { ...code, id: createIds(Date.now)(), token: LONG };
    assert.equal(await store.codes.create(long), null);
    const { changed, refused } = await looks.apply(WORKSPACE, [short, long.id], { style: DOTS });
    assert.deepEqual(changed, [short]);
    assert.deepEqual(refused, [{ id: long.id, message: "style cannot be read in these colours." }]);
  });

  it("is refused if the code is changed again and again", async () => {
    const { codes, looks, before, make, kept } = await serviceOn(engine);
    const id = await make(PLAIN);
    const again = () => {
      for (let i = 0; i < 5; i++) {
        before(() => codes.change(WORKSPACE, id, { size: 256 + i }));
        // Of the concurrent change.
        before(async () => {});
      }
    };
    again();
    await assert.rejects(looks.set(WORKSPACE, id, { style: DOTS }), TooBusy);
    again();
    const { changed, refused } = await looks.apply(WORKSPACE, [id], { style: DOTS });
    assert.deepEqual(changed, []);
    assert.match(refused[0]!.message, /^The code is being changed by other requests/);
    assert.deepEqual(await kept(id), ["square", DRAFT.foregroundColor]);
  });
});
