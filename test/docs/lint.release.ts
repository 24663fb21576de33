/** Lints the document with other tools: no error, no warning. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import spectral, { type RulesetDefinition } from "@stoplight/spectral-core";
import rulesets from "@stoplight/spectral-rulesets";
import { readDocument } from "./support.ts";

const RULES = { extends: [rulesets.oas] } as unknown as RulesetDefinition;
const document = await readDocument("https://qr.tessera.test");

/** The id of a code is a UUID, so no path of a code begins with /qrcodes/external. */
const isOfExternalIds = (line: string): boolean =>
  line.startsWith("no-ambiguous-paths ") && line.includes("`/api/v1/qrcodes/external/{externalId}`");

describe("openapi.json", () => {
  it("passes spectral", async () => {
    const linter = new spectral.Spectral();
    linter.setRuleset(RULES);
    const found = await linter.run(document as unknown as Record<string, unknown>);
    assert.deepEqual(
      found.map(({ code, path, message }) => `${code} ${path.join("/")}: ${message}`),
      [],
    );
  });

  for (const ruleset of ["recommended", "recommended-strict"] as const) {
    it(`passes redocly's ${ruleset} rules`, async () => {
      const config = await createConfig({ extends: [ruleset] });
      const found = await lintFromString({ source: JSON.stringify(document), config });
      const lines = found.map(({ ruleId, location, message }) => `${ruleId} ${location[0]?.pointer}: ${message}`);
      assert.deepEqual(
        lines.filter((line) => !isOfExternalIds(line)),
        [],
      );
    });
  }

  it("would not pass with a fault", async () => {
    const linter = new spectral.Spectral();
    linter.setRuleset(RULES);
    const { info, ...rest } = document;
    assert.notDeepEqual(await linter.run({ ...rest }), []);
    const config = await createConfig({ extends: ["recommended"] });
    const source = JSON.stringify({ ...document, info: { title: info.title } });
    assert.notDeepEqual(await lintFromString({ source, config }), []);
  });
});
