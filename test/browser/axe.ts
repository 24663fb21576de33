/** What axe objects to on a page. */
import axe from "axe-core";
import type { Page } from "playwright-core";
import { until } from "../support/eventually.ts";

/** A line for each rule that is broken, with the first elements that break it; `evenSlight`: minor ones too. */
export async function objections(page: Page, { evenSlight = false } = {}): Promise<string[]> {
  // Colours on their way to others would be measured in between.
  const moving = "({ effect }) => effect.getTiming().iterations < Infinity";
  await until(() => page.evaluate(`!document.getAnimations().some(${moving})`));
  // The page's own policy forbids injected scripts, so axe goes in through the debugger.
  if (await page.evaluate("!window.axe")) await page.evaluate(axe.source);
  const told = "({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html }) => html).join(' | ')";
  const counts = evenSlight ? "() => true" : "({ impact }) => /serious|critical/.test(impact)";
  return page.evaluate(`
    axe.run(document, { resultTypes: ["violations"] })
      .then(({ violations }) => violations.filter(${counts}).map(${told}))
  `);
}
