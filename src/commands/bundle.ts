import { appendFileSync, existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { createAccountLinks, createOneTimeTokens } from "../accounts/account-links.ts";
import { exportTo } from "../bundle/export.ts";
import { importBundle, readBundle } from "../bundle/import.ts";
import type { Manifest } from "../bundle/record-schemas.ts";
import { createTargets, type TargetsOptions } from "../bundle/targets.ts";
import { verifyBundle } from "../bundle/verify.ts";
import { drawPatiently } from "../codes/images.ts";
import { createRootRule, createShareRule } from "../codes/own-share.ts";
import { plainHost } from "../domains/host-name.ts";
import { openKnownDomains } from "../domains/known-domains.ts";
import { readRecords } from "../imports/file.ts";
import { importLinks } from "../imports/import.ts";
import { isSource, SOURCES } from "../imports/products.ts";
import { createRenderer } from "../rendering/renderer.ts";
import { isEmail } from "../shared/email.ts";
import { basePathOf } from "../shared/text.ts";
import { type Command, isNewService, type Tools, UsageError, withTools } from "./command.ts";
import { createProgress } from "./terminal.ts";

const times = (n: number, what: string): string => `${n} ${what}${n === 1 ? "" : "s"}`;

async function verify(dir: string): Promise<void> {
  const { manifest, files, problems } = await verifyBundle(dir);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) throw new Error(`${times(problems.length, "problem")} in ${dir}.`);
  const { codes, scans } = manifest.counts;
  console.log(
    `${dir} is complete: ${times(codes, "code")}, ${times(scans, "scan")}, ${files} files, created ${manifest.madeAt}.`,
  );
}

type Options = Record<string, unknown>;

/** The workspace that --workspace or --owner names; undefined if neither is given. */
async function namedWorkspace({ accounts, store }: Tools, { workspace, owner }: Options) {
  let id = workspace as string | undefined;
  if (typeof owner === "string") {
    const account = await accounts.findByEmail(owner);
    if (!account) throw new Error(`There is no account for ${owner}.`);
    id = account.workspaceId;
  }
  if (id === undefined) return undefined;
  const found = await store.workspaces.find(id);
  if (!found) throw new Error(`There is no workspace ${id}. "tessera workspace list EMAIL" lists those of an account.`);
  return found;
}

function checkOne({ workspace, owner, same, from }: Options): void {
  if (workspace !== undefined && owner !== undefined) throw new UsageError("Use either --workspace or --owner.");
  if (!same) return;
  if (workspace !== undefined || owner !== undefined) {
    throw new UsageError("Use --same without --workspace and --owner.");
  }
  if (from !== undefined) throw new UsageError("--same is for a folder written by export.");
}

async function exportInto(dir: string, options: Options): Promise<void> {
  checkOne(options);
  const { codeFilesOf } = await import("../services.ts");
  return withTools(async (tools) => {
    const { config, store } = tools;
    const workspace = await namedWorkspace(tools, options);
    const { baseUrl } = config;
    const domains = await openKnownDomains({ store, baseUrl: () => baseUrl, onError: console.error });
    await domains.stop(0);
    const { shareBase } = domains;
    if (workspace) await store.audit.add({ workspaceId: workspace.id, at: Date.now(), action: "export.created" });
    const { files, close } = codeFilesOf(shareBase, store.logos.bytes);
    const { counts, undrawn } = await exportTo(dir, {
      store,
      files,
      workspace,
      baseUrl,
      shareBase,
      basePath: basePathOf(baseUrl),
      now: Date.now(),
      progress: createProgress(),
    }).finally(close);
    for (const line of undrawn) console.error(`Not drawn: ${line}`);
    console.log(`Exported ${times(counts.codes, "code")} and ${times(counts.scans, "scan")} to ${dir}.`);
  });
}

function targetsOf({ accounts, store, config, clock }: Tools, isDryRun: boolean, into: TargetsOptions["into"]) {
  const oneTimeTokens = createOneTimeTokens({ store, clock });
  const links = createAccountLinks({ accounts, oneTimeTokens, store, baseUrl: () => config.baseUrl });
  return createTargets({ store, clock, accounts, links, isDryRun, into, print: console.error });
}

/** Reports what was not imported, on standard error or in a file. The file is opened before anything is imported. */
function createPrinter(file: unknown): (line: string) => void {
  if (typeof file !== "string") return (line) => console.error(line);
  const path = resolve(file);
  const append = (text: string) => appendFileSync(path, text, { mode: 0o600 });
  try {
    append("");
  } catch (error) {
    throw new Error(`--report: ${path} cannot be written: ${(error as Error).message}`);
  }
  return (line) => append(`${line}\n`);
}

const wereThere = (n: number): string => `${n} already existed`;

/** These logos were accepted once, perhaps on a faster machine, and nobody waits behind them. */
const RESTORED_LOGOS = { logoDeadlineMs: 600_000, logoProcessorMs: 60_000 };

/** An account that --owner names is created if it is missing; a workspace has to exist. */
async function intoOf(tools: Tools, { workspace, owner, same }: Options): Promise<TargetsOptions["into"]> {
  if (typeof owner === "string") return { email: owner };
  const named = await namedWorkspace(tools, { workspace });
  if (named) return { workspaceId: named.id };
  return same === true ? "same" : "new";
}

async function importFrom(dir: string, options: Options): Promise<number> {
  const isDryRun = options["dry-run"] === true;
  const { owner } = options;
  if (typeof owner === "string" && !isEmail(owner)) {
    throw new UsageError(`--owner must be an email address, and "${owner}" is not.`);
  }
  const print = createPrinter(options.report);
  const { readLogo, close } = createRenderer(RESTORED_LOGOS);
  // Waits for the renderer instead of failing when the machine is busy.
  const bundle = {
    dir,
    readLogo: (bytes: Uint8Array) => drawPatiently(() => readLogo(bytes)),
    now: Date.now(),
    isOwn: options.same === true,
  };
  const run = async (tools: Tools, verified: Manifest | undefined): Promise<number> => {
    const { store, accounts, config } = tools;
    const given = {
      ...bundle,
      store,
      shareRule: createShareRule(config),
      isDryRun,
      progress: createProgress(),
      targets: targetsOf(tools, isDryRun, await intoOf(tools, options)),
      personOf: async (email: string) => (await accounts.findByEmail(email))?.id ?? null,
      refuse: (problem: string) => print(`Skipped: ${problem}`),
      warn: (message: string) => console.error(message),
    };
    const work = () => importBundle(given, verified);
    const { codes, there, refused, scans, workspaces } = await (isDryRun ? work() : store.importer.alone(work));
    const did = isDryRun ? "Would import" : "Imported";
    console.log(`${did} ${times(codes, "code")} and ${times(scans, "scan")}; ${wereThere(there)}, ${refused} skipped.`);
    for (const line of workspaces) console.log(line);
    return codes === 0 && refused > 0 ? 1 : 0;
  };
  try {
    // Check the bundle before creating a database: a refused import leaves none behind.
    const verified = isNewService() ? await readBundle(bundle) : undefined;
    const use = { mayMake: true, isTrial: isDryRun };
    return await withTools((tools) => run(tools, verified), use);
  } finally {
    await close();
  }
}

/** What links may not lead to, with the domains as they are now. */
async function openLinkRules({ store, config }: Tools) {
  const sites = new Map((await store.domains.served()).map((site) => [site.host, site]));
  const siteOf = (host: string) => sites.get(plainHost(host));
  return {
    shareRule: createShareRule({ ...config, isDomain: (host) => Boolean(siteOf(host)?.workspaceId) }),
    rootRule: createRootRule({ store, siteOf }),
  };
}

async function importOthers(source: string, file: string, options: Options): Promise<number> {
  if (!isSource(source)) {
    throw new UsageError(`There is no source "${source}"; there are: ${SOURCES.join(", ")}.`);
  }
  if (options.workspace === undefined && options.owner === undefined) {
    throw new UsageError("--workspace or --owner is required: the workspace, or the account, that gets the codes.");
  }
  const isDryRun = options["dry-run"] === true;
  const print = createPrinter(options.report);
  return withTools(async (tools) => {
    const { store, config, clock, createId } = tools;
    const workspace = (await namedWorkspace(tools, options))!;
    const given = {
      source,
      records: readRecords(file, print),
      store,
      workspaceId: workspace.id,
      isDryRun,
      print,
      now: clock.now(),
      createId,
      ...(await openLinkRules(tools)),
      by: { kind: "command", name: "import" } as const,
      lifetimeMs: config.codeLifetimeMs,
    };
    const { codes, there, refused } = await importLinks(given);
    const did = isDryRun ? "Would import" : "Imported";
    console.log(`${did} ${times(codes, "code")}; ${wereThere(there)}, ${refused} skipped.`);
    return codes + there === 0 && refused > 0 ? 1 : 0;
  });
}

const fileNeedsMore = (file: string): string =>
  file.toLowerCase().endsWith(".zip")
    ? `${file} is a ZIP file. Unpack it, then import the folder.`
    : `${file} is a file, not a folder written by export. Which product is it from? Add --from ${SOURCES.join("|")}.`;

export const bundleCommands: readonly Command[] = [
  {
    words: ["export"],
    usage: "export DIR [--workspace ID|--owner EMAIL] [--verify]",
    help: "Export everything, or one workspace, to a folder that can be used without Tessera. With --verify, check such a folder.",
    takes: 1,
    options: { workspace: { type: "string" }, owner: { type: "string" }, verify: { type: "boolean" } },
    run: async ([dir], options) => (options.verify ? verify(resolve(dir!)) : exportInto(resolve(dir!), options)),
  },
  {
    words: ["import"],
    usage:
      "import DIR|FILE [--from shlink|kutt|dub|bitly] [--workspace ID|--owner EMAIL|--same] [--dry-run] [--report FILE]",
    help: "Import a folder written by export, or a file from another product. --workspace or --owner: who gets the codes; --same: restore your own export into the workspaces and accounts that it names, with their plans. Without them, a folder makes new workspaces only. With --dry-run, nothing is changed. With --report, what was skipped is written to FILE. To import a table, use the dashboard.",
    takes: 1,
    options: {
      from: { type: "string" },
      workspace: { type: "string" },
      owner: { type: "string" },
      same: { type: "boolean" },
      "dry-run": { type: "boolean" },
      report: { type: "string" },
    },
    run: async ([path], options) => {
      checkOne(options);
      const target = resolve(path!);
      if (!existsSync(target)) throw new Error(`There is no file or folder ${target}.`);
      if (typeof options.from === "string") return importOthers(options.from, target, options);
      if (statSync(target).isFile()) throw new UsageError(fileNeedsMore(target));
      return importFrom(target, options);
    },
  },
];
