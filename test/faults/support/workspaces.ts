/** Inviting, joining, leaving, moving a code and deleting a workspace, interrupted between any two steps. */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import type { KyselyPlugin } from "kysely";
import { createAccountQueries } from "../../../src/accounts/accounts.queries.ts";
import { createCodeQueries } from "../../../src/codes/codes.queries.ts";
import type { Store } from "../../../src/store/store.ts";
import { createInvitationQueries } from "../../../src/workspaces/invitations.queries.ts";
import { createWorkspaceQueries } from "../../../src/workspaces/workspaces.queries.ts";
import { addWorkspace, NOON } from "../../store/support.ts";
import { webhookOf } from "../../store/webhook-support.ts";
import { newCode } from "../../support/fixtures.ts";
import { onEachEngine, type TestPlace } from "../../support/stores.ts";

const CODE = "0197a000-0000-7000-8000-000000000001";
const LOGO = "0197a000-0000-7000-8000-000000000002";
const spare = { id: "spare", name: "Spare", plan: "free", createdAt: NOON };

/** In this order: each starts from what the previous one left. */
const OPERATIONS = ["invite", "join", "invite", "sign-up", "lower", "leave", "move", "delete", "restore"] as const;
export type Operation = (typeof OPERATIONS)[number];

/** Performs the operation on the real store; `cut` is called before its n-th statement. */
export async function workOnWorkspace(real: Store, what: Operation, at: number, cut: () => void): Promise<void> {
  let statements = 0;
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      statements += 1;
      if (statements === at) cut();
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const db = real.auth.db.withPlugin(plugin);
  const { engine } = real;
  const [announce, changed] = [async () => {}, () => {}];
  const workspaces = createWorkspaceQueries(db, engine, announce, changed);
  const invitations = createInvitationQueries(db, announce, changed);
  const ofBen = { workspaceId: "team", userId: "ben", now: NOON };
  const work: Record<Operation, () => Promise<unknown>> = {
    invite: () => {
      const invitation = { id: "link", workspaceId: "team", role: "editor", hash: "link", madeBy: "ada" } as const;
      return invitations.create({ ...invitation, createdAt: NOON, expiresAt: NOON + 1000 }, 10);
    },
    join: () => invitations.accept("link", "ben", NOON),
    "sign-up": () =>
      createAccountQueries(db, engine, announce, changed).create({
        id: "cy",
        email: "cy@example.com",
        name: "Cy",
        role: "member",
        workspaceId: "cy",
        plan: "free",
        passwordHash: "none that fits",
        createdAt: NOON,
        emailVerified: false,
        firstAdmin: false,
        invitation: "link",
      }),
    lower: () => workspaces.setRole({ ...ofBen, role: "viewer", by: "ada" }, spare),
    leave: () => workspaces.removeMember({ ...ofBen, by: "ben" }, spare),
    move: () =>
      createCodeQueries({
        db,
        listDb: db,
        engine,
        inTurn: (_, work) => work(),
        makeCodes: async () => null,
        announce,
        changed,
      }).move({
        id: CODE,
        from: "team",
        to: "ada",
        userId: "ada",
        now: NOON,
      }),
    delete: () => workspaces.delete("team", NOON),
    restore: () => workspaces.restore("team", "ada", NOON),
  };
  await work[what]();
}

/** Everything that one of the operations changes. */
async function stateOf({ auth: { db } }: Store): Promise<Record<string, string[]>> {
  const columns = {
    user: ["id"],
    account: ["userId"],
    workspaces: ["id", "suspended", "deleted_at"],
    members: ["workspace_id", "user_id", "role"],
    invitations: ["id", "role"],
    api_keys: ["prefix", "revoked_at"],
    codes: ["id", "workspace_id", "style"],
    logos: ["workspace_id", "hash"],
    webhook_deliveries: ["webhook_num", "type"],
    audit: ["workspace_id", "action", "user_id", "subject_id"],
  } as const;
  const state: Record<string, string[]> = {};
  for (const [table, names] of Object.entries(columns)) {
    const rows: object[] = await db
      .selectFrom(table as "audit")
      .select(names as never)
      .execute();
    state[table] = rows.map((row) => Object.values(row).join(" ")).toSorted();
  }
  return state;
}

async function fill(store: Store): Promise<void> {
  for (const id of ["ada", "ben", "team"]) await addWorkspace(store, id);
  await store.workspaces.join("team", "ada", "owner", NOON);
  for (const owner of ["ada", "team"]) await webhookOf(store, undefined, owner);
  const bytes = new Uint8Array([1]);
  await store.logos.create(
    { id: LOGO, workspaceId: "team", width: 1, height: 1, hash: "h", createdAt: NOON, bytes },
    9,
  );
  const style = JSON.stringify({ logo: { id: LOGO, scale: 0.2 } });
  await store.codes.create({ ...newCode("team", NOON, { style }), id: CODE });
}

const addKeyOf = (store: Store, madeBy: string) =>
  store.keys.create(
    {
      ...{ id: "key", workspaceId: "team", madeBy, name: "Till", prefix: "aaaaaaaa", lastFour: "four", hash: "00" },
      ...{ scope: "full", endsAt: null, createdAt: NOON },
    },
    9,
  );

/** What the operation leaves, as the last entry of the audit log and one more fact. */
const DONE: Record<Operation, (state: Record<string, string[]>) => boolean> = {
  invite: ({ invitations }) => invitations!.includes("link editor"),
  join: ({ members, invitations }) => members!.includes("team ben editor") && invitations!.length === 0,
  "sign-up": ({ members, account, invitations }) =>
    members!.includes("team cy editor") && account!.includes("cy") && invitations!.length === 0,
  lower: ({ members, api_keys }) => members!.includes("team ben viewer") && api_keys!.includes(`aaaaaaaa ${NOON}`),
  leave: ({ members }) => !members!.some((member) => member.startsWith("team ben")),
  move: ({ codes, logos }) => codes![0]!.startsWith(`${CODE} ada`) && logos!.includes("ada h"),
  delete: ({ workspaces }) => workspaces!.includes(`team 1 ${NOON}`),
  restore: ({ workspaces }) => workspaces!.includes("team 0 "),
};

/** Returns true if the operation ended before its n-th statement. */
export type CutWork = (store: Store, place: TestPlace, what: Operation, at: number) => Promise<boolean>;

export function holdWorkspacesWhole(title: string, cutWork: CutWork): void {
  onEachEngine(title, (engine) => {
    let store: Store;
    let place: TestPlace;
    before(async () => {
      place = await engine.migratedPlace();
      store = await engine.open(place);
      await fill(store);
    });
    after(() => store.close());

    it("leaves everything as it was, down to the audit log and the webhooks, until the operation is whole", async (t) => {
      for (const what of OPERATIONS) {
        if (what === "lower") await addKeyOf(store, "ben");
        const was = await stateOf(store);
        let steps = 0;
        while (!(await cutWork(store, place, what, steps + 1))) {
          assert.deepEqual(await stateOf(store), was, `${what}, before statement ${steps + 1}`);
          steps += 1;
        }
        assert.ok(steps >= 3, `${what}: interrupted at ${steps} steps`);
        const is = await stateOf(store);
        assert.ok(DONE[what](is), `${what}: ${JSON.stringify(is)}`);
        assert.ok(is.audit!.length > was.audit!.length, `${what} is in the audit log`);
        t.diagnostic(`${what}: interrupted at ${steps} steps`);
      }
    });
  });
}
