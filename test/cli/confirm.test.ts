import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { describe, it } from "node:test";
import { confirm } from "../../src/commands/terminal.ts";

function terminal(isTTY: boolean) {
  const input = Object.assign(new PassThrough(), { isTTY });
  const output = new PassThrough();
  return { input, output };
}

describe("a question at the terminal", () => {
  it("accepts only y and yes, and shows the default for Enter", async () => {
    const table = { y: true, YES: true, " y ": true, n: false, "": false, yeah: false };
    for (const [line, wanted] of Object.entries(table)) {
      const asked = terminal(true);
      asked.input.write(`${line}\n`);
      assert.equal(await confirm("Go on?", asked), wanted, JSON.stringify(line));
      asked.output.end();
      assert.equal(await text(asked.output), "Go on? [y/N] ");
    }
  });

  it("is answered with no when the input ends", async () => {
    const asked = terminal(true);
    asked.input.end();
    assert.equal(await confirm("Go on?", asked), false);
  });

  it("is not asked without a terminal", async () => {
    const asked = terminal(false);
    assert.equal(await confirm("Go on?", asked), null);
    asked.output.end();
    assert.equal(await text(asked.output), "");
  });
});
