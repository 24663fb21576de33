import os from "node:os";
import { resolve } from "node:path";
import { plainAddress } from "./addresses.ts";
import { withoutEnd } from "./text.ts";
import { START } from "./version.ts";

/** How devices in the network of this machine can reach the service. */
export interface Reachability {
  /** Addresses of this machine in its networks, the likeliest first. */
  addresses: { url: string; network: string }[];
  /** Whether it listens to this machine only, so that nobody else reaches it without a proxy. */
  listensHere: boolean;
  /** The command that starts the service with the first address. */
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
/** A machine with many containers has many. */
const MAX_ADDRESSES = 5;
const PRIVATE = /^(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01]))\./;
/** Link-local addresses. */
const SELF_GIVEN = /^169\.254\./;
/** Networks between a machine and its containers or virtual machines, which no phone can reach. */
const VIRTUAL = /^(?:docker|br-|veth|virbr|vmnet|vboxnet|vethernet|tun|tap|utun|wg|zt|tailscale|cni)/i;

/** Whether only this machine can open a share address, by the settings alone. */
export function isLocalAddress(
  { baseUrl, host, port }: Pick<PlaceSettings, "baseUrl" | "host" | "port">,
  interfaces: Interfaces = readInterfaces(),
): boolean {
  const { hostname, protocol, port: shown } = new URL(baseUrl);
  if (isLoopback(hostname) || isUnspecified(hostname)) return true;
  // Another port may be that of a proxy on this machine.
  const isOwnPort = Number(shown || (protocol === "https:" ? 443 : 80)) === port;
  return isLoopback(host) && isOwnPort && createOwnNames(interfaces)(hostname);
}

export function describeReach(
  { baseUrl, host, port, dataDir, databaseUrl }: PlaceSettings,
  interfaces: Interfaces = readInterfaces(),
): Reachability {
  const { protocol, hostname, port: shown, pathname } = new URL(baseUrl);
  // The port of a local address may be one that a container passes on.
  const isLocal = isLoopback(hostname) || isUnspecified(hostname);
  const urlAt = (name: string) =>
    isLocal
      ? withoutEnd(`${protocol}//${name}${shown && `:${shown}`}${pathname}`, "/")
      : withoutEnd(new URL(`http://${name}:${port}`).href, "/");
  const addresses = findNetworkAddresses(interfaces).map(({ address, network }) => {
    return { url: urlAt(address), network };
  });
  const listensHere = isLoopback(host);
  const startLine = [
    listensHere && "HOST=0.0.0.0",
    port !== DEFAULT_PORT && `PORT=${port}`,
    dataDir !== resolve(DEFAULT_DATA_DIR) && `DATA_DIR=${quoted(dataDir)}`,
    // It contains a password.
    databaseUrl !== undefined && "DATABASE_URL=…",
    `BASE_URL=${isLocal ? (addresses[0]?.url ?? urlAt("ADDRESS")) : baseUrl}`,
    START,
  ];
  return { addresses, listensHere, startLine: startLine.filter((part) => part !== false).join(" ") };
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

/** IPv4 addresses, because people type them; private ones of physical networks first. */
function findNetworkAddresses(interfaces: Interfaces): { address: string; network: string }[] {
  return Object.entries(interfaces)
    .flatMap(([network, addresses = []]) =>
      addresses
        .filter(({ family, internal }) => family === "IPv4" && !internal)
        .filter(({ address }) => !SELF_GIVEN.test(address))
        .map(({ address }) => {
          return { address, network, rank: (VIRTUAL.test(network) ? 2 : 0) + (PRIVATE.test(address) ? 0 : 1) };
        }),
    )
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, MAX_ADDRESSES);
}

/** A sandbox may forbid listing the machine's addresses. */
function readInterfaces(): Interfaces {
  try {
    return os.networkInterfaces();
  } catch {
    return {};
  }
}
