/** A browser without a window: keeps cookies, sends its origin. */
import type { Answer, RequestOptions, TestApp } from "../support/app.ts";

export const BASE = "/api/dashboard";
export const PASSWORD = "glass and grout";
const ORIGIN = "http://tessera.test";

export interface Visitor {
  cookie(): string;
  request(method: string, path: string, json?: unknown, options?: RequestOptions): Promise<Answer>;
}

export function createVisitor(app: TestApp, at = ORIGIN): Visitor {
  const jar = new Map<string, string>();
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  return {
    cookie,
    async request(method, path, json, options = {}) {
      const answer = await app.request(method, BASE + path, {
        ...options,
        ...(json === undefined ? {} : { json }),
        headers: { origin: at, ...(jar.size > 0 ? { cookie: cookie() } : {}), ...options.headers },
      });
      for (const line of answer.headers.getSetCookie()) {
        const [pair = ""] = line.split(";");
        const cut = pair.indexOf("=");
        if (/Max-Age=0/i.test(line)) jar.delete(pair.slice(0, cut));
        else jar.set(pair.slice(0, cut), pair.slice(cut + 1));
      }
      return answer;
    },
  };
}

/** Creates an account with a password and signs in with it. */
export async function signedIn(app: TestApp, email: string, role = "member", at = ORIGIN): Promise<Visitor> {
  const { createAccounts } = await import("../../src/accounts/service.ts");
  const { store, passwordHash } = app;
  const accounts = createAccounts({ store, plans: ["free", "pro"], passwordHash });
  await accounts.add({ email, password: PASSWORD, plan: "pro", role: role as "member" });
  const visitor = createVisitor(app, at);
  const answer = await visitor.request("POST", "/sign-in", { email, password: PASSWORD });
  if (answer.status !== 204) throw new Error(`sign-in answered ${answer.status}: ${answer.text}`);
  return visitor;
}
