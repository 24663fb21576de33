import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { networkOf } from "../shared/addresses.ts";
import type { Store } from "../store/store.ts";

const WINDOW_MS = 15 * 60_000;
/**
 * Attempts per window. A user who forgot the password has ten; many accounts from one network, or one account from
 * many networks, have more. `attacked` is what each site has left at an account that is being guessed from many
 * networks: few for a guesser, enough for the owner.
 */
const MOST = { pair: 10, network: 50, site: 200, account: 100, attacked: 3, device: 10 } as const;
const MOST_SIGN_UPS = { network: 10, site: 50 } as const;
const MOST_LINKS = { network: 50, site: 200 } as const;
/** Mails per window: resets to one address, mails by one user to others, and invitations to one address by anybody. */
const MOST_MAILS = { address: 3, sender: 20, invited: 5 } as const;

/** Seconds to wait, or a function that returns the attempt. */
export type Try = { wait: number } | { wait: 0; giveBack(): Promise<void> };

export type SignInThrottle = ReturnType<typeof createSignInThrottle>;

/**
 * Limits password guessing across all nodes. Nobody can lock out anybody: a device that signed in before has its own
 * attempts, and every other place always has some. Addresses are not stored: a window's name holds a keyed hash and
 * disappears with the window.
 */
export function createSignInThrottle({ store, secret }: { store: Store; secret: string }) {
  const named = (
    kind: keyof typeof MOST | "sign-up" | "link" | "start" | "change" | "mail" | "code" | "guess",
    ...parts: string[]
  ) => {
    const hash = createHmac("sha256", secret).update(parts.join("\n")).digest("base64url");
    return `${kind} ${hash}`;
  };
  const window = (kind: keyof typeof MOST, ...parts: string[]) => ({ name: named(kind, ...parts), limit: MOST[kind] });

  /** Takes one place in each window, or none. */
  async function enter(windows: readonly { name: string; limit: number }[]) {
    const admissions = await store.throttles.take(windows, WINDOW_MS);
    const full = admissions.map(({ admitted }) => !admitted);
    const waits = admissions.map(({ admitted, resetIn }) => (admitted ? 0 : resetIn));
    const wait = Math.ceil(Math.max(...waits) / 1000);
    const names = windows.map(({ name }) => name);
    const giveBack = () => store.throttles.giveBack(names);
    const result: Try = full.includes(true) ? { wait: Math.max(1, wait) } : { wait: 0, giveBack };
    return { full, result };
  }

  const windowsOf = (address: string, kind: "sign-up" | "link" | "start", most: { network: number; site: number }) => [
    { name: named(kind, "network", networkOf(address)), limit: most.network },
    { name: named(kind, "site", networkOf(address, 3)), limit: most.site },
  ];

  /** Takes one place in the windows by network and site. */
  const enterFrom = async (...where: Parameters<typeof windowsOf>): Promise<Try> =>
    (await enter(windowsOf(...where))).result;

  return {
    /** Takes one attempt at an account. `device` is the mark of a device that signed in to it before. */
    async take(account: string, address: string, device: string | null): Promise<Try> {
      if (device !== null) return (await enter([window("device", account, device)])).result;
      const [network, site] = [networkOf(address), networkOf(address, 3)];
      const near = [window("pair", account, network), window("network", network), window("site", site)];
      const { full, result } = await enter([...near, window("account", account)]);
      const onlyAccountFull = full.indexOf(true) === near.length;
      if (!onlyAccountFull) return result;
      return (await enter([...near, window("attacked", account, site)])).result;
    },

    takeSignUp: (address: string): Promise<Try> => enterFrom(address, "sign-up", MOST_SIGN_UPS),

    /** Takes one attempt at a link that needs no password. */
    takeLink: (address: string): Promise<Try> => enterFrom(address, "link", MOST_LINKS),

    /** Takes one start of a sign-in with a passkey or an identity provider; given back when it has succeeded. */
    takeStart: (address: string): Promise<Try> => enterFrom(address, "start", MOST_LINKS),

    giveBackStart: (address: string): Promise<void> =>
      store.throttles.giveBack(windowsOf(address, "start", MOST_LINKS).map(({ name }) => name)),

    /** Takes one request for a mail with a link. It is the same whether the address has an account or not. */
    async takeReset(email: string, address: string): Promise<Try> {
      const from = await enterFrom(address, "link", MOST_LINKS);
      if (from.wait > 0) return from;
      return (await enter([{ name: named("mail", "to", email), limit: MOST_MAILS.address }])).result;
    },

    /** Takes one guess at the second factor of a user. Taken before the check, so that guesses at the same time count. */
    takeGuess: async (userId: string): Promise<Try> =>
      (await enter([{ name: named("guess", userId), limit: MOST.device }])).result,

    /** False if the user signed in with this code before: a code works once. */
    takeCode: async (userId: string, code: string): Promise<boolean> =>
      (await enter([{ name: named("code", userId, code), limit: 1 }])).result.wait === 0,

    /** Takes one mail that a user sends. An invitation counts for the invited address too, whoever sends it. */
    async takeMail(userId: string, invited?: string): Promise<Try> {
      const by = { name: named("mail", "by", userId), limit: MOST_MAILS.sender };
      if (invited === undefined) return (await enter([by])).result;
      const to = { name: named("mail", "invites", invited.toLowerCase()), limit: MOST_MAILS.invited };
      return (await enter([by, to])).result;
    },

    /** Takes one attempt at the current password of a signed-in user. */
    takeChange: async (userId: string): Promise<Try> =>
      (await enter([{ name: named("change", userId), limit: MOST.device }])).result,
  };
}

export type Devices = ReturnType<typeof createDevices>;

/** Marks a device that has signed in to an account. Nothing is stored: the mark is signed. */
export function createDevices(secret: string) {
  const sign = (account: string, mark: string): Buffer =>
    createHmac("sha256", secret).update(`${account}\n${mark}`).digest();

  return {
    issue(account: string): string {
      const mark = randomBytes(12).toString("base64url");
      return `${mark}.${sign(account, mark).toString("base64url")}`;
    },

    /** The device's mark, or null if it was not issued for this account. */
    read(account: string, text: string | undefined): string | null {
      const [mark = "", signature = ""] = (text ?? "").split(".");
      const [given, expected] = [Buffer.from(signature, "base64url"), sign(account, mark)];
      return given.length === expected.length && timingSafeEqual(given, expected) ? mark : null;
    },
  };
}
