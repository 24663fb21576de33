import { text } from "node:stream/consumers";
import { removeCodes } from "../accounts/code-removal.ts";
import { type Accounts, createPassword } from "../accounts/service.ts";
import { DAY_MS, readTime, timestamp } from "../shared/days.ts";
import type { User } from "../workspaces/people.ts";
import { type Command, JSON_OPTION, MAKING, UsageError, withTools } from "./command.ts";
import { confirm, table } from "./terminal.ts";

export async function userOf(accounts: Accounts, email: string): Promise<User> {
  const user = await accounts.findByEmail(email);
  if (!user) throw new Error(`There is no account for ${email}.`);
  return user;
}

async function askToRemove({ email }: User): Promise<void> {
  const what = `This removes ${email}, deletes their codes and revokes their keys`;
  const answer = await confirm(`${what}. Continue?`);
  if (answer === null) throw new Error(`${what}. There is no terminal for confirmation: use --yes.`);
  if (!answer) throw new Error(`Nothing has changed: ${email} was not removed.`);
}

/** A date means the end of that day in UTC; a time is used as it is. */
function readEnd(text: string): number {
  const ms = readTime(text);
  if (!Number.isNaN(ms)) return text.length === "2027-12-31".length ? ms + DAY_MS : ms;
  throw new UsageError(
    `"${text}" is not a date: use --expires with a day like 2027-12-31, or a time like 2027-12-31T18:00:00Z.`,
  );
}

/** In UTC. Whole timestamps would make rows wider than a terminal. */
export const minuteOf = (at: number | null): string => timeOf(at)?.slice(0, 16).replace("T", " ") ?? "never";
const timeOf = (at: number | null): string | null => (at === null ? null : timestamp(at));

const givenPassword = async (): Promise<string> => (await text(process.stdin)).replace(/\r?\n$/, "");

export const accountCommands: readonly Command[] = [
  {
    words: ["user", "add"],
    usage: "user add EMAIL [--plan PLAN] [--password-stdin]",
    help: "Create an account. The first one is the administrator's.",
    takes: 1,
    options: { plan: { type: "string" }, "password-stdin": { type: "boolean" } },
    run: async ([email], options) =>
      withTools(async ({ accounts }) => {
        const given = options["password-stdin"] ? await givenPassword() : undefined;
        const asked = { email: email!, password: given, plan: String(options.plan ?? "free") };
        const { user, password } =
          (await accounts.addFirst(asked)) ?? (await accounts.add({ ...asked, role: "member" }));
        const made = `Created the ${user.role} account ${user.email} on plan ${user.plan}.`;
        // Printed first and in one write, so that it survives a cut-off output.
        console.log(given === undefined ? `Password (shown only once): ${password}\n${made}` : made);
      }, MAKING),
  },
  {
    words: ["user", "password"],
    usage: "user password EMAIL [--password-stdin] [--remove-second-factor]",
    help: "Set a new password for an account. The second factor stays, unless --remove-second-factor is given.",
    takes: 1,
    options: { "password-stdin": { type: "boolean" }, "remove-second-factor": { type: "boolean" } },
    run: async ([email], options) =>
      withTools(async ({ accounts }) => {
        const user = await userOf(accounts, email!);
        const given = options["password-stdin"] ? await givenPassword() : undefined;
        const password = given ?? createPassword();
        await accounts.setPassword(user.id, password);
        const isAlone = Boolean(options["remove-second-factor"]);
        if (isAlone) await accounts.removeSecondFactor(user.id);
        const changed = `${user.email} has a new password${isAlone ? ", no second factor," : ""} and is signed out everywhere.`;
        console.log(given === undefined ? `Password (shown only once): ${password}\n${changed}` : changed);
      }),
  },
  {
    words: ["user", "plan"],
    usage: "user plan EMAIL PLAN",
    help: "Change an account's plan, and that of the workspaces it created.",
    takes: 2,
    run: async ([email, plan]) =>
      withTools(async ({ accounts }) => {
        const user = await userOf(accounts, email!);
        await accounts.change(user.id, { plan: plan! });
        console.log(`${user.email} is now on plan ${plan}.`);
      }),
  },
  {
    words: ["user", "role"],
    usage: "user role EMAIL admin|member",
    help: "Make someone an administrator, or a member again. There is always at least one administrator.",
    takes: 2,
    run: async ([email, role]) => {
      if (role !== "admin" && role !== "member") {
        throw new UsageError(`There is no role "${role}"; the roles are: admin, member.`);
      }
      return withTools(async ({ accounts }) => {
        const user = await userOf(accounts, email!);
        await accounts.change(user.id, { role });
        console.log(`${user.email} is now ${role === "admin" ? "an administrator" : "a member"}.`);
      });
    },
  },
  {
    words: ["user", "remove"],
    usage: "user remove EMAIL [--yes]",
    help: "Remove an account: its codes are deleted; its keys, webhooks and links to numbers end. Asks first, unless --yes is given.",
    takes: 1,
    options: { yes: { type: "boolean" } },
    run: async ([email], options) =>
      withTools(async ({ accounts, store }) => {
        const user = await userOf(accounts, email!);
        if (!options.yes) await askToRemove(user);
        await accounts.remove(user.id);
        // If interrupted, a running service continues with it.
        await removeCodes(store);
        console.log(`Removed ${user.email}, with their codes and keys.`);
      }),
  },
  {
    words: ["user", "list"],
    usage: "user list [--json]",
    help: "List all accounts.",
    takes: 0,
    options: JSON_OPTION,
    run: async (_args, options) =>
      withTools(async ({ accounts }) => {
        const users = await accounts.list();
        const shown = users.map(({ email, role, plan, suspended, createdAt }) => {
          return { email, role, plan, suspended, createdAt: timestamp(createdAt) };
        });
        const rows = users.map(({ email, role, plan, suspended, createdAt }) => {
          return [email, role, plan, suspended ? "suspended" : "active", minuteOf(createdAt)];
        });
        const lines = options.json ? JSON.stringify(shown) : table(["EMAIL", "ROLE", "PLAN", "STATE", "CREATED"], rows);
        console.log(lines);
      }),
  },
  {
    words: ["key", "create"],
    usage: "key create EMAIL --name NAME [--read-only] [--expires DATE]",
    help: "Create an API key and print it. It is shown only once. With --expires, it works until the end of that day.",
    takes: 1,
    options: { name: { type: "string" }, "read-only": { type: "boolean" }, expires: { type: "string" } },
    run: async ([email], options) => {
      if (typeof options.name !== "string") throw new UsageError("--name is required.");
      const name = options.name;
      const scope = options["read-only"] ? "read-only" : "full";
      const endsAt = typeof options.expires === "string" ? readEnd(options.expires) : null;
      return withTools(async ({ accounts, keys }) => {
        const user = await userOf(accounts, email!);
        const key = await keys.create({ workspaceId: user.workspaceId, userId: user.id }, name, { scope, endsAt });
        console.log(key.text);
      });
    },
  },
  {
    words: ["key", "list"],
    usage: "key list EMAIL [--json]",
    help: "List an account's keys.",
    takes: 1,
    options: JSON_OPTION,
    run: async ([email], options) =>
      withTools(async ({ accounts, keys }) => {
        const user = await userOf(accounts, email!);
        const all = await keys.list(user.workspaceId);
        const shown = all.map(({ name, prefix, lastFour, scope, createdAt, endsAt, lastUsedAt, revokedAt }) => ({
          ...{ name, prefix, lastFour, scope },
          createdAt: timestamp(createdAt),
          endsAt: timeOf(endsAt),
          lastUsedAt: timeOf(lastUsedAt),
          revokedAt: timeOf(revokedAt),
        }));
        const rows = all.map((key) => {
          const valid = keys.isInForce(key) ? "active" : "expired";
          const state = key.revokedAt === null ? valid : `revoked ${minuteOf(key.revokedAt)}`;
          const times = [key.createdAt, key.endsAt, key.lastUsedAt].map(minuteOf);
          return [key.prefix, key.lastFour, key.scope, state, ...times, key.name];
        });
        // The name is last: it may have letters of any width.
        const head = ["PREFIX", "ENDS IN", "SCOPE", "STATE", "CREATED", "EXPIRES", "LAST USED", "NAME"];
        console.log(options.json ? JSON.stringify(shown) : table(head, rows));
      }),
  },
  {
    words: ["key", "revoke"],
    usage: "key revoke PREFIX",
    help: "Revoke a key by its prefix (see key list).",
    takes: 1,
    run: async ([prefix]) =>
      withTools(async ({ keys }) => {
        const bare = prefix!.replace(/^tsr_/, "").slice(0, 8);
        if (!(await keys.revoke(bare))) throw new Error(`There is no active key with prefix ${bare}.`);
        console.log(`Revoked key ${bare}.`);
      }),
  },
];
