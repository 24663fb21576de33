/** An identity provider that signs in whomever the test says, without asking. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider } from "oidc-provider";

export interface Person {
  email?: string;
  email_verified?: boolean | string;
  name?: string;
}

export interface IdentityProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** By subject. */
  people: Map<string, Person>;
  /** Changes the provider's answers, by path. */
  tamper: Map<string, (body: Record<string, unknown>) => void>;
  /** Whoever comes next is this person. */
  signIn(subject: string, person: Person): void;
  /** Signs in at the provider and returns the address of the callback with its query. */
  approve(url: string, subject: string): Promise<URL>;
  close(): Promise<void>;
}

export async function startIdentityProvider(redirectUri: string, port = 0): Promise<IdentityProvider> {
  const people = new Map<string, Person>();
  const tamper: IdentityProvider["tamper"] = new Map();
  let subject = "";
  let provider: Provider | undefined;
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    if (!request.url!.startsWith("/interaction/")) return provider!.callback()(request, response);
    await provider!.interactionFinished(request, response, { login: { accountId: subject } });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", () => resolve()));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [clientId, clientSecret] = ["tessera", "a secret of both"];
  provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    cookies: { keys: ["a key of the test"] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    findAccount: (_context, sub) => ({ accountId: sub, claims: async () => ({ sub, ...people.get(sub) }) as never }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({ clientId, accountId: oidc.session!.accountId! });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
  provider.use(async (context, next) => {
    await next();
    tamper.get(context.path)?.(context.body as Record<string, unknown>);
  });

  return {
    issuer,
    clientId,
    clientSecret,
    people,
    tamper,
    signIn(as, person) {
      subject = as;
      people.set(as, person);
    },
    async approve(url, as) {
      subject = as;
      const jar = new Map<string, string>();
      let next = new URL(url);
      while (next.origin === issuer) {
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
        const answer = await fetch(next, { redirect: "manual", headers: { cookie } });
        for (const line of answer.headers.getSetCookie()) {
          const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
          jar.set(name!, value!);
        }
        const location = answer.headers.get("location");
        if (!location) throw new Error(`The provider answered ${answer.status}: ${await answer.text()}`);
        next = new URL(location, next);
      }
      return next;
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
