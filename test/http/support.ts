import { sharedApp } from "../support/app.ts";
import type { Engine } from "../support/stores.ts";

/** One app for the suites here: behind a trusted proxy, below a path, without other allowed origins. */
export const appBehindProxy = (engine: Engine) =>
  sharedApp({
    engine,
    settings: { TRUSTED_PROXIES: "loopback", UNAUTHENTICATED_LIMIT: "500", BASE_URL: "https://tessera.test/qr" },
  });
