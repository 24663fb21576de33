/** Creating, changing and removing an account, interrupted between any two steps. */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import type { KyselyPlugin } from "kysely";
import { createAccountQueries } from "../../../src/accounts/accounts.queries.ts";
import { removeCodes } from "../../../src/accounts/code-removal.ts";
import type { PasswordHash } from "../../../src/accounts/password-queue.ts";
import { createAccounts } from "../../../src/accounts/service.ts";
import type { Store } from "../../../src/store/store.ts";
import { createVisitor } from "../../dashboard/support.ts";
import { addWorkspace } from "../../store/support.ts";
import { startApp, type TestApp } from "../../support/app.ts";
import { onEachEngine } from "../../support/stores.ts";

const EMAIL = "first@example.com";
const [OLD, NEW] = ["the old password", "the new password"];

/** Performs the operation on the real store; `cut` is called before its n-th statement. */
export async function workOnAccount(
  real: Store,
  what: string,
  password: string,
  at: number,
  cut: () => void,
  passwordHash?: PasswordHash,
): Promise<void> {
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
  const [announce, changed] = [async () => {}, () => {}];
  const store = { ...real, accounts: createAccountQueries(db, real.engine, announce, changed) };
  const accounts = createAccounts({ store, plans: ["free", "pro"], passwordHash });
  if (what === "add") {
    await accounts.addFirst({ email: EMAIL, password, plan: "pro" });
    return;
  }
  const user = await accounts.findByEmail(EMAIL);
  if (what === "password") await accounts.setPassword(user!.id, password);
  else {
    if (user) await accounts.remove(user.id);
    await removeCodes(store);
  }
}

/** Returns true if the operation ended before its n-th statement. */
export type CutWork = (app: TestApp, what: string, password: string, at: number) => Promise<boolean>;

export function holdAccountsWhole(title: string, cutWork: CutWork, hash?: PasswordHash): void {
  onEachEngine(title, (engine) => {
    let app: TestApp;
    before(async () => {
      app = await startApp({ engine, ...(hash ? { passwordHash: hash } : {}) });
    });
    after(() => app.close());
    const signIn = async (password: string) => {
      const visitor = createVisitor(app);
      return (await visitor.request("POST", "/sign-in", { email: EMAIL, password })).status;
    };

    /** Interrupts the operation before each of its statements in turn, until one run completes. */
    async function atEachStep(what: string, password: string, look: () => Promise<void>) {
      let steps = 0;
      while (!(await cutWork(app, what, password, steps + 1))) {
        await look();
        steps += 1;
      }
      return steps;
    }

    it("of creating the first account leaves none, and the set-up link working", async () => {
      const steps = await atEachStep("add", OLD, async () => {
        assert.equal(await app.store.users.findByEmail(EMAIL), null);
        assert.equal(await app.store.accounts.hasAdmin(), false);
      });
      assert.ok(steps >= 3, `interrupted at ${steps} steps`);
      assert.equal((await app.store.users.findByEmail(EMAIL))?.role, "admin");
      assert.equal(await signIn(OLD), 204);
    });

    it("of a new password leaves the old one", async () => {
      const steps = await atEachStep("password", NEW, async () => {
        assert.equal(await signIn(OLD), 204);
      });
      assert.ok(steps >= 3, `interrupted at ${steps} steps`);
      assert.equal(await signIn(NEW), 204);
    });

    it("of a removal leaves an account that can be removed again, or paused codes, and finally nothing", async () => {
      const { id } = (await app.store.users.findByEmail(EMAIL))!;
      const visitor = createVisitor(app);
      await visitor.request("POST", "/sign-in", { email: EMAIL, password: NEW });
      const made = (await visitor.request("POST", "/keys", { name: "k" })).json;
      const code = { name: "Poster", content: "https://example.com" };
      const { shareToken } = (await visitor.request("POST", "/qrcodes", code)).json;
      await addWorkspace(app.store, "other", "admin");

      const steps = await atEachStep("remove", "", async () => {
        const [code] = await app.store.codes.findByTokens([shareToken]);
        if (await app.store.users.findByEmail(EMAIL)) assert.equal(code?.isPublic, true, "complete");
        else assert.notEqual(code?.isPublic, true, "paused");
      });
      assert.ok(steps >= 6, `interrupted at ${steps} steps`);
      assert.equal(await app.store.users.findByEmail(EMAIL), null);
      assert.equal(await app.store.keys.findByPrefix(made.text.slice(4, 12)), null);
      assert.deepEqual(await app.store.codes.findByTokens([shareToken]), []);
      const { db } = app.store.auth;
      const left = db.selectFrom("account").select("id").where("userId", "=", id);
      assert.deepEqual(await left.execute(), []);
      assert.equal(await signIn(NEW), 401);
    });
  });
}
