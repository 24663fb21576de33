/** F20 for accounts, in full: the process is killed between any two of its steps. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { SCRYPT } from "../../src/accounts/password-queue.ts";
import { type CutWork, holdAccountsWhole } from "./support/accounts.ts";

const PROGRAM = fileURLToPath(new URL("./support/accounts-process.ts", import.meta.url));

const cutWork: CutWork = ({ place }, what, password, at) => {
  const args = [what, String(at), place.dataDir, place.databaseUrl ?? "", password];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [PROGRAM, ...args], (error, stdout, stderr) => {
      if (error?.signal === "SIGKILL") resolve(false);
      else if (error) reject(new Error(stderr));
      else resolve(stdout === "whole\n");
    });
  });
};

holdAccountsWhole("power lost between any two steps", cutWork, SCRYPT);
