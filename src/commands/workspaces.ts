import { timestamp } from "../shared/days.ts";
import { createWorkspaces } from "../workspaces/service.ts";
import { minuteOf, userOf } from "./accounts.ts";
import { type Command, JSON_OPTION, type Tools, UsageError, withTools } from "./command.ts";
import { table } from "./terminal.ts";

/** As JSON, or as a table with the fields as columns. */
function print(rows: readonly Record<string, string>[], isJson: boolean): void {
  const heads = Object.keys(rows[0]!).map((field) => field.toUpperCase());
  console.log(isJson ? JSON.stringify(rows) : table(heads, rows.map(Object.values)));
}

const workspacesOf = ({ store, clock, createId, config: { baseUrl, workspaceLimit } }: Tools) =>
  createWorkspaces({ store, clock, createId, baseUrl: () => baseUrl, workspaceLimit });

export const workspaceCommands: readonly Command[] = [
  {
    words: ["workspace", "list"],
    usage: "workspace list EMAIL [--json]",
    help: "List the workspaces of an account.",
    takes: 1,
    options: JSON_OPTION,
    run: async ([email], options) =>
      withTools(async (tools) => {
        const user = await userOf(tools.accounts, email!);
        const all = await workspacesOf(tools).list(user.id);
        // The name is last: it may have letters of any width.
        const rows = all.map(({ id, role, plan, joinedAt, name }) => ({
          id,
          role,
          plan,
          joined: options.json ? timestamp(joinedAt) : minuteOf(joinedAt),
          name,
        }));
        print(rows, options.json === true);
      }),
  },
  {
    words: ["workspace", "create"],
    usage: "workspace create EMAIL --name NAME",
    help: "Create a workspace that an account owns, and print its id.",
    takes: 1,
    options: { name: { type: "string" } },
    run: async ([email], { name }) => {
      if (typeof name !== "string") throw new UsageError("--name is required.");
      return withTools(async (tools) => {
        const user = await userOf(tools.accounts, email!);
        console.log((await workspacesOf(tools).create(user.id, name)).id);
      });
    },
  },
  {
    words: ["workspace", "plan"],
    usage: "workspace plan ID PLAN",
    help: "Change the plan of one workspace (see workspace list). user plan changes those of an account.",
    takes: 2,
    run: async ([id, plan]) =>
      withTools(async ({ accounts, store }) => {
        if (!(await store.workspaces.find(id!))) throw new Error(`There is no workspace ${id}.`);
        await accounts.setWorkspacePlan(id!, plan!);
        console.log(`The workspace ${id} is now on plan ${plan}.`);
      }),
  },
  {
    words: ["workspace", "members"],
    usage: "workspace members ID [--json]",
    help: "List the members of a workspace (see workspace list).",
    takes: 1,
    options: JSON_OPTION,
    run: async ([id], options) =>
      withTools(async (tools) => {
        const members = await workspacesOf(tools).members(id!);
        if (members.length === 0) throw new Error(`There is no workspace ${id}.`);
        const rows = members.map(({ email, role, joinedAt, name }) => ({
          email,
          role,
          joined: options.json ? timestamp(joinedAt) : minuteOf(joinedAt),
          name,
        }));
        print(rows, options.json === true);
      }),
  },
];
