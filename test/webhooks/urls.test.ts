import assert from "node:assert/strict";
import { it } from "node:test";
import { signedIn } from "../dashboard/support.ts";
import { startApp } from "../support/app.ts";
import { onSqlite } from "../support/stores.ts";

const URL_ = "https://8.8.8.8/services/SECRETTOKEN?key=1";

onSqlite("URLs of webhooks", (engine) => {
  it("are whole for editors and full keys, and only the host for viewers and read-only keys", async () => {
    const app = await startApp({ engine });
    try {
      const ada = await signedIn(app, "ada@example.com");
      const vic = await signedIn(app, "vic@example.com");
      const [{ id: workspace }] = (await ada.request("GET", "/workspaces")).json.workspaces;
      const { link } = (await ada.request("POST", "/invitations", { role: "viewer" })).json;
      await vic.request("POST", "/join", { token: link.split("#")[1] });
      const made = await ada.request("POST", "/webhooks", { url: URL_ });
      assert.equal(made.status, 201, made.text);
      const { id } = made.json;
      // Off because of failures, so that the notices have it too.
      await app.store.webhooks.change(workspace, id, 1, () => ({ isActive: false, offReason: "It failed.", offAt: 1 }));
      const keyOf = async (scope: string) =>
        (await ada.request("POST", "/keys", { name: scope, scope, endsAt: null })).json.text;
      const keys = { full: await keyOf("full"), readOnly: await keyOf("read-only") };
      for (const path of ["/webhooks", `/webhooks/${id}`, "/webhook-notices", `/webhooks/${id}/deliveries`]) {
        const inside = { headers: { "tessera-workspace": workspace } };
        const texts = [(await vic.request("GET", path, undefined, inside)).text];
        const whole = [(await ada.request("GET", path)).text];
        if (path !== "/webhook-notices") {
          texts.push((await app.request("GET", `/api/v1${path}`, { key: keys.readOnly })).text);
          whole.push((await app.request("GET", `/api/v1${path}`, { key: keys.full })).text);
        }
        for (const text of texts) assert.doesNotMatch(text, /SECRETTOKEN/, path);
        if (path.endsWith("deliveries")) continue;
        for (const text of texts) assert.match(text, /"https:\/\/8\.8\.8\.8\/…"/, path);
        for (const text of whole) assert.ok(text.includes(URL_), path);
      }
    } finally {
      await app.close();
    }
  });
});
