import createApi from "openapi-fetch";
import { type Api, type CallOptions, dataOf } from "./call.ts";
import { codesOf } from "./codes.ts";
import { logosOf, stylesOf } from "./looks.ts";
import type { paths } from "./openapi.ts";
import type { Me } from "./shapes.ts";
import { createTransport, type Pause } from "./transport.ts";
import { VERSION } from "./version.ts";
import { webhooksOf } from "./webhooks.ts";

export interface ClientOptions {
  /** Where the service is, with its path if it has one: `https://qr.example.com`. */
  url: string;
  /** An API key: `tsr_…`. */
  key: string;
  /** How often a request that failed by a 5xx or by the network is sent again, where that is safe: 4. */
  retries?: number;
  /** How long one call waits, in all, when the limit is used up: 60 seconds. 0: never, it fails at once. */
  limitWaitSeconds?: number;
  /** How long one attempt may take: 60 seconds. */
  timeoutSeconds?: number;
  /** Told before each wait, so that a long one surprises nobody. */
  onPause?: (pause: Pause) => void;
  /** Instead of the global one. */
  fetch?: typeof fetch;
}

export function createClient(options: ClientOptions) {
  const { url, key, retries = 4, limitWaitSeconds = 60, timeoutSeconds = 60, onPause } = options;
  if (!/^https?:\/\//i.test(url)) throw new TypeError(`url must be an http or https URL: ${url}`);
  if (!key) throw new TypeError("key must be an API key: tsr_…");
  const ask = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  const api: Api = createApi<paths>({
    baseUrl: url,
    headers: {
      Authorization: `Bearer ${key}`,
      ...(isBrowser() ? {} : { "User-Agent": `tessera-qr-client/${VERSION}` }),
    },
    // The interface redirects nobody; following one would turn a POST into a GET.
    redirect: "manual",
    fetch: createTransport({ fetch: ask, retries, limitWaitSeconds, timeoutSeconds, onPause }),
  });
  return {
    /** openapi-fetch itself, typed by the document: waits and repeats too, and gives errors back. */
    api,
    codes: codesOf(api),
    styles: stylesOf(api),
    logos: logosOf(api),
    webhooks: webhooksOf(api),
    /** Which key this is, what it may do, and its limit. */
    me: ({ signal }: CallOptions = {}): Promise<Me> => dataOf(api.GET("/api/v1/me", { signal })),
  };
}

/** A browser has a name of its own, and would ask the service whether it may send another. */
const isBrowser = (): boolean => globalThis.navigator?.userAgent?.startsWith("Mozilla") ?? false;

export type TesseraClient = ReturnType<typeof createClient>;
