import assert from "node:assert/strict";
import { before, beforeEach, it } from "node:test";
import { createSignInThrottle, type SignInThrottle } from "../../src/accounts/sign-in-throttle.ts";
import type { Store } from "../../src/store/store.ts";
import { createTestClock, onEachEngine } from "../support/stores.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** The start of an hour. */
const START = Date.UTC(2026, 6, 1, 12);

onEachEngine("Windows of sign-ins", (engine) => {
  const clock = createTestClock(START);
  let store: Store;
  let throttle: SignInThrottle;
  before(async () => {
    store = await engine.open(await engine.migratedPlace(), clock);
    throttle = createSignInThrottle({ store, clock });
  });
  let accounts = 0;
  let account: string;
  beforeEach(() => {
    account = `account${++accounts}@example.com`;
    clock.move(Math.ceil(clock.now() / HOUR_MS) * HOUR_MS - clock.now());
  });
  const take = async () => (await throttle.take(account, "203.0.113.7", null)).wait === 0;
  const takes = async (count: number): Promise<number> => {
    let taken = 0;
    for (let i = 0; i < count; i++) if (await take()) taken += 1;
    return taken;
  };
  const rows = async (table: "throttles" | "throttle_keys"): Promise<Record<string, unknown>[]> =>
    store.auth.db.selectFrom(table).selectAll().execute();

  for (const minutes of [50, 59, 75, 89, 110]) {
    it(`stay exact when their keys change, from minute ${minutes}`, async () => {
      clock.move(minutes * MINUTE_MS);
      assert.equal(await takes(6), 6);
      clock.move(14 * MINUTE_MS);
      assert.equal(await takes(6), 4, "ten in a quarter of an hour");
      clock.move(2 * MINUTE_MS);
      assert.equal(await takes(12), 6, "as many as have left the window");
    });
  }

  it("count each start once, also if one of the hour before succeeds meanwhile", async () => {
    const address = `203.0.113.${accounts}`;
    const start = async () => (await throttle.takeStart(address)).wait === 0;
    const starts = async (count: number) => {
      let taken = 0;
      for (let i = 0; i < count; i++) if (await start()) taken += 1;
      return taken;
    };
    clock.move(59 * MINUTE_MS);
    assert.equal(await starts(2), 2);
    clock.move(2 * MINUTE_MS);
    assert.equal(await starts(48), 48);
    await throttle.giveBackStart(address);
    assert.equal(await starts(5), 1, "the place that was given back");
    clock.move(29 * MINUTE_MS);
    assert.equal(await starts(60), 50);
  });

  it("keep nothing of an attempt that succeeded", async () => {
    const before = await rows("throttles");
    const taken = await throttle.take(account, "198.51.100.7", null);
    assert.ok("giveBack" in taken && taken.wait === 0);
    await taken.giveBack();
    assert.deepEqual(await rows("throttles"), before);
  });

  it("are removed by the clock, and so are their keys", async () => {
    await take();
    const [used] = await rows("throttle_keys");
    clock.move(3 * HOUR_MS + 20 * MINUTE_MS);
    await store.maintain(clock.now());
    assert.deepEqual(await rows("throttles"), []);
    await take();
    assert.ok(!(await rows("throttle_keys")).some(({ key }) => key === used!.key));
  });

  it("leave the owner of an address a link to a new password, however often others ask for one", async () => {
    const ask = async (address: string) => (await throttle.takeReset(account, address)).wait === 0;
    const from = async (address: string, count: number) => {
      const asked: boolean[] = [];
      for (let i = 0; i < count; i++) asked.push(await ask(address));
      return asked.filter(Boolean).length;
    };
    assert.equal(await from("192.0.2.1", 5), 3, "from one network");
    assert.equal(await ask("198.51.100.1"), true, "the owner's");
    for (let i = 2; i < 20; i++) await from(`192.0.2.${i}`, 4);
    assert.equal(await from("198.51.100.2", 2), 1, "from a network that did not ask yet, in an attack from many");
  });

  it("admit fewer invitations while nobody has proved the sender's address", async () => {
    const invite = async (emailVerified: boolean) => {
      let sent = 0;
      for (let i = 0; i < 25; i++) {
        const { wait } = await throttle.takeInvitation(
          { id: `${account} ${emailVerified}`, emailVerified },
          `${i}@${account}`,
        );
        if (wait === 0) sent += 1;
      }
      return sent;
    };
    assert.deepEqual([await invite(true), await invite(false)], [20, 3]);
    const toOne = (sender: string) =>
      throttle.takeInvitation({ id: `${account} ${sender}`, emailVerified: false }, account);
    for (let i = 0; i < 5; i++) assert.equal((await toOne(`${i}`)).wait, 0);
    const sixth = await toOne("another");
    assert.deepEqual([sixth.wait > 0, sixth.isInvitedFull], [true, true], "it is not the sender's window");
    const { isInvitedFull } = await throttle.takeInvitation(
      { id: `${account} false`, emailVerified: false },
      `new@${account}`,
    );
    assert.equal(isInvitedFull, false);
  });
});
