import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { PLAIN } from "../../src/rendering/style.ts";
import { AUDIT_ACTIONS, type AuditAction } from "../../src/shared/audit.ts";
import type { ShownEntry } from "../../src/workspaces/audit.ts";
import { actorOf, detailOf, doneOf, linkedOf } from "../../web/src/pages/audit/sentences.ts";
import { inWords } from "../../web/src/parts/formats.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { VALID_BODY } from "../support/fixtures.ts";
import { onSqlite } from "../support/stores.ts";
import { createVisitor, PASSWORD, signedIn, type Visitor } from "./support.ts";

/** What the page shows of an entry. */
const told = (entry: ShownEntry) => [entry.action, actorOf(entry), doneOf(entry), detailOf(entry)];

onSqlite("What the audit log tells", (engine) => {
  let app: TestApp;
  let [admin, ada, ben]: Visitor[] = [];
  const ids = { ada: "", ben: "" };
  let team = "";
  before(async () => {
    app = await startApp({ engine, settings: { DASHBOARD_LIMIT: "10000" } });
    admin = await signedIn(app, "admin@example.com", "admin");
    ada = await signedIn(app, "ada@example.com");
    ben = await signedIn(app, "ben@example.com");
    for (const name of ["ada", "ben"] as const)
      ids[name] = (await app.store.users.findByEmail(`${name}@example.com`))!.id;
    team = (await ada.request("POST", "/workspaces", { name: "Team" })).json.id;
    await app.store.workspaces.join(team, ids.ben, "owner", Date.now());
  });
  after(() => app.close());

  const inTeam = async (who: Visitor, method: string, path: string, json?: object, more = {}) => {
    const answer = await who.request(method, path, json, { headers: { "tessera-workspace": team, ...more } });
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`);
    return answer.json;
  };
  let seen = 0;
  /** The entries since the last call, oldest first. */
  async function news(): Promise<ShownEntry[]> {
    const { data } = await inTeam(ada!, "GET", "/audit?limit=500");
    const fresh = data.filter(({ id }: ShownEntry) => Number(id) > seen).toReversed();
    seen = Number(data[0]?.id ?? seen);
    return fresh;
  }
  const invite = (who: Visitor) => inTeam(who, "POST", "/invitations", { role: "editor" });
  const onUser = async (path: string, json: object) => {
    const answer = await admin!.request("PATCH", path, json);
    assert.ok(answer.status < 300, answer.text);
  };
  const codes = async (count: number): Promise<string[]> => {
    const qrcodes = Array.from({ length: count }, (_, i) => ({ ...VALID_BODY, name: `Table ${i}` }));
    const { data } = await inTeam(ada!, "POST", "/qrcodes/bulk", { qrcodes });
    return data.map(({ id }: { id: string }) => id);
  };

  /** The administrator is no member of the workspace. */
  const ADMIN = "Someone who is not a member";
  const BEN = "ben@example.com";
  const TABLES = "“Table 0”, “Table 1”, “Table 2”, “Table 3”, “Table 4” and 225 more";
  const DATES = ["2099-03-12T14:00:00.000Z", "2099-04-01T09:30:00.000Z"];
  const [FIRST, SECOND] = DATES.map(inWords.dateTime);
  const pausing = (all: string[], isPublic: boolean) =>
    inTeam(ada!, "POST", "/selection/change", { changes: [{ ids: all, change: { isPublic } }] });
  let many: string[] = [];
  const [ONE, TWO] = ["1", "2"].map((digit) => ({ "tessera-action": digit.repeat(32) }));

  /** Kinds of changes, what leads to them, and what the page then shows: who, what, and the detail. */
  const kinds: [string, () => Promise<unknown>, [AuditAction, string, string, string | null][]][] = [
    [
      "a code's name and destination, with their old values",
      async () => {
        const [id] = await codes(1);
        await news();
        await inTeam(ada!, "PATCH", `/qrcodes/${id}`, { name: "Door", content: "https://example.com/door" });
      },
      [
        [
          "code.changed",
          "ada",
          "Changed code “Door”",
          `Name “Table 0” → “Door”, destination “${VALID_BODY.content}” → “https://example.com/door”`,
        ],
      ],
    ],
    [
      "a network whose password is changed, without a word of it",
      async () => {
        const network = { name: "Guests", type: "wifi", content: "WIFI:T:WPA;S:Guests;P:old password;;" };
        const { id } = await inTeam(ada!, "POST", "/qrcodes", network);
        await news();
        await inTeam(ada!, "PATCH", `/qrcodes/${id}`, { content: "WIFI:T:WPA;S:Guests;P:new password;;" });
      },
      [["code.changed", "ada", "Changed code “Guests”", "Content"]],
    ],
    [
      "a code that is created with a look and a tag, in one entry",
      async () => {
        const { id: tag } = await inTeam(ada!, "POST", "/tags", { name: "Doors" });
        await news();
        const { id } = await inTeam(ada!, "POST", "/qrcodes", VALID_BODY, ONE);
        await inTeam(ada!, "PUT", `/qrcodes/${id}/style`, { ...PLAIN, modules: "dots" }, ONE);
        await inTeam(ada!, "PUT", `/qrcodes/${id}/tags`, { tags: [tag] }, ONE);
        await inTeam(ada!, "PATCH", `/qrcodes/${id}`, { isPublic: false }, ONE);
        await inTeam(ada!, "PUT", `/qrcodes/${id}/style`, { ...PLAIN, modules: "rounded" });
      },
      [
        ["code.created", "ada", `Created code “${VALID_BODY.name}”`, null],
        ["code.changed", "ada", `Paused code “${VALID_BODY.name}”`, null],
        ["code.changed", "ada", `Changed code “${VALID_BODY.name}”`, "Look"],
      ],
    ],
    [
      "a look that is applied to codes by several requests of one action, and then by another",
      async () => {
        const all = await codes(3);
        await news();
        const style = { ...PLAIN, modules: "dots" };
        for (const some of [all.slice(0, 2), all.slice(2)]) {
          await inTeam(ada!, "POST", "/looks/apply", { ids: some, style }, TWO);
        }
        await inTeam(ada!, "POST", "/looks/apply", { ids: all, style: null });
      },
      [
        ["code.changed", "ada", "Changed 3 codes", "Look: “Table 0”, “Table 1”, “Table 2”"],
        ["code.changed", "ada", "Changed 3 codes", "Look: “Table 0”, “Table 1”, “Table 2”"],
      ],
    ],
    [
      "230 codes that are paused at once",
      async () => {
        many = await codes(230);
        await news();
        await pausing(many, false);
      },
      [["code.changed", "ada", "Paused 230 codes", TABLES]],
    ],
    [
      "a part of them that is resumed",
      () => pausing(many.slice(0, 2), true),
      [["code.changed", "ada", "Activated 2 codes", "“Table 0”, “Table 1”"]],
    ],
    [
      "two fields, of which the first code has one already",
      async () => {
        const ids = await codes(2);
        await pausing(ids.slice(0, 1), false);
        await news();
        const change = { isPublic: false, isFavorite: true };
        await inTeam(ada!, "POST", "/selection/change", { changes: [{ ids, change }] });
      },
      [["code.changed", "ada", "Changed 2 codes", "Paused, added to favourites: “Table 0”, “Table 1”"]],
    ],
    [
      "their deletion",
      () => inTeam(ada!, "POST", "/selection/remove", { ids: many }),
      [["code.deleted", "ada", "Deleted 230 codes", TABLES]],
    ],
    [
      "their restoration",
      () => inTeam(ada!, "POST", "/selection/restore", { ids: many }),
      [["code.restored", "ada", "Restored 230 codes", TABLES]],
    ],
    [
      "several placements that are paused at once",
      async () => {
        const [id] = await codes(1);
        const placements = [{ name: "Door" }, { name: "Bar" }];
        const { data } = await inTeam(ada!, "POST", `/qrcodes/${id}/placements`, { placements });
        await news();
        const ids = data.map((placement: { id: string }) => placement.id);
        await inTeam(ada!, "POST", `/codes/${id}/placements/pause`, { ids, isPaused: true });
      },
      [["code.placements-changed", "ada", "Changed 2 placements of code “Table 0”", "“Door”, “Bar”: Paused"]],
    ],
    [
      "one placement that is paused",
      async () => {
        const [id] = await codes(1);
        const { data } = await inTeam(ada!, "POST", `/qrcodes/${id}/placements`, {
          placements: [{ name: "Door" }, { name: "Bar" }],
        });
        await news();
        await inTeam(ada!, "PATCH", `/qrcodes/${id}/placements/${data[1].id}`, { isPaused: true });
      },
      [["code.placement-changed", "ada", "Changed a placement of code “Table 0”", "“Bar”: Paused"]],
    ],
    [
      "a code's end date, set, changed and unset, with the time in words",
      async () => {
        const [id] = await codes(1);
        await news();
        for (const expiresAt of [...DATES, null]) await inTeam(ada!, "PATCH", `/qrcodes/${id}`, { expiresAt });
        await inTeam(ada!, "PATCH", `/qrcodes/${id}`, { isPublic: false, isFavorite: true, expiresAt: DATES[0] });
        await inTeam(ada!, "PATCH", `/qrcodes/${id}`, { isPublic: true, isFavorite: false });
      },
      [
        ["code.changed", "ada", "Changed code “Table 0”", `Works until ${FIRST}`],
        ["code.changed", "ada", "Changed code “Table 0”", `Works until ${SECOND} (before: until ${FIRST})`],
        ["code.changed", "ada", "Changed code “Table 0”", `Works without an end date (before: until ${SECOND})`],
        ["code.changed", "ada", "Changed code “Table 0”", `Paused, added to favourites, works until ${FIRST}`],
        ["code.changed", "ada", "Changed code “Table 0”", "Activated, removed from favourites"],
      ],
    ],
    [
      "a webhook that is turned off and on",
      async () => {
        const webhook = { url: "https://hooks.example.com/a", events: ["qrcode.created"] };
        const { id } = await inTeam(ada!, "POST", "/webhooks", webhook);
        await news();
        await inTeam(ada!, "PATCH", `/webhooks/${id}`, { isActive: false });
        await inTeam(ada!, "PATCH", `/webhooks/${id}`, { isActive: true });
      },
      [
        ["webhook.changed", "ada", "Changed webhook “hooks.example.com”", "Turned off"],
        ["webhook.changed", "ada", "Changed webhook “hooks.example.com”", "Turned on"],
      ],
    ],
    [
      "a member's role, with the one before",
      async () => {
        for (const role of ["viewer", "editor", "owner"]) await inTeam(ada!, "PATCH", `/members/${ids.ben}`, { role });
      },
      [
        ["member.role-changed", "ada", "Made ben a viewer", "Before: an owner"],
        ["member.role-changed", "ada", "Made ben an editor", "Before: a viewer"],
        ["member.role-changed", "ada", "Made ben an owner", "Before: an editor"],
      ],
    ],
    [
      "the plan of the workspace",
      () => onUser(`/users/${ids.ada}/workspaces/${team}`, { plan: "free" }),
      [["workspace.plan-changed", ADMIN, "Changed the plan of the workspace", "Plan “pro” → “free”"]],
    ],
    [
      "the plan of the account that created it",
      async () => {
        await onUser(`/users/${ids.ada}/workspaces/${team}`, { plan: "pro" });
        await news();
        await onUser(`/users/${ids.ben}`, { plan: "free" });
        await onUser(`/users/${ids.ada}`, { plan: "free" });
      },
      [["workspace.plan-changed", ADMIN, "Changed the plan of the workspace", "Plan “pro” → “free”"]],
    ],
    [
      "a member's account that is suspended, and their invitations",
      async () => {
        await invite(ben!);
        await news();
        await onUser(`/users/${ids.ben}`, { suspended: true });
        await onUser(`/users/${ids.ben}`, { suspended: true });
      },
      [
        [
          "member.suspended",
          ADMIN,
          `Suspended the account of ben: their keys, webhooks and links to numbers do not work`,
          null,
        ],
        ["member.invitation-revoked", ADMIN, "Revoked an invitation", null],
      ],
    ],
    [
      "nothing of the right password of a suspended account, which does not sign in",
      async () => {
        const answer = await createVisitor(app).request("POST", "/sign-in", { email: BEN, password: PASSWORD });
        assert.equal(answer.status, 403);
      },
      [],
    ],
    [
      "an account that is active again",
      () => onUser(`/users/${ids.ben}`, { suspended: false }),
      [
        [
          "member.resumed",
          ADMIN,
          `Reactivated the account of ben: their keys, webhooks and links to numbers work again`,
          null,
        ],
      ],
    ],
    [
      "the invitations of an owner who becomes an editor",
      async () => {
        await app.store.invitations.create(
          {
            ...{ id: "i", hash: "i", workspaceId: team, role: "viewer", madeBy: ids.ben, email: null },
            ...{ createdAt: Date.now(), expiresAt: Date.now() + 1_000_000 },
          },
          9,
        );
        await news();
        await inTeam(ada!, "PATCH", `/members/${ids.ben}`, { role: "editor" });
      },
      [
        ["member.invitation-revoked", "ada", "Revoked an invitation", null],
        ["member.role-changed", "ada", "Made ben an editor", "Before: an owner"],
      ],
    ],
  ];
  kinds.push([
    "a member who is removed, and no longer named",
    async () => {
      await onUser(`/users/${ids.ada}/workspaces/${team}`, { plan: "free" });
      // A suspension ends sessions.
      const again = createVisitor(app);
      await again.request("POST", "/sign-in", { email: BEN, password: PASSWORD });
      await news();
      await inTeam(again, "POST", "/qrcodes", VALID_BODY);
      await inTeam(ada!, "DELETE", `/members/${ids.ben}`);
      await onUser(`/users/${ids.ada}/workspaces/${team}`, { plan: "pro" });
    },
    [
      ["code.created", "A former member", `Created code “${VALID_BODY.name}”`, null],
      ["member.removed", "ada", "Removed a former member", null],
      ["workspace.plan-changed", ADMIN, "Changed the plan of the workspace", "Plan “free” → “pro”"],
    ],
  ]);
  for (const [kind, act, wanted] of kinds) {
    it(kind, async () => {
      await news();
      await act();
      assert.deepEqual((await news()).map(told), wanted);
    });
  }

  it("a new password, by oneself or by a command, and devices that are signed out", async () => {
    await news();
    const cleo = await signedIn(app, "cleo@example.com");
    const { id } = (await app.store.users.findByEmail("cleo@example.com"))!;
    await app.store.workspaces.join(team, id, "viewer", Date.now());
    await createVisitor(app).request("POST", "/sign-in", { email: "cleo@example.com", password: PASSWORD });
    await news();
    const { sessions } = (await cleo.request("GET", "/sessions")).json;
    const other = sessions.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent);
    assert.equal((await cleo.request("DELETE", `/sessions/${other.id}`)).status, 204);
    const passkey = { id: "a passkey", userId: id, publicKey: "key", credentialID: "credential", counter: 0 };
    const rest = { deviceType: "singleDevice", backedUp: false, transports: null, name: null, aaguid: null };
    await app.store.auth.db
      .insertInto("passkey")
      .values({ ...passkey, ...rest, createdAt: new Date() } as never)
      .execute();
    const before = await news();
    await createVisitor(app).request("POST", "/sign-in", { email: "cleo@example.com", password: PASSWORD });
    await news();
    const removal = await cleo.request("POST", "/passkeys/a passkey/remove", { password: PASSWORD });
    assert.equal(removal.status, 204, removal.text);
    const change = { current: PASSWORD, password: "tiles and mortar" };
    const answer = await cleo.request("POST", "/password", change);
    assert.ok(answer.status < 300, answer.text);
    await app.store.accounts.setPassword(id, "a hash", Date.now());
    assert.deepEqual([...before, ...(await news())].map(told), [
      ["sign-in.sessions-ended", "cleo", "Signed out other devices", null],
      ["sign-in.sessions-ended", "cleo", "Signed out other devices", null],
      ["sign-in.password-changed", "cleo", "Set a new password", null],
      ["sign-in.password-changed", "cleo", "Set a new password", null],
    ]);
  });

  it("leads to codes that still are in the workspace, and names members who have a name", async () => {
    const [id] = await codes(1);
    await app.store.auth.db
      .updateTable("user")
      .set({ name: "Ada Park" } as never)
      .where("id", "=", ids.ada)
      .execute();
    const [entry] = await news();
    assert.deepEqual([actorOf(entry!), entry!.actor!.name], ["Ada Park", "ada@example.com"]);
    assert.deepEqual(linkedOf(entry!), { before: "Created code ", name: "“Table 0”", after: "" });
    await inTeam(ada!, "DELETE", `/qrcodes/${id}`);
    assert.deepEqual((await news()).map(linkedOf), [null]);
    const headers = { "tessera-workspace": team, "tessera-action": "mine" };
    const answer = await ada!.request("POST", "/qrcodes", VALID_BODY, { headers });
    assert.equal(answer.status, 400);
    assert.equal(answer.json.details[0].field, "Tessera-Action");
  });

  it("has a sentence for every action", () => {
    for (const action of AUDIT_ACTIONS) {
      const SUBJECT = { id: "x", name: "Menu", displayName: null, exists: null };
      const entry: ShownEntry = {
        ...{
          id: "1",
          at: "2026-01-04T09:00:00.000Z",
          action,
          actor: { kind: "person", name: "ada@example.com", displayName: null, isFormer: false },
        },
        ...{ device: null, subject: SUBJECT, detail: "1", count: 1, changes: [], names: [] },
      };
      assert.match(doneOf(entry), /^[A-Z][^\n]{5,}/, action);
    }
  });
});
