/** Performs an operation on a workspace and is killed with SIGKILL before its n-th statement. */
import { createSystemClock } from "../../../src/shared/clock.ts";
import { openStore } from "../../../src/store/open.ts";
import { type Operation, workOnWorkspace } from "./workspaces.ts";

const [what, at, dataDir, databaseUrl] = process.argv.slice(2) as string[];
const place = { dataDir: dataDir!, databaseUrl: databaseUrl || undefined };
const store = await openStore({ ...place, codeLifetimeMs: 1e9 }, createSystemClock());
await workOnWorkspace(store, what as Operation, Number(at), () => {
  process.kill(process.pid, "SIGKILL");
});
await store.close();
console.log("whole");
