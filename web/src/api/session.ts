import { createSignal } from "./signal.ts";

/** Whose the drafts and other things are that this tab keeps. */
const LAST_USER = "tessera.user";

/** True while the user of an ended session is asked to sign in again, over the page. */
export const ended = createSignal(false);

/** Why whoever was here is no longer let in; "" when nobody was turned away. */
export const refused = createSignal("");

let user: string | null = null;
/** True once someone has signed in on this page, until it is known who. */
let isNew = false;
let waiting: PromiseWithResolvers<boolean> | null = null;

function settle(sameUser: boolean): void {
  waiting?.resolve(sameUser);
  waiting = null;
  ended.set(false);
}

export const session = {
  isOpen: (): boolean => user !== null,

  /** Whose page a call comes from; null when that is what it asks. */
  pageUser: (path: string): string | null => (isNew && path === "/me" ? null : user),

  begin(): void {
    isNew = true;
  },

  /** Who was here last in this tab, also when they have signed out since. */
  lastUser: (): string | null => sessionStorage.getItem(LAST_USER),

  /** Called with whoever is here; true when it is not who was here before. */
  enter(id: string): boolean {
    const isOther = user !== null && user !== id;
    const last = sessionStorage.getItem(LAST_USER);
    if (last !== null && last !== id) sessionStorage.clear();
    sessionStorage.setItem(LAST_USER, id);
    user = id;
    isNew = false;
    refused.set("");
    settle(!isOther);
    return isOther;
  },

  /** Nobody is here from now on, on purpose. Only who it was is kept, so that others are told apart. */
  leave(): void {
    const last = sessionStorage.getItem(LAST_USER);
    sessionStorage.clear();
    if (last !== null) sessionStorage.setItem(LAST_USER, last);
    user = null;
    settle(false);
  },

  /** The server lets the user in no longer, and says why. What they keep here stays theirs. */
  refuse(why: string): void {
    user = null;
    refused.set(why);
    settle(false);
  },

  /** For a call that found the session ended: true once the same user is back, so it can go on. */
  again(): Promise<boolean> {
    waiting ??= Promise.withResolvers();
    ended.set(true);
    return waiting.promise;
  },
};
