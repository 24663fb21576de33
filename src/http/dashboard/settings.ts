/** The administrator's settings page: what the service is set to, and whether it works. */
import { Type } from "typebox";
import type { OidcAuth } from "../../accounts/auth.ts";
import type { SignInThrottle } from "../../accounts/sign-in-throttle.ts";
import type { SignUp, SignUpPolicy } from "../../accounts/sign-up.ts";
import type { Config } from "../../config.ts";
import type { Mail } from "../../mail/index.ts";
import { VERSION } from "../../shared/version.ts";
import type { Store } from "../../store/store.ts";
import type { Health } from "../ops.ts";
import type { Server } from "../server/server.ts";
import { Refusal } from "./refusal.ts";
import { readerOf, tooMany } from "./sign-in.ts";

interface SettingsParts {
  config: Pick<Config, "baseUrl" | "mail" | "fromEnvironment">;
  store: Pick<Store, "version">;
  signUp: SignUp;
  mail: Mail;
  oidc: OidcAuth | undefined;
  throttle: SignInThrottle;
  health: () => Promise<Health>;
}

const Change = Type.Object({
  signup: Type.Unsafe<SignUpPolicy>({ type: "string", enum: ["closed", "open"] }),
});

/** Only for administrators: registered behind their guard. */
export function settingsRoutes(server: Server, parts: SettingsParts): void {
  const { config, store, signUp, mail, oidc, throttle, health } = parts;
  const { baseUrl, fromEnvironment } = config;

  server.get("/settings", async () => {
    const { status, reasons } = await health();
    const smtp = config.mail?.smtp;
    return {
      baseUrl,
      mail: config.mail ? { from: config.mail.from, server: `${smtp!.host}:${smtp!.port}` } : null,
      signup: { policy: await signUp.policy(), isFixed: signUp.isFixed },
      oidc: oidc?.name ?? null,
      versions: { tessera: VERSION, node: process.versions.node, database: await store.version() },
      health: { status, reasons },
      fromEnvironment,
    };
  });

  server.patch("/settings", { schema: { body: Change } }, async ({ body }, reply) => {
    if (signUp.isFixed)
      throw new Refusal("not_allowed", "SIGNUP is set in the environment, so it cannot be changed here.");
    await signUp.choose(body.signup);
    return reply.code(204).send();
  });

  // To the administrator's own address, and now: the mail server's answer is what they want to see.
  server.post("/settings/test-mail", async (request) => {
    const { wait } = await throttle.takeMail(request.userId);
    if (wait > 0) throw tooMany(wait);
    return { problem: await mail.test(readerOf(request.sessionUser!.email, request)) };
  });
}
