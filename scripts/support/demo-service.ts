/** A service with the demo's codes, an empty account, keys and users, for screenshots. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAccounts } from "../../src/accounts/service.ts";
import { createApp } from "../../src/app.ts";
import type { Code } from "../../src/codes/code.ts";
import { readConfig } from "../../src/config.ts";
import { DEMO_EMAIL, runDemo } from "../../src/demo/run.ts";
import { createKeys } from "../../src/keys/service.ts";
import { createLogger } from "../../src/server/log.ts";
import { createSystemClock } from "../../src/shared/clock.ts";
import { createIds } from "../../src/shared/ids.ts";
import { openStore } from "../../src/store/open.ts";

const PORT = 4399;
/** With a public-looking URL, so that links look real. */
const SHARED_AT = "http://qr.example.com";
const REQUESTS = 34;
/** What visitors see of the owner. */
const BRAND = { name: "Café Mosaic", color: "#9c4221" };

export async function startDemoService() {
  const dataDir = mkdtempSync(join(tmpdir(), "tessera-screenshots-"));
  const clock = createSystemClock();
  const url = `http://127.0.0.1:${PORT}`;
  const env = { DATA_DIR: dataDir, PORT: String(PORT), BASE_URL: SHARED_AT };
  const config = readConfig(env);
  const store = await openStore(config, clock);
  const accounts = createAccounts({ store, plans: [...config.planLimits.keys()] });
  const full = await runDemo({
    store,
    accounts,
    now: clock.now(),
    lifetimeMs: config.codeLifetimeMs,
    progress: () => {},
  });
  await accounts.add({ email: "livia@mosaic-studio.example", plan: "pro", role: "member" });
  const newcomer = { email: "tomas@mosaic-studio.example", plan: "free", role: "member" } as const;
  const { password } = await accounts.add(newcomer);
  const owner = (await accounts.findByEmail(DEMO_EMAIL))!;
  // Screenshots include the administrator's page.
  await accounts.change(owner.id, { role: "admin" });
  const keys = createKeys({ store, clock, createId: createIds(clock.now) });
  const { text } = await keys.create({ workspaceId: owner.workspaceId, userId: owner.id }, "Ticket printer");
  await keys.create({ workspaceId: owner.workspaceId, userId: owner.id }, "Website");
  const app = await createApp({ config, store, clock, logger: createLogger("error") });
  await app.server.listen({ host: "127.0.0.1", port: PORT });
  const headers = { authorization: `Bearer ${text}` };
  await fetch(`${url}/api/v1/brand`, {
    method: "PUT",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(BRAND),
  });
  for (let i = 0; i < REQUESTS; i++) await fetch(`${url}/api/v1/qrcodes?limit=1`, { headers });
  const { codes } = await store.codes.browse(owner.workspaceId, {}, clock.now(), {
    sort: "scans",
    offset: 0,
    limit: 50,
  });
  return {
    url,
    sharedAt: SHARED_AT,
    full,
    empty: { email: newcomer.email, password },
    /** Most scans first. */
    codes,
    async close() {
      app.retire();
      await app.close();
      await store.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}

export const codeOf = (codes: readonly Code[], fits: (code: Code) => boolean): Code => codes.find(fits) ?? codes[0]!;
