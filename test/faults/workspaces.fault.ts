/** F20 for workspaces, in full: the process is killed between any two of its steps. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { type CutWork, holdWorkspacesWhole } from "./support/workspaces.ts";

const PROGRAM = fileURLToPath(new URL("./support/workspaces-process.ts", import.meta.url));

const cutWork: CutWork = (_store, place, what, at) => {
  const args = [what, String(at), place.dataDir, place.databaseUrl ?? ""];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [PROGRAM, ...args], (error, stdout, stderr) => {
      if (error?.signal === "SIGKILL") resolve(false);
      else if (error) reject(new Error(stderr));
      else resolve(stdout === "whole\n");
    });
  });
};

holdWorkspacesWhole("a workspace when power is lost between any two steps", cutWork);
