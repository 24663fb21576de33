import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, it } from "node:test";
import { freshDir } from "../support/stores.ts";

/** As on a disk that gets full: of what is written to a file, the first kilobyte is, and no more. */
const SCRIPT = `
  const { openFolder } = await import(process.argv[1]);
  const put = async (path, content) => {
    const folder = await openFolder(process.argv[2] + path, "test");
    const isClose = path === "manifest";
    const work = isClose ? folder.close(() => ({ content })) : folder.put("data/x-00001.csv", content);
    await work.then(() => console.log(path, "was written"), ({ code }) => console.log(path, code));
  };
  const text = "x".repeat(1500);
  await put("text", text);
  await put("pieces", (async function* () { yield text; })());
  await put("manifest", text);
`;

describe("The folder of a bundle", () => {
  it("says when a file could not be written whole", () => {
    const module = new URL("../../src/bundle/folder.ts", import.meta.url).href;
    const limited = ['ulimit -f 1; exec "$@"', "bash", process.execPath, "--input-type=module"];
    const args = ["-c", ...limited, "-e", SCRIPT, module, join(freshDir(), "of-")];
    const said = execFileSync("bash", args, { encoding: "utf8" });
    assert.deepEqual(said.trim().split("\n"), ["text EFBIG", "pieces EFBIG", "manifest EFBIG"]);
  });
});
