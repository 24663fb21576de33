import type { Code, VisitedCode } from "../../src/codes/code.ts";
import type { Store } from "../../src/store/store.ts";

type KnownStore = Pick<Store, "codes" | "onCodeChanged" | "onWorkspaceChanged" | "hearsChanges">;

/** A store of codes by token that answers on command. */
export function createSlowStore() {
  const codes = new Map<string, Code>();
  const queries: { tokens: readonly string[]; answer(): void; fail(): void }[] = [];
  let changed: (token: string | null) => void = () => {};
  let changedIn: (workspaceId: string) => void = () => {};
  let hears = false;
  const store = {
    codes: {
      findByTokens(tokens: readonly string[]): Promise<Code[]> {
        // The database reads when the query begins; its answer arrives later.
        const seen = tokens.flatMap((token) => codes.get(token) ?? []);
        const { promise, resolve, reject } = Promise.withResolvers<Code[]>();
        queries.push({ tokens, answer: () => resolve(seen), fail: () => reject(new Error("away")) });
        return promise;
      },
    },
    onCodeChanged: (listener: (token: string | null) => void) => {
      changed = listener;
    },
    onWorkspaceChanged: (listener: (id: string) => void) => {
      changedIn = listener;
    },
    hearsChanges: () => hears,
  } as unknown as KnownStore;
  return {
    store,
    queries,
    put: (token: string, content: string, isSlug = false, workspaceId = "ours") =>
      codes.set(token, { token, ownToken: token, name: "A code", content, isSlug, workspaceId } as VisitedCode),
    change: (token: string | null) => changed(token),
    changeIn: (workspaceId: string) => changedIn(workspaceId),
    hear: (now: boolean) => {
      hears = now;
    },
  };
}
