import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setImmediate } from "node:timers/promises";
import { createCanvas } from "@napi-rs/canvas";
import { createLogoReader } from "../../src/rendering/logo-reader.ts";
import { eventually } from "../support/eventually.ts";

const PICTURE = (() => {
  const canvas = createCanvas(8, 8);
  canvas.getContext("2d").fillRect(0, 0, 8, 8);
  return canvas.toBuffer("image/png");
})();
const COMPLEX = { name: "BadLogo", fault: "complex" };

describe("the process that reads logos", () => {
  it("reads one after the other, says what is wrong with one, and refuses more than may wait", async (test) => {
    const reader = createLogoReader({ limit: 3 });
    test.after(reader.close);
    const [first, wrong, second, more] = await Promise.allSettled(
      [PICTURE, Buffer.from("x"), PICTURE, PICTURE].map(reader.read),
    );
    assert.equal(first!.status === "fulfilled" && first!.value.width, 8);
    assert.equal(wrong!.status === "rejected" && wrong!.reason.fault, "type");
    assert.equal(second!.status === "fulfilled" && second!.value.png[1], 0x50);
    assert.equal(more!.status === "rejected" && more!.reason.name, "TooBusy");
  });

  it("is ended with a picture that takes too long or too much; another reads the next", async (test) => {
    const file = new URL("./support/stubborn-process.ts", import.meta.url);
    const reader = createLogoReader({ file, deadlineMs: 500, patience: 200 });
    test.after(reader.close);
    const ask = (word: string) => reader.read(Buffer.from(word)) as unknown as Promise<string>;
    const pids = [await ask("who")];
    for (const word of ["end", "spin"]) {
      assert.equal(await ask("who"), pids.at(-1));
      await assert.rejects(ask(word), COMPLEX);
      pids.push(await ask("who"));
      // The system keeps what has ended for a moment.
      await eventually(() => assert.throws(() => process.kill(Number(pids.at(-2)), 0), { code: "ESRCH" }));
    }
    assert.equal(new Set(pids).size, 3);
  });

  it("takes a picture that needs more memory than there is for one as too complex", async (test) => {
    const file = new URL("./support/stubborn-process.ts", import.meta.url);
    const reader = createLogoReader({ file, deadlineMs: 60_000 });
    test.after(reader.close);
    await assert.rejects(reader.read(Buffer.from("fill")), COMPLEX);
  });

  it("says nothing of a picture when it crashes: the fault is ours, and another reads the next", async (test) => {
    const file = new URL("./support/stubborn-process.ts", import.meta.url);
    const reader = createLogoReader({ file });
    test.after(reader.close);
    for (const [word, how] of Object.entries({ crash: "signal SIGSEGV", throw: "code 1" })) {
      const failed = { name: "Error", message: `The process that reads logos ended with ${how}.` };
      await assert.rejects(reader.read(Buffer.from(word)), failed);
      assert.ok(await reader.read(Buffer.from("who")));
    }
    const told = { name: "TypeError", message: "of ours", stack: /stubborn-process/ };
    await assert.rejects(reader.read(Buffer.from("fail")), told);
  });

  it("waits for a machine that has no time for a picture", async (test) => {
    if (process.platform !== "linux") return test.skip("only Linux tells a process's own time");
    const file = new URL("./support/stubborn-process.ts", import.meta.url);
    const reader = createLogoReader({ file, deadlineMs: 1_000, patience: 200 });
    test.after(reader.close);
    assert.ok(await reader.read(Buffer.from("wait")));
  });

  it("says that the machine is busy where a picture got no time at all, and nothing of the picture", async (test) => {
    if (process.platform !== "linux") return test.skip("only Linux tells a process's own time");
    const file = new URL("./support/stubborn-process.ts", import.meta.url);
    const reader = createLogoReader({ file, deadlineMs: 500 });
    test.after(reader.close);
    await assert.rejects(reader.read(Buffer.from("hang")), { name: "TooBusy" });
    assert.ok(await eventually(() => reader.read(Buffer.from("who"))));
  });

  it("says nothing of a picture that a stop of the service cut off", async () => {
    const file = new URL("./support/stubborn-process.ts", import.meta.url);
    const reader = createLogoReader({ file });
    await reader.read(Buffer.from("who"));
    const cut = assert.rejects(reader.read(Buffer.from("hang")), { name: "TooBusy" });
    // By then the process has it.
    await setImmediate();
    reader.close();
    await cut;
  });

  it("fails with what it is when it cannot start", async () => {
    const reader = createLogoReader({ file: new URL("./support/none.ts", import.meta.url) });
    await assert.rejects(reader.read(PICTURE), /did not start/);
  });
});
