import assert from "node:assert/strict";
import { it } from "node:test";
import { readListQuery, sortsOf } from "../../web/src/pages/codes/list-query.ts";

it("searches the list of codes without the spaces around a pasted link", () => {
  const sent = (q: string) => readListQuery(new URLSearchParams({ q })).understood.get("q");
  assert.equal(sent(" https://qr.example.com/r/menu "), "https://qr.example.com/r/menu");
  assert.equal(sent("table 17 "), "table 17");
  assert.equal(sent("   "), null);
});

it("sorts by the trend only where there is something to compare with", () => {
  const sorted = (search: string) => {
    const { understood } = readListQuery(new URLSearchParams(search));
    const sorts = sortsOf(understood).map(({ value }) => value);
    return [understood.get("sort"), sorts.includes("rising"), sorts.includes("falling")];
  };
  for (const search of ["sort=rising", "sort=rising&period=7d", "sort=rising&compare=year&period=today"])
    assert.deepEqual(sorted(search), ["rising", true, true], search);
  for (const search of ["sort=rising&period=all", "sort=falling&compare=none", "sort=rising&state=deleted"])
    assert.deepEqual(sorted(search), [null, false, false], search);
  assert.equal(readListQuery(new URLSearchParams("sort=scans&period=all")).understood.get("sort"), "scans");
});
