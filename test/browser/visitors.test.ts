import assert from "node:assert/strict";
import { it } from "node:test";
import { createCodes } from "../../src/codes/service.ts";
import { createSystemClock } from "../../src/shared/clock.ts";
import { createIds } from "../../src/shared/ids.ts";
import { CODE_TYPES, type CodeType } from "../../src/shared/vocabulary.ts";
import { CONTENTS, PAYLOADS } from "../share-pages/payloads.ts";
import { addWorkspace, WORKSPACE } from "../store/support.ts";
import { unlessOpen } from "../support/browser.ts";
import { DRAFT } from "../support/fixtures.ts";
import { openDesk } from "./support.ts";

it("runs no script from a code's name or content, even without the policy", async (t) => {
  const desk = await openDesk();
  if (!desk) return t.skip(unlessOpen(desk) || undefined);
  t.after(desk.close);
  const clock = createSystemClock();
  const codes = createCodes({
    store: desk.service.store,
    clock,
    createId: createIds(clock.now),
    lifetimeMs: 1e10,
    scansSettled: async () => {},
  });
  await addWorkspace(desk.service.store);
  /** Directly into the store, without validation: what an older version may have accepted. */
  const poisoned = (type: CodeType, payload: string) =>
    codes.create(WORKSPACE, { ...DRAFT, name: payload, content: CONTENTS[type](payload), type, errorCorrection: "L" });
  // The page's own policy would stop most of it; here the escaping must do so alone.
  const page = await desk.page({ bypassCSP: true });
  const executed: string[] = [];
  page.on("dialog", (dialog) => {
    executed.push(page.url());
    void dialog.dismiss();
  });
  const left: string[] = [];
  await page.route("**/*", (route) => {
    if (route.request().url().startsWith(desk.service.url)) return route.continue();
    left.push(route.request().url());
    return route.abort();
  });
  await page.setContent("<script>alert('seen')</script>");
  assert.equal(executed.splice(0).length, 1, "an execution would be detected");
  // Each payload once, each type with two or more: share-pages/injection has all pairs, without a browser.
  for (const [i, payload] of PAYLOADS.entries()) {
    const type = CODE_TYPES[i % CODE_TYPES.length]!;
    const { token } = await poisoned(type, payload);
    const leadsAway = ["url", "social", "whatsapp"].includes(type);
    await page.goto(`${desk.service.url}/r/${token}${leadsAway ? "+" : ""}`);
  }
  assert.deepEqual(executed, []);
  assert.deepEqual(left, []);
});
