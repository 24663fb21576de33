import os from "node:os";
import { resolve } from "node:path";
import { plainAddress } from "./addresses.ts";
import { withoutEnd } from "./text.ts";
import { START } from "./version.ts";

/** A share address that works only on this machine, and how to change it. */
export interface LocalAddress {
  /** This machine's address in the local network; null if it has none. */
  lanUrl: string | null;
  /** The command that starts the service with it. */
  startLine: string;
}

/** The settings that decide where the service is reached and where its data is. */
export interface PlaceSettings {
  baseUrl: string;
  host: string;
  port: number;
  dataDir: string;
  databaseUrl: string | undefined;
}

type Interfaces = ReturnType<typeof os.networkInterfaces>;

const DEFAULT_PORT = 3000;
const DEFAULT_DATA_DIR = "./data";
const PRIVATE = /^(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01]))\./;
/** Link-local addresses. */
const SELF_GIVEN = /^169\.254\./;
/** Networks between a machine and its containers or virtual machines, which no phone can reach. */
const VIRTUAL = /^(?:docker|br-|veth|virbr|vmnet|vboxnet|vethernet|tun|tap|utun|wg|zt|tailscale|cni)/i;

/** Null if the share address is not a local name of this machine. */
export function describeLocalAddress(
  { baseUrl, host, port, dataDir, databaseUrl }: PlaceSettings,
  { interfaces = readInterfaces() } = {},
): LocalAddress | null {
  const url = new URL(baseUrl);
  if (!isLoopback(url.hostname) && !isUnspecified(url.hostname)) return null;
  const address = findLanAddress(interfaces);
  const line = (base: string) =>
    [
      isLoopback(host) && "HOST=0.0.0.0",
      port !== DEFAULT_PORT && `PORT=${port}`,
      dataDir !== resolve(DEFAULT_DATA_DIR) && `DATA_DIR=${quoted(dataDir)}`,
      // It contains a password.
      databaseUrl !== undefined && "DATABASE_URL=…",
      `BASE_URL=${base}`,
      START,
    ]
      .filter((part) => part !== false)
      .join(" ");
  const { protocol, port: shown, pathname } = url;
  const baseAt = (name: string) => withoutEnd(`${protocol}//${name}${shown && `:${shown}`}${pathname}`, "/");
  const lanUrl = address === null ? null : baseAt(address);
  return { lanUrl, startLine: line(lanUrl ?? baseAt("ADDRESS")) };
}

/** For a shell. */
const quoted = (text: string): string => (/[^\w./-]/.test(text) ? `'${text.replaceAll("'", `'\\''`)}'` : text);

/** Whether the host of a URL is this machine, without DNS look-ups. */
export function createOwnNames(interfaces: Interfaces = readInterfaces()): (hostname: string) => boolean {
  const addresses = new Set([os.hostname().toLowerCase()]);
  for (const { address } of Object.values(interfaces).flatMap((list = []) => list)) {
    addresses.add(plainAddress(address.replace(/%.*$/, "")) ?? address);
  }
  return (hostname) => {
    const name = bare(hostname);
    return isLoopback(name) || isUnspecified(name) || addresses.has(plainAddress(name) ?? name);
  };
}

const bare = (host: string): string => host.replace(/^\[|\]$/g, "").replace(/\.$/, "");

function isLoopback(host: string): boolean {
  const name = bare(host);
  return /(?:^|\.)localhost$/i.test(name) || /^(?:127\..*|::1)$/.test(plainAddress(name) ?? "");
}

const isUnspecified = (host: string): boolean => /^(?:0\.0\.0\.0|::)$/.test(plainAddress(bare(host)) ?? "");

/** An IPv4 address, because people type it; private ones first. */
function findLanAddress(interfaces: Interfaces): string | null {
  const found = Object.entries(interfaces).flatMap(([name, addresses = []]) =>
    addresses
      .filter(({ family, internal }) => family === "IPv4" && !internal)
      .filter(({ address }) => !SELF_GIVEN.test(address))
      .map(({ address }) => ({ address, rank: (VIRTUAL.test(name) ? 2 : 0) + (PRIVATE.test(address) ? 0 : 1) })),
  );
  return found.toSorted((a, b) => a.rank - b.rank)[0]?.address ?? null;
}

/** A sandbox may forbid listing the machine's addresses. */
function readInterfaces(): Interfaces {
  try {
    return os.networkInterfaces();
  } catch {
    return {};
  }
}
