import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { networkOf } from "../shared/addresses.ts";
import type { Clock } from "../shared/clock.ts";
import type { Store } from "../store/store.ts";

const WINDOW_MS = 15 * 60_000;
/**
 * Attempts per window. A user who forgot the password has ten; many accounts from one network, or one account from
 * many networks, have more. `attacked` is what each site has left at an account that is being guessed from many
 * networks: few for a guesser, enough for the owner.
 */
const MAX = { pair: 10, network: 50, site: 200, account: 100, attacked: 3, device: 10 } as const;
const MAX_SIGN_UPS = { network: 10, site: 50 } as const;
const MAX_LINKS = { network: 50, site: 200 } as const;
/**
 * Mails per window. Resets to one address: from one network, from all, and what each site has left beyond that, so that
 * nobody can keep the owner from asking. Mails by one user to others, fewer while nobody has proved the user's address;
 * invitations to one address by anybody.
 */
const MAX_MAILS = { reset: 3, resets: 10, attacked: 1, sender: 20, unproved: 3, invited: 5 } as const;

/** Seconds to wait, or a function that returns the attempt. */
export type Try = { wait: number } | { wait: 0; giveBack(): Promise<void> };

export type SignInThrottle = ReturnType<typeof createSignInThrottle>;

/** A window, under each of its names: those of one that is about somebody's address change every hour. */
interface Window {
  names: string[];
  limit: number;
}

type Kind = keyof typeof MAX | "sign-up" | "link" | "start" | "change" | "mail" | "code" | "guess";

/** A key is used for an hour, and beside the next one until windows that began with it have ended on every node. */
const KEY_MS = 3_600_000;
const OVERLAP_MS = 2 * WINDOW_MS;

/**
 * Limits password guessing across all nodes. Nobody can lock out anybody: a device that signed in before has its own
 * attempts, and every other place always has some. Addresses are not stored: a window's name holds a hash, whose key is
 * removed after some hours.
 */
export function createSignInThrottle({ store, clock }: { store: Store; clock: Clock }) {
  let known: { hours: number[]; keys: Promise<string[]> } | undefined;

  function keysNow(): Promise<string[]> {
    const hour = Math.floor(clock.now() / KEY_MS);
    const hours = clock.now() % KEY_MS < OVERLAP_MS ? [hour - 1, hour] : [hour];
    if (known?.hours.join() === hours.join()) return known.keys;
    const keys = store.throttles.keys(hours);
    known = { hours, keys };
    keys.catch(() => {
      known = undefined;
    });
    return keys;
  }

  /** For an address of a network or of mail. */
  async function hidden(limit: number, kind: Kind, ...parts: string[]): Promise<Window> {
    const names = (await keysNow()).map((key) => {
      return `${kind} ${createHmac("sha256", key).update(parts.join("\n")).digest("base64url")}`;
    });
    return { names, limit };
  }
  /** Without an address: it needs no key, and lasts when the service starts again. */
  const ofUser = (limit: number, kind: Kind, ...parts: string[]): Window => ({
    names: [`${kind} ${createHash("sha256").update(parts.join("\n")).digest("base64url")}`],
    limit,
  });
  const window = (kind: keyof typeof MAX, ...parts: string[]) => hidden(MAX[kind], kind, ...parts);

  /** Takes one place in each window, or none. */
  async function enter(...asked: (Window | Promise<Window>)[]) {
    const windows = await Promise.all(asked);
    const named = windows.flatMap(({ names, limit }) => names.map((name) => ({ name, limit })));
    const admissions = await store.throttles.take(named, WINDOW_MS);
    const full = new Set(named.filter((_, i) => !admissions[i]!.admitted).map(({ name }) => name));
    const waits = admissions.map(({ admitted, resetIn }) => (admitted ? 0 : resetIn));
    const wait = Math.ceil(Math.max(...waits) / 1000);
    const giveBack = () => store.throttles.giveBack(named.map(({ name }) => name));
    const result: Try = full.size > 0 ? { wait: Math.max(1, wait) } : { wait: 0, giveBack };
    return { full: windows.map(({ names }) => names.some((name) => full.has(name))), result };
  }

  /** Takes one place near by and in the window of everybody, or, if only that one is full, in what is left to a site. */
  async function enterEvenIf(near: Promise<Window>[], all: Promise<Window>, left: Promise<Window>): Promise<Try> {
    const { full, result } = await enter(...near, all);
    return full.indexOf(true) === near.length ? (await enter(...near, left)).result : result;
  }

  const windowsOf = (address: string, kind: Kind, most: { network: number; site: number }) => [
    hidden(most.network, kind, "network", networkOf(address)),
    hidden(most.site, kind, "site", networkOf(address, 3)),
  ];

  /** Takes one place in the windows by network and site. */
  const enterFrom = async (...where: Parameters<typeof windowsOf>): Promise<Try> =>
    (await enter(...windowsOf(...where))).result;

  return {
    /** Takes one attempt at an account. `device` is the mark of a device that signed in to it before. */
    async take(account: string, address: string, device: string | null): Promise<Try> {
      if (device !== null) return (await enter(window("device", account, device))).result;
      const [network, site] = [networkOf(address), networkOf(address, 3)];
      const near = [window("pair", account, network), window("network", network), window("site", site)];
      return enterEvenIf(near, window("account", account), window("attacked", account, site));
    },

    takeSignUp: (address: string): Promise<Try> => enterFrom(address, "sign-up", MAX_SIGN_UPS),

    /** Takes one attempt at a link that needs no password. */
    takeLink: (address: string): Promise<Try> => enterFrom(address, "link", MAX_LINKS),

    /** Takes one start of a sign-in with a passkey or an identity provider; given back when it has succeeded. */
    takeStart: (address: string): Promise<Try> => enterFrom(address, "start", MAX_LINKS),

    /**
     * A start of the hour before has no place under the new key. The window of the older key stays exact, and has the
     * say until nothing of the first quarter of the hour counts under the new one.
     */
    async giveBackStart(address: string): Promise<void> {
      const windows = await Promise.all(windowsOf(address, "start", MAX_LINKS));
      await store.throttles.giveBack(windows.flatMap(({ names }) => names));
    },

    /** Takes one request for a mail with a link. It is the same whether the address has an account or not. */
    async takeReset(email: string, address: string): Promise<Try> {
      const from = await enterFrom(address, "link", MAX_LINKS);
      if (from.wait > 0) return from;
      const near = [hidden(MAX_MAILS.reset, "mail", "to", email, networkOf(address))];
      const left = hidden(MAX_MAILS.attacked, "mail", "attacked", email, networkOf(address, 3));
      return enterEvenIf(near, hidden(MAX_MAILS.resets, "mail", "to", email), left);
    },

    /** Takes one guess at the second factor of a user. Taken before the check, so that guesses at the same time count. */
    takeGuess: async (userId: string): Promise<Try> => (await enter(ofUser(MAX.device, "guess", userId))).result,

    /** False if the user signed in with this code before: a code works once. */
    takeCode: async (userId: string, code: string): Promise<boolean> =>
      (await enter(ofUser(1, "code", userId, code))).result.wait === 0,

    /** Takes one mail that a user sends to their own address. */
    takeMail: async (userId: string): Promise<Try> =>
      (await enter(ofUser(MAX_MAILS.sender, "mail", "by", userId))).result,

    /**
     * Takes one invitation by mail. It counts for the invited address too, for all senders: `isInvitedFull` if only
     * that window is full.
     */
    async takeInvitation(user: { id: string; emailVerified: boolean }, invited: string) {
      const by = ofUser(user.emailVerified ? MAX_MAILS.sender : MAX_MAILS.unproved, "mail", "by", user.id);
      const { full, result } = await enter(by, hidden(MAX_MAILS.invited, "mail", "invites", invited.toLowerCase()));
      return { wait: result.wait, isInvitedFull: full.indexOf(true) === 1 };
    },

    /** Takes one attempt at the current password of a signed-in user. */
    takeChange: async (userId: string): Promise<Try> => (await enter(ofUser(MAX.device, "change", userId))).result,
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
