#!/usr/bin/env node
// Runs the command under the Node that npm installed with it, whichever Node is on the machine.
import { existsSync } from "node:fs";
import * as nodeModule from "node:module";
import { constants } from "node:os";
import { isRightNode } from "./node.js";

if (isRightNode()) {
  // Cache compiled code between starts if the temporary folder is writable. Threads read its location from the
  // environment only.
  const { directory } = nodeModule.enableCompileCache();
  if (directory) process.env.NODE_COMPILE_CACHE ??= directory;
  // A checkout runs the source, except for npm start, which has just built it. The package contains a build.
  const written = new URL("../src/cli.ts", import.meta.url);
  const built = new URL("../dist/cli.js", import.meta.url);
  const isBuilt = process.env.npm_lifecycle_event === "start" || !existsSync(written);
  const { main } = await import(isBuilt && existsSync(built) ? built : written);
  // The reader of our output may stop reading, like head: exit silently.
  for (const stream of process.argv[2] === "serve" ? [] : [process.stdout, process.stderr]) {
    stream.on("error", (error) => {
      if (error.code !== "EPIPE") throw error;
      process.exit(128 + constants.signals.SIGPIPE);
    });
  }
  process.exitCode = await main(process.argv.slice(2));
}
