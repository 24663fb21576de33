/** A bundle that is taken while it is made: no picture waits for the next one. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { codeFilesOf } from "../../src/app.ts";
import { createArchive, TakerGone } from "../../src/bundle/archive.ts";
import { type CodeFiles, exportBundle } from "../../src/bundle/export.ts";
import { TooBusy } from "../../src/shared/errors.ts";
import { type Filled, NOW } from "./support.ts";

export function archives(service: () => Filled): void {
  const { files } = codeFilesOf("https://codes.example", async () => null);
  const writeTo = (archive: ReturnType<typeof createArchive>, images: CodeFiles["images"]) =>
    service().app.store.snapshot((reader) =>
      exportBundle({
        ...files,
        images,
        reader,
        sink: archive,
        signal: archive.signal,
        now: NOW,
        baseUrl: "https://codes.example",
        basePath: "",
      }),
    );

  it("gives each picture before the next is drawn, and asks again where others go first", async () => {
    const archive = createArchive(NOW);
    let given = "";
    let drawn: string | undefined;
    let tries = 0;
    const ended = (async () => {
      for await (const piece of archive.output) given += (piece as Buffer).toString("latin1");
    })();
    const isGiven = async (path: string) => {
      for (let left = 500; !given.includes(path) && left > 0; left--) {
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      assert.ok(given.includes(path), `${path} waits for the next`);
    };
    const { undrawn } = await writeTo(archive, ({ token }) => ({
      key: token,
      async draw() {
        tries += 1;
        if (tries === 1) throw new TooBusy();
        if (drawn) await isGiven(`images/${drawn}.png`);
        drawn = token;
        return { svg: Buffer.from("svg"), png: Buffer.from("png") };
      },
    }));
    await ended;
    assert.deepEqual(undrawn, []);
    assert.ok(tries > 10);
  });

  it("ends when nobody takes it any more, which is told apart from our own failing", async () => {
    const left = createArchive(NOW);
    let tries = 0;
    const work = writeTo(left, ({ token }) => ({
      key: token,
      async draw() {
        tries += 1;
        left.output.destroy();
        await new Promise(setImmediate);
        throw new Error("nobody should be told of this one");
      },
    }));
    left.output.resume();
    await assert.rejects(work, TakerGone);
    assert.equal(tries, 1);
    const failed = createArchive(NOW);
    failed.output.on("error", () => {});
    failed.abort(new Error("ours"));
    await assert.rejects(failed.put("a", "a"), /ours/);
  });
}
