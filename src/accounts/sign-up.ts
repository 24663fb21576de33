import type { Store } from "../store/store.ts";

export type SignUpPolicy = "closed" | "open";

export type SignUp = ReturnType<typeof createSignUp>;

/** Who may create an account: what the environment says, else what an administrator chose. Closed at first. */
export function createSignUp({ store, setting }: { store: Pick<Store, "meta">; setting: SignUpPolicy | undefined }) {
  return {
    /** Set by the environment. */
    isFixed: setting !== undefined,

    async policy(): Promise<SignUpPolicy> {
      return setting ?? ((await store.meta.find("signup_open")) === 1 ? "open" : "closed");
    },

    choose: (policy: SignUpPolicy): Promise<void> => store.meta.set("signup_open", policy === "open" ? 1 : 0),
  };
}
