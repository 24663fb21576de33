/** The administrator's settings page: what the service is set to, and whether it works. */
import { Type } from "typebox";
import type { Health } from "../server/ops.routes.ts";
import { Refusal, readerOf, tooMany } from "../server/refusal.ts";
import type { Server } from "../server/server.ts";
import type { Services } from "../services.ts";
import { describeReach, isLocalAddress } from "../shared/local-address.ts";
import { VERSION } from "../shared/version.ts";
import { type SignUpPolicy, VARIABLES } from "./service.ts";

/** Codes beyond this number are not counted. */
const MAX_COUNTED = 100_000;

const text = Type.String({ maxLength: 2000 });
const Change = Type.Object({
  baseUrl: Type.Optional(Type.Union([text, Type.Null()])),
  mail: Type.Optional(Type.Union([Type.Object({ smtpUrl: Type.Optional(text), from: text }), Type.Null()])),
  signup: Type.Optional(Type.Unsafe<SignUpPolicy>({ type: "string", enum: ["closed", "open"] })),
});

/** Only for administrators: registered behind their guard. */
export function settingsRoutes(server: Server, services: Services, health: () => Promise<Health>): void {
  const { config, settings, store, mail, oidc, throttle, reachTests } = services;
  const { fromEnvironment } = config;

  /** Without its password. */
  function mailShape() {
    const now = settings.mail();
    if (!now) return null;
    const { host, port, user } = now.smtp;
    return { from: now.from, server: `${host}:${port}`, user: user ?? null };
  }

  server.get("/settings", async () => {
    const { status, reasons } = await health();
    return {
      baseUrl: settings.baseUrl(),
      mail: mailShape(),
      signup: await settings.signUp(),
      oidc: oidc?.name ?? null,
      versions: { tessera: VERSION, node: process.versions.node, database: await store.version() },
      health: { status, reasons },
      fromEnvironment,
    };
  });

  // Computed per request: the machine's addresses may change.
  server.get("/settings/public-address", async () => {
    const place = { ...config, baseUrl: settings.baseUrl() };
    return {
      baseUrl: place.baseUrl,
      isLocal: isLocalAddress(place),
      isFixed: fromEnvironment.includes(VARIABLES.baseUrl),
      ...describeReach(place),
    };
  });

  server.get("/settings/links", () => store.settings.links(MAX_COUNTED));

  server.post("/settings/reach-tests", async () => ({ secret: await reachTests.begin() }));

  server.get(
    "/settings/reach-tests/:secret",
    { schema: { params: Type.Object({ secret: Type.String({ maxLength: 40 }) }) } },
    async ({ params }) => ({ state: await reachTests.stateOf(params.secret) }),
  );

  server.patch("/settings", { schema: { body: Change } }, async ({ body, headers, log }, reply) => {
    const changed = Object.keys(body) as (keyof typeof body)[];
    for (const name of changed) {
      if (!fromEnvironment.includes(VARIABLES[name])) continue;
      throw new Refusal("not_allowed", `${VARIABLES[name]} is set in the environment, so it cannot be changed here.`);
    }
    await settings.change(body, headers.origin);
    // Their names only: the mail server's URL contains a password.
    log.info({ changed }, "an administrator changed the settings");
    return reply.code(204).send();
  });

  // To the administrator's own address, and now: the mail server's answer is what they want to see.
  server.post("/settings/test-mail", async (request) => {
    const { wait } = await throttle.takeMail(request.userId);
    if (wait > 0) throw tooMany(wait);
    return { problem: await mail.test(readerOf(request.sessionUser!.email, request)) };
  });
}
