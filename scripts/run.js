/** `node scripts/run.js FILE …`: runs a TypeScript file with the Node that npm installed. */
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { isRightNode } from "../bin/node.js";

if (isRightNode()) {
  // As if the file had been run directly.
  process.argv.splice(1, 1);
  process.argv[1] = resolve(process.argv[1]);
  await import(pathToFileURL(process.argv[1]));
}
