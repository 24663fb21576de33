import { closeSync, existsSync, openSync, rmSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { lockDataDir } from "../database/data-dir.ts";
import { DEMO_EMAIL, runDemo } from "../demo/run.ts";
import { type Journal, openJournal } from "../scans/journal.ts";
import { copyJournal } from "../scans/journal-copy.ts";
import { claimJournal } from "../scans/journal-identity.ts";
import { startSettler } from "../scans/settler.ts";
import { COMMAND, VERSION } from "../shared/version.ts";
import type { Store } from "../store/store.ts";
import { type Command, JSON_OPTION, MAKING, UsageError, withStore, withTools } from "./command.ts";
import { createProgress } from "./terminal.ts";

const SETTLE_DEADLINE_MS = 10 * 60_000;
const SHOWN_ASIDE = 5;

/** They are not errors, and the counts are right without them, but the operator should know. */
async function tellAside(store: Store): Promise<void> {
  const { count, latest, dropped, missing } = await store.scans.aside(SHOWN_ASIDE);
  if (dropped > 0) console.error(`${dropped} lines of erased codes have been dropped in total.`);
  if (missing > 0) {
    console.error(`${missing} lines settled before this database was restored from an older copy are lost.`);
  }
  if (count === 0) return;
  console.error(`${count} lines match no code and are set aside (table set_aside). The latest:`);
  for (const { reason, line } of latest) console.error(`  ${reason}: ${line.slice(0, 200)}`);
}

function readCodeNumber(text: unknown): number {
  if (text === undefined) return 0;
  if (typeof text === "string" && /^\d{1,15}$/.test(text)) return Number(text);
  throw new UsageError(`--after is "${text}", but must be a code number, as an interrupted check prints it.`);
}

/** Reports each disagreement as it is found and returns their number. If interrupted, it says how to continue. */
async function compareAll(store: Store, after: number): Promise<number> {
  const progress = createProgress();
  let done = after;
  const goOn = () => {
    if (done > 0) console.error(`\nTo continue from there: ${COMMAND} check --after ${done}`);
  };
  const interrupted = () => {
    goOn();
    process.exit(130);
  };
  process.once("SIGINT", interrupted);
  try {
    const inFile = after > 0 ? [] : await store.integrity();
    let count = inFile.length;
    for (const problem of inFile) console.error(problem);
    for await (const { upTo, share, problems } of store.scans.checkRanges(after)) {
      for (const problem of problems) console.error(problem);
      count += problems.length;
      done = upTo;
      progress(share);
    }
    return count;
  } catch (error) {
    goOn();
    throw error;
  } finally {
    process.off("SIGINT", interrupted);
  }
}

async function settleAll(journal: Journal, store: Store): Promise<void> {
  const settler = startSettler({
    journal,
    store,
    onUnplaced: () => {},
    onError: (error) => console.error((error as Error).message),
  });
  const done = await settler.stop(SETTLE_DEADLINE_MS);
  if (!done) throw new Error("Some rows could not be settled; they are still in the journal.");
  console.log(`Settled ${journal.start.waiting} rows; the journal is empty.`);
  const { aside, dropped, missing, recovered, missingInJournal, doubtful } = settler.unplaced();
  if (aside > 0) console.error(`${aside} lines match no code and are set aside.`);
  if (dropped > 0) console.error(`${dropped} lines of erased codes are dropped.`);
  if (missing > 0) console.error(`${missing} lines settled earlier are missing in the database.`);
  if (missingInJournal > 0)
    console.error(`${missingInJournal} lines that the database has are not in this journal: it is an older copy.`);
  if (recovered > 0) console.error(`${recovered} scans were settled that another copy of this journal did not have.`);
  if (doubtful > 0)
    console.error(`${doubtful} scans may be in a damaged block, and count as stored: run tessera check.`);
}

const nameTaken = (name: string): Error => new Error(`${name} already exists; use a new file.`);

/** Creates an empty file for the copy. Of two concurrent backups, one creates it and the other is refused. */
function takeName(name: string): void {
  try {
    closeSync(openSync(name, "wx", 0o600));
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === "EEXIST" ? nameTaken(name) : error;
  }
}

export const dataCommands: readonly Command[] = [
  {
    words: ["migrate"],
    usage: "migrate",
    help: "Migrate the database to this version before its first node starts. Safe to repeat.",
    takes: 0,
    run: () =>
      withStore(async () => {
        console.log(`The tables are up to date with version ${VERSION}.`);
      }, MAKING),
  },
  {
    words: ["check"],
    usage: "check [--after NUMBER] [--json]",
    help: "Compare scans and counts, and verify the database file. With --after, continue after that code number.",
    takes: 0,
    options: { after: { type: "string" }, ...JSON_OPTION },
    run: (_, options) => {
      const after = readCodeNumber(options.after);
      return withStore(async (store) => {
        const problems = await compareAll(store, after);
        if (options.json) {
          // Disagreements were already printed on standard error.
          const { count: aside, dropped, missing } = await store.scans.aside(0);
          console.log(JSON.stringify({ problems, aside, dropped, missing }));
          return problems > 0 ? 1 : 0;
        }
        await tellAside(store);
        if (problems > 0) throw new Error(`${problems} mismatches were found.`);
        console.log("Scans and counts match.");
      });
    },
  },
  {
    words: ["settle"],
    usage: "settle DIR",
    help: "Settle the journal of a node that is gone. DIR is its DATA_DIR.",
    takes: 1,
    run: ([dir]) =>
      withStore(async (store, config) => {
        const dataDir = resolve(dir!);
        if (!existsSync(resolve(dataDir, "journal.db"))) {
          throw new Error(`There is no journal.db in ${dataDir}.`);
        }
        const lock = await lockDataDir(dataDir, "tessera settle");
        try {
          const journal = await openJournal({ dataDir });
          // A refused journal is closed by this call.
          await claimJournal({ journal, store, journalDir: dataDir, databaseDir: config.dataDir });
          await settleAll(journal, store).finally(journal.close);
        } finally {
          lock.release();
        }
      }),
  },
  {
    words: ["backup"],
    usage: "backup FILE",
    help: "Copy the SQLite database and the journal to FILE and FILE.journal. Safe while the service runs. The documentation says how to restore it.",
    takes: 1,
    run: ([target]) =>
      withStore(async (store, { dataDir }) => {
        const file = resolve(target!);
        const journal = `${file}.journal`;
        if (!existsSync(dirname(file))) throw new Error(`There is no folder ${dirname(file)}.`);
        for (const name of [file, journal]) if (existsSync(name)) throw nameTaken(name);
        takeName(file);
        try {
          // Copy the journal first: what is settled in between is then in both copies, never in neither.
          if (store.engine === "sqlite") copyJournal(dataDir, journal);
          await store.backup(file);
        } catch (error) {
          // A partial backup must not be mistaken for one, nor block the next.
          for (const name of [file, journal]) rmSync(name, { force: true });
          throw error;
        }
        console.log(`Copied to ${file}${existsSync(journal) ? ` and ${journal}` : ""}.`);
      }),
  },
  {
    words: ["demo"],
    usage: "demo",
    help: `Create an account ${DEMO_EMAIL} with example codes and scans.`,
    takes: 0,
    run: async () =>
      withTools(async ({ config, store, accounts }) => {
        const { email, password } = await runDemo({
          store,
          accounts,
          now: Date.now(),
          lifetimeMs: config.codeLifetimeMs,
          progress: createProgress(),
        });
        console.log(
          "Twenty codes with 50,000 scans are ready. Start the service, open this page and choose “Sign in”:",
        );
        console.log(`  ${config.baseUrl}/app/   ${email}   ${password}`);
      }, MAKING),
  },
];
