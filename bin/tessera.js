#!/usr/bin/env node
// Runs the command under the Node that npm installed beside it, whichever Node is on the machine.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import * as nodeModule from "node:module";
import { fileURLToPath } from "node:url";

const OLDEST_NODE = 26;
const own = fileURLToPath(new URL("../node_modules/.bin/node", import.meta.url));

if (Number(process.versions.node.split(".")[0]) >= OLDEST_NODE) {
  // Compiled code is kept between starts, where the temporary folder can be written.
  nodeModule.enableCompileCache();
  const { main } = await import("../src/cli.ts");
  process.exitCode = await main(process.argv.slice(2));
} else if (existsSync(own)) {
  const child = spawn(own, process.argv.slice(1), { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
    process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
} else {
  console.error(`Tessera needs Node ${OLDEST_NODE} or newer; run npm ci, which brings it.`);
  process.exitCode = 1;
}
