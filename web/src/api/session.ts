import { createSignal } from "./signal.ts";

/** The owner of the drafts in this tab's session storage. */
const LAST_USER = "tessera.user";

/** The workspace of this tab: other tabs may have other ones open. New tabs and sign-ins start with the last one. */
const WORKSPACE = "tessera.workspace";

/** The invitation that was opened in this tab before signing in. */
const INVITATION = "tessera.invitation";

interface KeptInvitation {
  token: string;
  workspaceId: string;
}

/** True while the dialog asks the user to sign in again. */
export const ended = createSignal(false);

/** Why the server signed the user out; "" if it did not. */
export const refused = createSignal("");

let user: string | null = null;
/** True from signing in until /me has answered. */
let isNew = false;
let waiting: PromiseWithResolvers<boolean> | null = null;

function settle(sameUser: boolean): void {
  waiting?.resolve(sameUser);
  waiting = null;
  ended.set(false);
}

/** Keys of drafts in local storage begin with this and the user's id. */
export const DRAFTS = "draft ";

/** `userId`: whose drafts stay. */
function forgetDrafts(userId: string | null): void {
  const drafts = Object.keys(localStorage).filter((key) => key.startsWith(DRAFTS));
  for (const key of drafts) if (userId === null || !key.startsWith(`${DRAFTS}${userId} `)) localStorage.removeItem(key);
}

export const session = {
  isOpen: (): boolean => user !== null,

  /** The user the page was rendered for, sent with each call; null for the call that asks who it is. */
  pageUser: (path: string): string | null => (isNew && path === "/me" ? null : user),

  begin(): void {
    isNew = true;
  },

  /** The last user of this tab, even if they signed out. */
  lastUser: (): string | null => sessionStorage.getItem(LAST_USER),

  /** Sent with each call; null until the user's workspaces are known. */
  workspace: (): string | null => sessionStorage.getItem(WORKSPACE) ?? localStorage.getItem(WORKSPACE),

  /** Opens another workspace in this tab, from the first page on: nothing of the previous one stays on the page. */
  openWorkspace(id: string, home: string): void {
    for (const storage of [sessionStorage, localStorage]) storage.setItem(WORKSPACE, id);
    window.location.assign(home);
  },

  /** Survives the way to an identity provider and back, whoever signs in then. */
  keepInvitation: (kept: KeptInvitation): void => sessionStorage.setItem(INVITATION, JSON.stringify(kept)),
  invitation: (): KeptInvitation | null => JSON.parse(sessionStorage.getItem(INVITATION) ?? "null"),
  forgetInvitation: (): void => sessionStorage.removeItem(INVITATION),

  /** Stores who is signed in, and in which workspace. True if either is another one than before. */
  enter({ id, workspaceId }: { id: string; workspaceId: string }): boolean {
    const isOther = user !== null && user !== id;
    const isMoved = user !== null && sessionStorage.getItem(WORKSPACE) !== workspaceId;
    const last = sessionStorage.getItem(LAST_USER);
    if (last !== null && last !== id) {
      const invitation = session.invitation();
      sessionStorage.clear();
      if (invitation) session.keepInvitation(invitation);
    }
    forgetDrafts(id);
    sessionStorage.setItem(LAST_USER, id);
    sessionStorage.setItem(WORKSPACE, workspaceId);
    user = id;
    isNew = false;
    refused.set("");
    settle(!isOther);
    return isOther || isMoved;
  },

  /** Whether this browser has drafts of the user, which signing out removes. */
  hasDrafts: (): boolean => Object.keys(localStorage).some((key) => key.startsWith(`${DRAFTS}${user} `)),

  /** Signing out. Keeps only the user id, to recognise a different user. */
  leave(): void {
    const last = sessionStorage.getItem(LAST_USER);
    sessionStorage.clear();
    forgetDrafts(null);
    if (last !== null) sessionStorage.setItem(LAST_USER, last);
    user = null;
    settle(false);
  },

  /** The server refused the user. Their drafts stay. */
  refuse(why: string): void {
    user = null;
    refused.set(why);
    settle(false);
  },

  /** Waits after a 401: true once the same user has signed in, so the call can be repeated. */
  again(): Promise<boolean> {
    waiting ??= Promise.withResolvers();
    ended.set(true);
    return waiting.promise;
  },
};
