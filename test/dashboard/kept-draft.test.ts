import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FORMS } from "../../web/src/forms/index.ts";
import { type Draft, emptyDraft, isChanged, withType } from "../../web/src/pages/editor/draft.ts";
import { restore, toStore } from "../../web/src/pages/editor/kept-draft.ts";

const wifi = (values: Record<string, string>): Draft => {
  const draft = withType(emptyDraft(), "wifi");
  return { ...draft, values: { ...draft.values, ...values } };
};
const through = (draft: Draft, start: Draft, given: Draft) =>
  restore(JSON.parse(JSON.stringify(toStore({ draft, start }))), given);

describe("a stored draft of a Wi-Fi code", () => {
  it("has no password, also not of another type or of the saved code", () => {
    const content = "WIFI:T:WPA;S:Guests;P:secret99;;";
    const saved = {
      ...wifi({ ssid: "Guests", password: "secret99" }),
      kept: { values: { password: "secret99" }, content },
    };
    const cases = [
      { draft: wifi({ ssid: "Guests", password: "secret99" }), start: emptyDraft() },
      { draft: withType(wifi({ password: "secret99" }), "text"), start: emptyDraft() },
      { draft: { ...saved, name: "Garden" }, start: saved },
      { draft: { ...saved, values: { raw: content } }, start: saved },
    ];
    for (const kept of cases) assert.doesNotMatch(JSON.stringify(toStore(kept)), /secret99/);
  });

  it("is restored with everything else, and asks for the password only if it was changed", () => {
    const found = through(wifi({ ssid: "Guests", password: "secret99" }), emptyDraft(), emptyDraft());
    assert.deepEqual([found.type, found.values], ["wifi", { ...FORMS.wifi.empty, ssid: "Guests" }]);

    const start = wifi({ ssid: "Guests", password: "old secret" });
    const renamed = through({ ...start, values: { ...start.values, ssid: "Visitors" } }, start, start);
    assert.deepEqual([renamed.values.ssid, renamed.values.password], ["Visitors", "old secret"]);
    const changed = through({ ...start, values: { ...start.values, password: "new secret" } }, start, start);
    assert.equal(changed.values.password, "");
    assert.ok(isChanged(changed, start), "so that the form says that a draft was restored");
  });
});
