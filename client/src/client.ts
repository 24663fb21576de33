import createApi from "openapi-fetch";
import { type Api, type CallOptions, dataOf } from "./call.ts";
import { codesOf } from "./codes.ts";
import { domainsOf } from "./domains.ts";
import { logosOf, stylesOf } from "./looks.ts";
import type { paths } from "./openapi.ts";
import { placementsOf } from "./placements.ts";
import type { Brand, Insights, Me, NewBrand, NewUtmPreset, Query, SlugState, UtmPreset } from "./shapes.ts";
import { tagsOf } from "./tags.ts";
import { createTransport, type Pause } from "./transport.ts";
import { VERSION } from "./version.ts";
import { webhooksOf } from "./webhooks.ts";

export interface ClientOptions {
  /** The URL of the service, with its path if it has one: `https://qr.example.com`. */
  url: string;
  /** An API key: `tsr_…`. */
  key: string;
  /** How often a request that failed with a 5xx or a network error is retried, if that is safe. Default: 4. */
  retries?: number;
  /** How long a call waits in total when the rate limit is reached. Default: 60 seconds. 0 fails at once. */
  limitWaitSeconds?: number;
  /** Time-out of one attempt. Default: 60 seconds. */
  timeoutSeconds?: number;
  /** Called before each wait. */
  onPause?: (pause: Pause) => void;
  /** Replaces the global fetch. */
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
    // The API never redirects; following a redirect would turn a POST into a GET.
    redirect: "manual",
    fetch: createTransport({ fetch: ask, retries, limitWaitSeconds, timeoutSeconds, onPause }),
  });
  return {
    /**
     * openapi-fetch itself, typed by the OpenAPI document, with the same waiting and retries. Returns errors instead
     * of throwing.
     */
    api,
    codes: codesOf(api),
    placements: placementsOf(api),
    styles: stylesOf(api),
    logos: logosOf(api),
    tags: tagsOf(api),
    domains: domainsOf(api),
    webhooks: webhooksOf(api),
    /** Scans of all codes, or of some, in any period and time zone. */
    insights: (query: Query<"readInsights"> = {}, { signal }: CallOptions = {}): Promise<Insights> =>
      dataOf(api.GET("/api/v1/insights", { params: { query }, signal })),
    /** Whether a slug can be chosen now. */
    checkSlug: (slug: string, { signal }: CallOptions = {}): Promise<SlugState> =>
      dataOf(api.GET("/api/v1/slugs/{slug}", { params: { path: { slug } }, signal })),
    /** The workspace's name, colour and logo on visitor pages. */
    brand: ({ signal }: CallOptions = {}): Promise<Brand> => dataOf(api.GET("/api/v1/brand", { signal })),
    /** Omitted fields get their default. */
    setBrand: (body: NewBrand, { signal }: CallOptions = {}): Promise<Brand> =>
      dataOf(api.PUT("/api/v1/brand", { body, signal })),
    utmPresets: async ({ signal }: CallOptions = {}): Promise<UtmPreset[]> =>
      (await dataOf(api.GET("/api/v1/utm-presets", { signal }))).presets,
    /** Replaces all of them. Omitted values are null. */
    setUtmPresets: async (presets: NewUtmPreset[], { signal }: CallOptions = {}): Promise<UtmPreset[]> =>
      (await dataOf(api.PUT("/api/v1/utm-presets", { body: { presets }, signal }))).presets,
    /** The name, scope and limit of the key. */
    me: ({ signal }: CallOptions = {}): Promise<Me> => dataOf(api.GET("/api/v1/me", { signal })),
  };
}

/** A browser sets its own user agent, and would need a preflight request to send another. */
const isBrowser = (): boolean => globalThis.navigator?.userAgent?.startsWith("Mozilla") ?? false;

export type TesseraClient = ReturnType<typeof createClient>;
