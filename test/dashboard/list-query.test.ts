import assert from "node:assert/strict";
import { it } from "node:test";
import { readListQuery } from "../../web/src/pages/codes/list-query.ts";

it("searches the list of codes without the spaces around a pasted link", () => {
  const sent = (q: string) => readListQuery(new URLSearchParams({ q })).understood.get("q");
  assert.equal(sent(" https://qr.example.com/r/menu "), "https://qr.example.com/r/menu");
  assert.equal(sent("table 17 "), "table 17");
  assert.equal(sent("   "), null);
});
