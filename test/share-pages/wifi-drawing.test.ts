import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { it } from "node:test";
import { PLAIN_BRAND } from "../../src/brands/known-brands.ts";
import type { Code } from "../../src/codes/code.ts";
import { actionOf } from "../../src/codes/content/index.ts";
import { createShareResponses } from "../../src/sharing/responses.ts";

it("draws the code of a wifi page once, however often it is visited", async () => {
  const drawn: string[] = [];
  const answers = createShareResponses({
    drawJoin: (text) => {
      drawn.push(text);
      return `data:drawing${drawn.length}`;
    },
    brandOf: async () => PLAIN_BRAND,
  });
  const code = { name: "Guest", token: "token", page: null } as Code;
  const pages: string[] = [];
  const response = { writeHead() {}, end: (body: Buffer) => pages.push(body.toString()) } as unknown as ServerResponse;
  const visit = async (content: string) => {
    const action = actionOf("wifi", content);
    assert.equal(action.kind, "wifi");
    if (action.kind !== "wifi") return;
    for (let i = 0; i < 3; i++)
      await answers.landing(response, {
        code,
        action,
        files: "",
        os: "iOS",
        languages: undefined,
        encodings: undefined,
        scanId: null,
      });
  };
  await visit("WIFI:T:WPA;S:Guest;P:secret;;");
  await visit("WIFI:T:WPA;S:Other;P:secret;;");
  assert.equal(drawn.length, 2);
  assert.deepEqual(
    pages.map((page) => /src="data:(drawing\d)"/.exec(page)?.[1]),
    ["drawing1", "drawing1", "drawing1", "drawing2", "drawing2", "drawing2"],
  );
});
