/** Performs an account operation and is killed with SIGKILL before its n-th statement. */

import { createSystemClock } from "../../../src/shared/clock.ts";
import { openStore } from "../../../src/store/open.ts";
import { workOnAccount } from "./accounts.ts";

const [what, at, dataDir, databaseUrl, password] = process.argv.slice(2) as string[];
const place = { dataDir: dataDir!, databaseUrl: databaseUrl || undefined };
const store = await openStore({ ...place, codeLifetimeMs: 1e9 }, createSystemClock());
await workOnAccount(store, what!, password!, Number(at), () => {
  process.kill(process.pid, "SIGKILL");
});
await store.close();
console.log("whole");
