/** The accessibility problems that axe finds on a page. */
import axe from "axe-core";
import type { Page } from "playwright-core";
import { until } from "../support/eventually.ts";

/** A line for each violated rule, with the first elements that violate it; `evenSlight` includes minor ones. */
export async function objections(page: Page, { evenSlight = false } = {}): Promise<string[]> {
  // What is being loaded again is dimmed.
  await until(() => page.evaluate("!document.querySelector('[aria-busy=true]')"));
  // Colours in transition would be measured half-way.
  const moving = "({ effect }) => effect.getTiming().iterations < Infinity";
  await until(() => page.evaluate(`!document.getAnimations().some(${moving})`));
  // The page's own policy forbids injected scripts, so axe is injected through the debugger.
  if (await page.evaluate("!window.axe")) await page.evaluate(axe.source);
  const told = "({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html }) => html).join(' | ')";
  const counts = evenSlight ? "() => true" : "({ impact }) => /serious|critical/.test(impact)";
  return page.evaluate(`
    axe.run(document, { resultTypes: ["violations"] })
      .then(({ violations }) => violations.filter(${counts}).map(${told}))
  `);
}
