/** What axe objects to on a page. */
import axe from "axe-core";
import type { Page } from "playwright-core";

interface Asked {
  /** Undefined: all. */
  rules?: readonly string[] | undefined;
  /** Selectors of the parts to look at; undefined: the whole page. */
  parts?: readonly string[];
  /** What hardly anybody is held up by, too. */
  evenSlight?: boolean;
}

/** A line for each rule that is broken, with the first elements that break it. */
export async function objections(page: Page, asked: Asked = {}): Promise<string[]> {
  const { rules, parts, evenSlight = false } = asked;
  // The page's own policy forbids injected scripts, so axe goes in through the debugger.
  if (await page.evaluate("!window.axe")) await page.evaluate(axe.source);
  const options = { resultTypes: ["violations"], ...(rules ? { runOnly: rules } : {}) };
  const told = "({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ html }) => html).join(' | ')";
  const counts = evenSlight ? "() => true" : "({ impact }) => /serious|critical/.test(impact)";
  return page.evaluate(`
    axe.run(${parts ? JSON.stringify(parts) : "document"}, ${JSON.stringify(options)})
      .then(({ violations }) => violations.filter(${counts}).map(${told}))
  `);
}
