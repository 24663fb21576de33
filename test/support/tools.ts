/** Programs that tests need in addition to `npm ci`. The summary of a run lists those that are missing. */
import { spawnSync } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import { join } from "node:path";

interface Tool {
  /** What is not tested without it. */
  tests: string;
  /** The Debian package that contains it. */
  package: string;
  isHere(): boolean;
}

const runs = (program: string, ...args: string[]) => spawnSync(program, args).error === undefined;

/** The registry's PostgreSQL lacks pg_basebackup; a system's PostgreSQL has it. */
export const postgresBin = [...globSync("/usr/lib/postgresql/*/bin"), "/usr/local/bin", "/usr/bin"].find((dir) =>
  ["initdb", "postgres", "psql", "pg_basebackup"].every((file) => existsSync(join(dir, file))),
);

/** The system's browser, for machines where the packed one does not run. */
export const systemChromium = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(
  (path) => existsSync(path),
);

export const TOOLS = {
  caddy: {
    tests: "certificates for the domains of workspaces, made on demand",
    package: "caddy",
    isHere: () => runs("caddy", "version"),
  },
  chromium: {
    tests: "the dashboard and the share pages in a browser",
    package: "chromium",
    isHere: () => systemChromium !== undefined,
  },
  zbarimg: {
    tests: "reading drawings with zbar, a second decoder",
    package: "zbar-tools",
    isHere: () => runs("zbarimg", "--version"),
  },
  gs: {
    tests: "the PDF of styled codes, as another program draws it",
    package: "ghostscript",
    isHere: () => runs("gs", "--version"),
  },
  nginx: { tests: "the shipped nginx configuration", package: "nginx", isHere: () => runs("nginx", "-v") },
  openssl: { tests: "nginx with a certificate", package: "openssl", isHere: () => runs("openssl", "version") },
  pgbouncer: {
    tests: "PostgreSQL behind PgBouncer",
    package: "pgbouncer",
    isHere: () => runs("pgbouncer", "--version"),
  },
  postgres: {
    tests: "the scripts that make a primary and its standby",
    package: "postgresql",
    isHere: () => postgresBin !== undefined,
  },
  strace: {
    tests: "the order of sync and answer, as the system sees it, and disks without locks",
    package: "strace",
    isHere: () => runs("strace", "--version"),
  },
  "systemd-analyze": {
    tests: "the systemd unit, as systemd reads it",
    package: "systemd",
    isHere: () => runs("systemd-analyze", "--version"),
  },
  wrk: { tests: "the benches that measure redirects", package: "wrk", isHere: () => runs("wrk", "--version") },
} satisfies Record<string, Tool>;

export type ToolName = keyof typeof TOOLS;

/** `it` or `describe` where a test applies; elsewhere, as on another operating system, the test is not defined. */
export const where = <Define extends (name: string, test: () => void) => unknown>(applies: boolean, define: Define) =>
  (applies ? define : () => {}) as Define;

/** The prefix of every skip reason that the summary of a run repeats. */
export const NOT_TESTED = "NOT TESTED: ";

/** For a test's `skip`: false if every tool is installed. In CI, scripts/test.ts fails on a skip. */
export function needs(...names: ToolName[]): string | false {
  const name = names.find((each) => !TOOLS[each].isHere());
  return name === undefined ? false : missing(name);
}

export function missing(name: ToolName, why = "is not installed"): string {
  const { tests, package: debian } = TOOLS[name];
  return `${NOT_TESTED}${tests}: ${name} ${why} (apt-get install ${debian})`;
}

/**
 * For what this machine does not permit, so that installing a package would not help. Tests of another platform are not
 * defined at all.
 */
export const notAllowed = (tests: string, why: string): string => `${NOT_TESTED}${tests}: ${why}`;
