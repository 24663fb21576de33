/** F20 for workspaces: each step fails in turn. The full faults run kills the process there instead. */
import { holdWorkspacesWhole, workOnWorkspace } from "./support/workspaces.ts";

class Cut extends Error {}

holdWorkspacesWhole("a workspace with an error at any step", async (store, _place, what, at) => {
  const cut = () => {
    throw new Cut();
  };
  try {
    await workOnWorkspace(store, what, at, cut);
    return true;
  } catch (error) {
    if (error instanceof Cut) return false;
    throw error;
  }
});
