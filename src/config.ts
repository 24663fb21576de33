import { Resolver } from "node:dns";
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { readEnvFile } from "./env-file.ts";
import { BASE_URL, MAIL_FROM, type MailSettings, SMTP_URL, type SmtpSettings } from "./settings/rules.ts";
import { parseTrustedProxies } from "./shared/addresses.ts";
import { DAY_MS } from "./shared/days.ts";
import { withoutEnd } from "./shared/text.ts";

/** All settings. They are read only here. */
export interface Config {
  port: number;
  host: string;
  /** Without a trailing slash. */
  baseUrl: string;
  dataDir: string;
  /** Undefined: the embedded SQLite in dataDir. */
  databaseUrl: string | undefined;
  /** The server itself, if databaseUrl points to a pooler in transaction mode. */
  databaseDirectUrl: string | undefined;
  /** A streaming replica for lists, statistics and exports. */
  databaseReadUrl: string | undefined;
  planLimits: ReadonlyMap<string, number>;
  /** By plan: how many slugs all workspaces of an account can take, and how many placements they can create, ever. */
  slugLimits: ReadonlyMap<string, number>;
  placementLimits: ReadonlyMap<string, number>;
  /** How many workspaces an account can own. */
  workspaceLimit: number;
  rateWindowMs: number;
  unauthenticatedLimit: number;
  dashboardLimit: number;
  codeLifetimeMs: number;
  /** Undefined: scans are kept one by one forever. */
  scanRetentionDays: number | undefined;
  trustedProxies: readonly string[];
  /** Whether distinct visitors are counted. */
  visitors: "on" | "off";
  /** Undefined: the data that ships with the service. */
  geoDb: string | undefined;
  /** Undefined: an administrator chooses; closed at first. */
  signup: "closed" | "open" | undefined;
  /** Origins whose pages may call the API. */
  corsOrigins: readonly string[];
  /** Who may read /metrics and the details of /readyz. */
  metrics: "private" | "public";
  /** Whether webhooks may use http and private addresses. */
  webhookHttp: "refuse" | "allow";
  webhookPrivate: "refuse" | "allow";
  /** For the records of domains; undefined: the DNS servers of the system. */
  dnsServers: readonly string[] | undefined;
  /** Where to report vulnerabilities: a mailto: or https: address; undefined: no security.txt. */
  securityContact: string | undefined;
  /** Undefined: no mail is sent, and every flow works by links. */
  mail: MailSettings | undefined;
  /** Undefined: no identity provider. */
  oidc: OidcSettings | undefined;
  logLevel: LogLevel;
  /** The names of the settings that are set, not left at their default. */
  fromEnvironment: readonly string[];
}

export interface OidcSettings {
  issuer: string;
  clientId: string;
  /** Undefined: a public client, protected by PKCE alone. */
  clientSecret: string | undefined;
}

const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

export type Environment = Record<string, string | undefined>;

/** An invalid setting. The message names it, its value and what is accepted. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join("\n"));
    this.name = "ConfigError";
  }
}

/** The environment, which takes precedence over a .env file in the working directory. */
export function loadConfig(): Config {
  return readConfig({ ...readEnvFile(resolve(".env")), ...process.env }, process.stdout.isTTY);
}

/** A remote service and the key to use. */
export interface Remote {
  /** Without a trailing slash. */
  url: string;
  key: string;
}

export function loadRemote(): Remote {
  const env: Environment = { ...readEnvFile(resolve(".env")), ...process.env };
  const { TESSERA_URL: url = "", TESSERA_KEY: key = "" } = env;
  const problems: string[] = [];
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? "")) {
    const shown = JSON.stringify(withoutPassword(url));
    problems.push(`TESSERA_URL is ${shown}, but must be the URL of a service, such as https://qr.example.com.`);
  }
  // Never print the value.
  if (!/^tsr_\S+$/.test(key)) problems.push("TESSERA_KEY must be an API key of that service: tsr_…");
  if (problems.length > 0) throw new ConfigError(problems);
  return { url: withoutEnd(url, "/"), key };
}

export function readConfig(env: Environment, isTerminal = false): Config {
  const problems: string[] = [];
  const fromEnvironment: string[] = [];
  function setting<T>(name: string, fallback: T, accepts: string, read: (text: string) => T | null): T {
    const text = env[name];
    if (text === undefined || text === "") return fallback;
    fromEnvironment.push(name);
    const value = read(text);
    if (value !== null) return value;
    problems.push(`${name} is ${JSON.stringify(withoutPassword(text))}, but must be ${accepts}.`);
    return fallback;
  }
  const whole = (name: string, fallback: number, least: number, most: number) =>
    setting(name, fallback, `a whole number from ${least} to ${most}`, (text) => {
      const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
      return value >= least && value <= most ? value : null;
    });
  const oneOf = <T extends string | undefined>(name: string, fallback: T, words: readonly T[]) =>
    setting<T>(name, fallback, `one of: ${words.join(", ")}`, (text) =>
      words.includes(text as T) ? (text as T) : null,
    );
  const address = (name: string, hosts: string, read: (text: string) => string | null) =>
    setting<string | undefined>(
      name,
      undefined,
      `a URL such as postgres://user:password@host:5432/database (${hosts}; in a password write / ? # @ % as %2F %3F %23 %40 %25)`,
      read,
    );
  const byPlan = (name: string, defaults: Record<string, number>, what: string, most: number) => {
    const example = Object.entries(defaults)
      .map(([plan, limit]) => `${plan}=${limit}`)
      .join(",");
    const accepts = `a list of plans and their ${what} (1 to ${most}) that includes free, such as ${example}`;
    return setting(name, new Map(Object.entries(defaults)), accepts, (text) => readPlanLimits(text, most));
  };
  const primary = (name: string) => address(name, "separate several hosts by commas", readDatabaseUrl);
  /** Means nothing to SQLite. */
  const onlyPostgres = (name: string, read: (name: string) => string | undefined) =>
    env.DATABASE_URL
      ? read(name)
      : setting<string | undefined>(
          name,
          undefined,
          "unset while DATABASE_URL is not set: to use PostgreSQL, set DATABASE_URL too",
          () => null,
        );

  /** Both or neither. */
  function readMail(): Config["mail"] {
    const smtp = setting<SmtpSettings | undefined>("SMTP_URL", undefined, SMTP_URL.accepts, SMTP_URL.read);
    const from = setting<string | undefined>("MAIL_FROM", undefined, MAIL_FROM.accepts, MAIL_FROM.read);
    if (env.SMTP_URL && !env.MAIL_FROM)
      problems.push(`MAIL_FROM is not set, but SMTP_URL needs it: ${MAIL_FROM.accepts}.`);
    if (env.MAIL_FROM && !env.SMTP_URL) problems.push("SMTP_URL is not set, but MAIL_FROM needs it to send mail.");
    return smtp && from ? { smtp, from } : undefined;
  }

  function readOidc(): OidcSettings | undefined {
    const accepts =
      "the https URL of an identity provider without a query, such as https://login.example.com/realms/main";
    const issuer = setting<string | undefined>("OIDC_ISSUER", undefined, accepts, readIssuer);
    const clientId = setting<string | undefined>("OIDC_CLIENT_ID", undefined, "a text", (text) => text);
    // Never shown in a message.
    const clientSecret = setting<string | undefined>("OIDC_CLIENT_SECRET", undefined, "a text", (text) => text);
    if (issuer && !clientId) problems.push("OIDC_CLIENT_ID is not set, but OIDC_ISSUER needs it.");
    if ((clientId || clientSecret) && !env.OIDC_ISSUER) problems.push(`OIDC_ISSUER is not set: it must be ${accepts}.`);
    return issuer && clientId ? { issuer, clientId, clientSecret } : undefined;
  }

  const port = whole("PORT", 3000, 1, 65535);
  const config: Config = {
    port,
    host: setting("HOST", "0.0.0.0", "an address or host name without spaces", (text) =>
      /^[\w.:%-]+$/.test(text) ? text : null,
    ),
    baseUrl: setting("BASE_URL", `http://localhost:${port}`, BASE_URL.accepts, BASE_URL.read),
    dataDir: resolve(setting("DATA_DIR", "./data", "a path", (text) => text)),
    databaseUrl: primary("DATABASE_URL"),
    databaseDirectUrl: onlyPostgres("DATABASE_DIRECT_URL", primary),
    databaseReadUrl: onlyPostgres("DATABASE_READ_URL", (name) => address(name, "one host", readReplicaUrl)),
    planLimits: byPlan("PLAN_LIMITS", { free: 20, pro: 100 }, "requests per window", MAX_REQUESTS),
    slugLimits: byPlan("SLUG_LIMITS", { free: 1_000, pro: 20_000 }, "slugs of an account", MAX_LINKS),
    placementLimits: byPlan("PLACEMENT_LIMITS", { free: 20_000, pro: 500_000 }, "placements of an account", MAX_LINKS),
    workspaceLimit: whole("WORKSPACE_LIMIT", 10, 1, 10_000),
    rateWindowMs: 1000 * whole("RATE_WINDOW_SECONDS", 3600, 1, 86_400),
    unauthenticatedLimit: whole("UNAUTHENTICATED_LIMIT", 1000, 1, 1_000_000),
    dashboardLimit: whole("DASHBOARD_LIMIT", 1000, 1, 100_000),
    codeLifetimeMs: DAY_MS * whole("CODE_LIFETIME_DAYS", 365, 1, 36_500),
    scanRetentionDays: whole("SCAN_RETENTION_DAYS", 0, 1, 36_500) || undefined,
    trustedProxies: setting<readonly string[]>(
      "TRUSTED_PROXIES",
      [],
      "addresses and ranges separated by commas, such as 127.0.0.1,10.0.0.0/8, or the words loopback and private",
      readProxies,
    ),
    visitors: oneOf("VISITORS", "on", ["on", "off"]),
    geoDb: setting<string | undefined>("GEO_DB", undefined, "the path of an existing MMDB file", (text) =>
      statSync(text, { throwIfNoEntry: false })?.isFile() ? resolve(text) : null,
    ),
    signup: oneOf<"closed" | "open" | undefined>("SIGNUP", undefined, ["closed", "open"]),
    corsOrigins: setting<readonly string[]>(
      "CORS_ORIGINS",
      [],
      "origins separated by commas, such as https://app.example.com,http://localhost:5173",
      readOrigins,
    ),
    metrics: oneOf("METRICS", "private", ["private", "public"]),
    webhookHttp: oneOf("WEBHOOK_HTTP", "refuse", ["refuse", "allow"]),
    webhookPrivate: oneOf("WEBHOOK_PRIVATE", "refuse", ["refuse", "allow"]),
    dnsServers: setting<readonly string[] | undefined>(
      "DNS_SERVERS",
      undefined,
      "addresses of DNS servers separated by commas, with a port if it is not 53, such as 9.9.9.9,[2620:fe::fe]:53",
      readDnsServers,
    ),
    securityContact: setting<string | undefined>(
      "SECURITY_CONTACT",
      undefined,
      "a mailto: or https: URL, such as mailto:security@example.com",
      readContact,
    ),
    mail: readMail(),
    oidc: readOidc(),
    // One line per request would bury the messages for a person at a terminal.
    logLevel: oneOf("LOG_LEVEL", isTerminal ? "warn" : "info", LOG_LEVELS),
    fromEnvironment,
  };
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

/** As the provider writes it: a trailing slash is part of it. */
function readIssuer(text: string): string | null {
  const url = URL.parse(text);
  if (!url || url.search || url.hash || url.username || url.password) return null;
  const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  return url.protocol === "https:" || (url.protocol === "http:" && isHere) ? text : null;
}

const DATABASE_ADDRESS = /^(postgres(?:ql)?:\/\/(?:[^\s/?#]*@)?)([^\s/?#@]*)(\/[^\s/?#@]+(?:\?[^\s#]*)?)$/;

/** Every host must be one that pg can parse. */
function readDatabaseUrl(text: string): string | null {
  const [, head = "", hosts = "", rest = ""] = DATABASE_ADDRESS.exec(text) ?? [];
  const isNothing = hosts === "" && !head.endsWith("@");
  // pg takes a missing host from elsewhere.
  const isReadable = (host: string) => URL.canParse(`${head}${host || "host"}${rest}`);
  return !isNothing && hosts.split(",").every(isReadable) ? text : null;
}

const readReplicaUrl = (text: string): string | null =>
  DATABASE_ADDRESS.exec(text)?.[2]?.includes(",") ? null : readDatabaseUrl(text);

/** It becomes a line of a text file: printable ASCII only. */
function readContact(text: string): string | null {
  const url = URL.parse(text);
  const isMail = url?.protocol === "mailto:" && /^[^@\s]+@[^@\s]+$/.test(url.pathname);
  return url && (isMail || (url.protocol === "https:" && !url.username)) ? url.href : null;
}

function readOrigins(text: string): readonly string[] | null {
  const origins = text.split(",").map((part) => part.trim());
  const isOrigin = (origin: string) => /^https?:/.test(origin) && URL.parse(origin)?.origin === origin;
  return origins.every(isOrigin) ? origins : null;
}

function readDnsServers(text: string): readonly string[] | null {
  const servers = text.split(",").map((part) => part.trim());
  try {
    new Resolver().setServers(servers);
    return servers;
  } catch {
    return null;
  }
}

/** Each request of a window is a stored row until the window has passed. */
const MAX_REQUESTS = 100_000;
const MAX_LINKS = 100_000_000;

function readPlanLimits(text: string, most: number): Map<string, number> | null {
  const plans = new Map<string, number>();
  for (const part of text.split(",")) {
    const found = /^\s*([a-z][a-z0-9-]*)\s*=\s*(\d{1,9})\s*$/.exec(part);
    const limit = Number(found?.[2]);
    if (!found || limit < 1 || limit > most || plans.has(found[1]!)) return null;
    plans.set(found[1]!, limit);
  }
  return plans.has("free") ? plans : null;
}

function readProxies(text: string): readonly string[] | null {
  try {
    return parseTrustedProxies(text);
  } catch {
    return null;
  }
}

/** Connection URLs may contain a password, which must not appear in messages. */
const withoutPassword = (text: string): string =>
  text.replace(/^([a-z]+:\/\/)?.*@/s, "$1…@").replace(/(password=)[^&\s]*/g, "$1…");
