/** F20 for accounts: each step fails in turn. The full faults run kills the process there instead. */
import { cheapPassword } from "../support/password.ts";
import { holdAccountsWhole, workOnAccount } from "./support/accounts.ts";

class Cut extends Error {}

holdAccountsWhole(
  "an error at any step",
  async ({ store }, what, password, at) => {
    const cut = () => {
      throw new Cut();
    };
    try {
      await workOnAccount(store, what, password, at, cut, cheapPassword);
      return true;
    } catch (error) {
      if (error instanceof Cut) return false;
      throw error;
    }
  },
  cheapPassword,
);
