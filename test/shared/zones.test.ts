import assert from "node:assert/strict";
import { it } from "node:test";
import { zoneName } from "../../src/shared/zones.ts";

it("A zone is stored by its name in its usual spelling", () => {
  for (const name of [
    "Europe/Berlin",
    "America/Argentina/Buenos_Aires",
    "America/Port-au-Prince",
    "Etc/GMT+5",
    "UTC",
  ]) {
    assert.equal(zoneName(name.toLowerCase()), name);
  }
});

it("What Temporal reads besides names is no zone", () => {
  const others = ["+01:00", "-0800", "2020-01-01T00:00+01:00", "2020-01-01T00:00Z", "2020-01-01T00:00[Europe/Berlin]"];
  for (const text of [...others, "", " Europe/Berlin", "Mars/Base"]) assert.equal(zoneName(text), null, text);
});
