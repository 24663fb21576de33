import { text } from "node:stream/consumers";
import { type Accounts, createPassword } from "../accounts/service.ts";
import { timestamp } from "../shared/days.ts";
import type { Person } from "../store/types.ts";
import { type Command, UsageError, withTools } from "./command.ts";

async function personOf(accounts: Accounts, email: string): Promise<Person> {
  const person = await accounts.findByEmail(email);
  if (!person) throw new Error(`There is no account for ${email}.`);
  return person;
}

const givenPassword = async (): Promise<string> =>
  (await text(process.stdin)).replace(/\r?\n$/, "");

export const accountCommands: readonly Command[] = [
  {
    words: ["user", "add"],
    usage: "user add EMAIL [--plan PLAN] [--password-stdin]",
    help: "make an account; the first one is the administrator",
    takes: 1,
    options: { plan: { type: "string" }, "password-stdin": { type: "boolean" } },
    run: async ([email], options) =>
      withTools(async ({ accounts, store }) => {
        const given = options["password-stdin"] ? await givenPassword() : undefined;
        const role = (await store.people.count()) === 0 ? "admin" : "member";
        const { person, password } = await accounts.add({
          email: email!,
          password: given,
          plan: String(options.plan ?? "free"),
          role,
        });
        console.log(`Made the ${role} account ${person.email} on plan ${person.plan}.`);
        if (given === undefined) console.log(`Its password, shown this once: ${password}`);
        return 0;
      }),
  },
  {
    words: ["user", "password"],
    usage: "user password EMAIL [--password-stdin]",
    help: "give an account a new password, when it is forgotten",
    takes: 1,
    options: { "password-stdin": { type: "boolean" } },
    run: async ([email], options) =>
      withTools(async ({ accounts }) => {
        const person = await personOf(accounts, email!);
        const given = options["password-stdin"] ? await givenPassword() : undefined;
        const password = given ?? createPassword();
        await accounts.setPassword(person.id, password);
        console.log(`${person.email} has a new password and is signed out everywhere.`);
        if (given === undefined) console.log(`It is, shown this once: ${password}`);
        return 0;
      }),
  },
  {
    words: ["user", "plan"],
    usage: "user plan EMAIL PLAN",
    help: "change an account's plan",
    takes: 2,
    run: async ([email, plan]) =>
      withTools(async ({ accounts }) => {
        const person = await personOf(accounts, email!);
        await accounts.setPlan(person.id, plan!);
        console.log(`${person.email} is on plan ${plan} now.`);
        return 0;
      }),
  },
  {
    words: ["key", "create"],
    usage: "key create EMAIL --name NAME",
    help: "make an API key; prints the key alone, this once",
    takes: 1,
    options: { name: { type: "string" } },
    run: async ([email], options) => {
      if (typeof options.name !== "string") throw new UsageError("--name is needed.");
      const name = options.name;
      return withTools(async ({ accounts, keys }) => {
        const person = await personOf(accounts, email!);
        const key = await keys.create(person.id, name);
        console.log(key.text);
        return 0;
      });
    },
  },
  {
    words: ["key", "list"],
    usage: "key list EMAIL",
    help: "list an account's keys",
    takes: 1,
    run: async ([email]) =>
      withTools(async ({ accounts, keys }) => {
        const person = await personOf(accounts, email!);
        for (const key of await keys.list(person.id)) {
          const used =
            key.lastUsedAt === null ? "never used" : `last used ${timestamp(key.lastUsedAt)}`;
          const state = key.revokedAt === null ? used : `revoked ${timestamp(key.revokedAt)}`;
          console.log(
            `${key.prefix}  …${key.lastFour}  created ${timestamp(key.createdAt)}  ${state}  ${key.name}`,
          );
        }
        return 0;
      }),
  },
  {
    words: ["key", "revoke"],
    usage: "key revoke PREFIX",
    help: "revoke a key by its prefix (see key list)",
    takes: 1,
    run: async ([prefix]) =>
      withTools(async ({ keys }) => {
        const bare = prefix!.replace(/^tsr_/, "").slice(0, 8);
        if (!(await keys.revoke(bare)))
          throw new Error(`There is no key in force with prefix ${bare}.`);
        console.log(`Key ${bare} is revoked.`);
        return 0;
      }),
  },
];
