import { appendFileSync, existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { createAccountLinks, createOneTimeTokens } from "../accounts/account-links.ts";
import { isEmail } from "../accounts/service.ts";
import { exportTo } from "../bundle/export.ts";
import { importBundle, readBundle } from "../bundle/import.ts";
import { createOwners } from "../bundle/owners.ts";
import type { Manifest } from "../bundle/record-schemas.ts";
import { verifyBundle } from "../bundle/verify.ts";
import { drawPatiently } from "../codes/images.ts";
import { createShareRule } from "../codes/own-share.ts";
import { importLinks } from "../imports/import.ts";
import { isSource, SOURCES } from "../imports/products.ts";
import { createRenderer } from "../rendering/renderer.ts";
import { createSystemClock } from "../shared/clock.ts";
import { createIds } from "../shared/ids.ts";
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

async function exportInto(dir: string, email: string | undefined): Promise<void> {
  const { codeFilesOf } = await import("../app.ts");
  return withTools(async ({ config, store, accounts }) => {
    const owner = email === undefined ? undefined : await accounts.findByEmail(email);
    if (owner === null) throw new Error(`There is no account for ${email}.`);
    const { baseUrl } = config;
    const { files, close } = codeFilesOf(baseUrl, store.logos.bytes);
    const { counts, undrawn } = await exportTo(dir, {
      store,
      files,
      owner,
      baseUrl,
      basePath: basePathOf(baseUrl),
      now: Date.now(),
      progress: createProgress(),
    }).finally(close);
    for (const line of undrawn) console.error(`Not drawn: ${line}`);
    console.log(`Exported ${times(counts.codes, "code")} and ${times(counts.scans, "scan")} to ${dir}.`);
  });
}

function ownersOf({ accounts, store, config }: Tools, isDryRun: boolean, all: string | undefined) {
  const oneTimeTokens = createOneTimeTokens({ store, clock: createSystemClock() });
  const { baseUrl } = config;
  const links = createAccountLinks({ accounts, oneTimeTokens, store, baseUrl });
  return createOwners({ accounts, links, isDryRun, all, tell: console.error });
}

/** Reports what was not imported, on standard error or in a file. The file is opened before anything is imported. */
function createTell(file: unknown): (line: string) => void {
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

async function importFrom(dir: string, options: Record<string, unknown>): Promise<number> {
  const isDryRun = options["dry-run"] === true;
  const { owner } = options;
  if (typeof owner === "string" && !isEmail(owner)) {
    throw new UsageError(`--owner must be an email address, and "${owner}" is not.`);
  }
  const tell = createTell(options.report);
  const { readLogo, close } = createRenderer(RESTORED_LOGOS);
  // Waits for the renderer instead of failing when the machine is busy.
  const bundle = { dir, readLogo: (bytes: Uint8Array) => drawPatiently(() => readLogo(bytes)), now: Date.now() };
  const run = async (tools: Tools, verified: Manifest | undefined): Promise<number> => {
    const { store, accounts, config } = tools;
    const given = {
      ...bundle,
      store,
      shareRule: createShareRule(config),
      isDryRun,
      progress: createProgress(),
      owners: ownersOf(tools, isDryRun, options.owner as string | undefined),
      personOf: async (email: string) => (await accounts.findByEmail(email))?.id ?? null,
      refuse: (problem: string) => tell(`Skipped: ${problem}`),
      warn: (message: string) => console.error(message),
    };
    const work = () => importBundle(given, verified);
    const { codes, there, refused, scans } = await (isDryRun ? work() : store.intake.alone(work));
    const did = isDryRun ? "Would import" : "Imported";
    console.log(`${did} ${times(codes, "code")} and ${times(scans, "scan")}; ${wereThere(there)}, ${refused} skipped.`);
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

async function importOthers(source: string, file: string, options: Record<string, unknown>): Promise<number> {
  if (!isSource(source)) {
    throw new UsageError(`There is no source "${source}"; there are: ${SOURCES.join(", ")}.`);
  }
  const { owner: email } = options;
  if (typeof email !== "string")
    throw new UsageError("--owner is required: the account that the codes will belong to.");
  const isDryRun = options["dry-run"] === true;
  const tell = createTell(options.report);
  return withTools(async ({ store, config, accounts }) => {
    const owner = await accounts.findByEmail(email);
    if (!owner) throw new Error(`There is no account for ${email}.`);
    const clock = createSystemClock();
    const given = {
      source,
      file,
      store,
      ownerId: owner.id,
      isDryRun,
      tell,
      now: clock.now(),
      createId: createIds(clock.now),
      baseUrl: config.baseUrl,
      port: config.port,
      lifetimeMs: config.codeLifetimeMs,
    };
    const work = () => importLinks(given);
    const { codes, there, refused } = await (isDryRun ? work() : store.intake.alone(work));
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
    usage: "export DIR [--owner EMAIL] [--verify]",
    help: "Export everything, or one account, to a folder that can be used without Tessera. With --verify, check such a folder.",
    takes: 1,
    options: { owner: { type: "string" }, verify: { type: "boolean" } },
    run: async ([dir], { owner, verify: isToVerify }) =>
      isToVerify ? verify(resolve(dir!)) : exportInto(resolve(dir!), owner as string | undefined),
  },
  {
    words: ["import"],
    usage: "import DIR|FILE [--from shlink|kutt|dub|bitly] [--owner EMAIL] [--dry-run] [--report FILE]",
    help: "Import a folder written by export, or a file from another product.",
    takes: 1,
    options: {
      from: { type: "string" },
      owner: { type: "string" },
      "dry-run": { type: "boolean" },
      report: { type: "string" },
    },
    run: async ([path], options) => {
      const target = resolve(path!);
      if (!existsSync(target)) throw new Error(`There is no ${target}.`);
      if (typeof options.from === "string") return importOthers(options.from, target, options);
      if (statSync(target).isFile()) throw new UsageError(fileNeedsMore(target));
      return importFrom(target, options);
    },
  },
];
