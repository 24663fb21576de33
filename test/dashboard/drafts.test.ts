import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { automaticLevel } from "../../src/rendering/level.ts";
import { PLAIN } from "../../src/rendering/style.ts";
import { CODE_TYPES, type CodeType } from "../../src/shared/vocabulary.ts";
import type { Code } from "../../web/src/api/types.ts";
import {
  bodyOf,
  contentOf,
  copyOf,
  type Draft,
  draftOf,
  emptyDraft,
  isChanged,
  leadOf,
  nameFor,
  problemsOfDraft,
  rebase,
  refusalAt,
  settle,
  withType,
} from "../../web/src/pages/editor/draft.ts";
import { draftKey } from "../../web/src/pages/editor/kept-draft.ts";
import { contrastProblem, inkProblem } from "../../web/src/parts/contrast.ts";
import { dayOf } from "../../web/src/parts/expiry.ts";

const fill = (draft: Draft, values: Record<string, string>): Draft => ({
  ...draft,
  values: { ...draft.values, ...values },
});
const through = (draft: Draft, ...types: CodeType[]) => types.reduce(withType, draft);

const BASE = "https://qr.example.com";
/** As the pages request it from the server. */
const changesOf = (draft: Draft, start: Draft | null) => bodyOf(settle(draft, BASE), start && settle(start, BASE));

const CODE = {
  id: "1",
  name: "Poster",
  type: "url",
  content: "https://example.com",
  shareToken: "abcdefghijkm",
  shareUrl: `${BASE}/r/abcdefghijkm`,
  foregroundColor: "#000000",
  backgroundColor: "#ffffff",
  errorCorrection: "M",
  size: 512,
  category: null,
  tags: [] as Code["tags"],
  expiresAt: "2020-05-06T12:00:00.000Z",
  expiresFixed: false,
  style: PLAIN,
} as Code;

it("keeps a draft for the workspace in which it was begun", () => {
  const keyIn = (workspaceId: string) => draftKey({ id: "1", workspaceId }, "/codes/new");
  assert.notEqual(keyIn("a"), keyIn("b"));
});

describe("a draft whose type is changed", () => {
  it("carries the number between phone, SMS, WhatsApp and contact", () => {
    const sms = fill(withType(emptyDraft(), "sms"), { number: "+4420", text: "Hello" });
    assert.equal(withType(sms, "phone").values.number, "+4420");
    assert.deepEqual(withType(sms, "whatsapp").values, { number: "+4420", text: "Hello" });
    assert.equal(withType(sms, "vcard").values.phone, "+4420");
    assert.equal(through(sms, "geo", "wifi", "phone").values.number, "+4420");
  });

  it("carries text, email addresses, web addresses and profiles", () => {
    const text = fill(withType(emptyDraft(), "text"), { text: "Hello" });
    assert.equal(withType(text, "email").values.body, "Hello");
    const mail = fill(withType(emptyDraft(), "email"), { to: "ada@example.com" });
    assert.equal(withType(mail, "vcard").values.email, "ada@example.com");
    const url = fill(emptyDraft(), { url: "www.instagram.com/ada" });
    assert.deepEqual(withType(url, "social").values, { network: "instagram", handle: "ada" });
    const profile = fill(withType(emptyDraft(), "social"), { network: "github", handle: "@ada" });
    assert.equal(withType(profile, "url").values.url, "https://github.com/ada");
    assert.equal(withType(profile, "vcard").values.url, "https://github.com/ada");
  });

  it("restores what was typed for a type, with later corrections", () => {
    const sms = fill(withType(emptyDraft(), "sms"), { number: "+44", text: "Hello" });
    const chat = fill(withType(sms, "whatsapp"), { number: "+49" });
    assert.deepEqual(withType(chat, "sms").values, { number: "+44", text: "Hello" });
    const corrected = fill(through(sms, "whatsapp", "sms"), { number: "+45" });
    assert.equal(withType(corrected, "whatsapp").values.number, "+45");
  });

  it("has lost nothing when it returns, whichever way it went", () => {
    const start = fill(withType(emptyDraft(), "vcard"), { firstName: "Ada", phone: "+44", note: "x" });
    const ways = fc.array(fc.constantFrom(...CODE_TYPES), { maxLength: 8 });
    fc.assert(
      fc.property(ways, (types) => {
        assert.deepEqual(through(start, ...types, "vcard").values, start.values);
      }),
    );
  });

  it("is not changed by looking at the types", () => {
    const looked = through(emptyDraft(), "wifi", "geo", "social", "vcard");
    assert.equal(isChanged(looked, emptyDraft()), false);
    assert.equal(isChanged(fill(looked, { note: "x" }), emptyDraft()), true);
    assert.equal(isChanged({ ...looked, size: 1024 }, emptyDraft()), true);
  });
});

describe("errors of a draft", () => {
  const named = { ...fill(emptyDraft(), { url: "example.com" }), name: "A" };

  it("are shown at each input", () => {
    assert.deepEqual(Object.keys(problemsOfDraft(emptyDraft(), null)), ["values.url"]);
    assert.deepEqual(problemsOfDraft(named, null), {});
    const wrong = { ...named, foregroundColor: "#cc", backgroundColor: "red" };
    const problems = problemsOfDraft(wrong, null);
    assert.deepEqual(Object.keys(problems), ["foregroundColor", "backgroundColor"]);
  });

  it("do not include a missing name: a code without one is called after its content", () => {
    const named = (type: CodeType, values: Record<string, string>) =>
      changesOf(fill(withType(emptyDraft(), type), values), null).name;
    assert.equal(named("url", { url: "example.com/menu" }), "example.com/menu");
    assert.equal(named("wifi", { ssid: "Guests", password: "glass and grout" }), "Guests");
    assert.equal(named("vcard", { firstName: "Ada", lastName: "Lovelace" }), "Ada Lovelace");
    assert.equal(named("text", { text: `Opening\nhours ${"🍕".repeat(100)}` }), `Opening hours ${"🍕".repeat(86)}`);
    assert.equal(nameFor(emptyDraft()), "");
  });

  it("do not include what was saved before the rules existed", () => {
    const content = "BEGIN:VCARD\r\nFN:Ada\r\nTEL:abc\r\nEND:VCARD";
    const saved = draftOf({ ...CODE, type: "vcard", content });
    assert.deepEqual(problemsOfDraft(saved, saved), {});
    const touched = fill(saved, { note: "x" });
    assert.deepEqual(Object.keys(problemsOfDraft(touched, saved)), ["values.phone"]);
    assert.deepEqual(Object.keys(problemsOfDraft(saved, null)), ["values.phone"], "a copy is new");
  });

  it("put the server's error at the input that fits best", () => {
    const card = fill(withType(emptyDraft(), "vcard"), { firstName: "Ada", note: "x".repeat(99) });
    const at = (draft: Draft, message: string) => refusalAt(draft, { content: message });
    assert.deepEqual(at(card, "is 9 bytes long"), { "values.note": "Is 9 bytes long." });
    assert.deepEqual(Object.keys(at(card, "must have … in EMAIL.")!), ["values.email"]);
    assert.deepEqual(Object.keys(at(named, "must not be a share URL")!), ["values.url"]);
    assert.deepEqual(refusalAt(named, { expiresAt: "must be" }), { "expiry.until": "Must be." });
    assert.equal(refusalAt(named, { "If-Match": "is old" }), null);
    assert.equal(refusalAt(named, {}), null);
  });
});

describe("a draft of an existing code", () => {
  const start = draftOf(CODE);
  const moved = draftOf({ ...CODE, content: "https://example.com/new" });

  it("keeps an automatic level automatic, and a chosen one unchanged", () => {
    assert.equal(start.errorCorrection, "auto");
    assert.equal(settle(start, BASE, CODE).errorCorrection, CODE.errorCorrection);
    assert.equal(draftOf({ ...CODE, errorCorrection: "H" }).errorCorrection, "H");
    const withLogo = { ...start, style: { ...PLAIN, logo: { id: "1", scale: 0.2 } } };
    assert.deepEqual(changesOf(withLogo, start), { errorCorrection: "H" });
    const network = fill(withType(emptyDraft(), "wifi"), { ssid: "x".repeat(30), password: "y".repeat(60) });
    const [content] = [contentOf(network)];
    assert.equal(settle(network, BASE).errorCorrection, automaticLevel({ text: content, content, hasLogo: false }));
  });

  it("sends only what is changed", () => {
    assert.deepEqual(changesOf(start, start), {});
    assert.deepEqual(changesOf({ ...start, name: " B " }, start), { name: "B" });
    assert.deepEqual(changesOf({ ...start, size: 1024 }, start), { size: 1024 });
    const typed = fill(start, { url: "example.com/menu" });
    assert.deepEqual(changesOf(typed, start), { content: "https://example.com/menu" });
    const bare = draftOf({ ...CODE, content: "example.com" });
    assert.deepEqual(changesOf(fill(bare, { url: "example.com" }), bare), {}, "typed, and undone");
  });

  it("follows changes of the code made elsewhere, except in changed fields", () => {
    const named = { ...start, name: "B" };
    const draft = rebase(named, start, moved);
    assert.deepEqual(draft, { ...moved, name: "B" });
    assert.deepEqual(changesOf(draft, moved), { name: "B" });
    const ended = draftOf({ ...CODE, expiresFixed: true });
    assert.deepEqual(changesOf(rebase(named, start, ended), ended), { name: "B" });
    assert.deepEqual(rebase(start, start, ended), ended);
  });

  it("wins where both have changed the same field", () => {
    const typed = fill(start, { url: "example.com/mine" });
    assert.equal(contentOf(rebase(typed, start, moved)), "https://example.com/mine");
    assert.deepEqual(rebase(fill(start, { url: "example.com/new" }), start, moved), moved);
  });

  it("keeps the link and the tags of a new code", () => {
    const typed = { ...emptyDraft(), slug: "summer-menu", tags: ["Menu"] };
    assert.deepEqual(rebase(typed, emptyDraft(), emptyDraft()), typed);
  });
});

describe("a copy", () => {
  it("is named as a copy, however long the name, in whole characters", () => {
    const nameOf = (name: string) => copyOf({ ...CODE, name }).name;
    assert.equal(nameOf("Poster"), "Poster (copy)");
    for (const name of [`${"a".repeat(99)}🍕`, "🍕".repeat(100)]) {
      const copied = nameOf(name);
      assert.ok(copied.isWellFormed());
      assert.ok(copied.endsWith(" (copy)"));
      assert.equal([...copied].length, 100);
    }
  });
});

describe("the last day of a draft", () => {
  const endsOf = (draft: Draft, saved: Draft | null) => changesOf(draft, saved).expiresAt;

  it("is left alone unless it is changed, even if it is past", () => {
    const sliding = draftOf(CODE);
    const fixed = draftOf({ ...CODE, expiresFixed: true });
    assert.equal(fixed.expiry.until, dayOf(new Date(CODE.expiresAt)));
    for (const saved of [sliding, fixed]) {
      assert.equal(endsOf({ ...saved, name: "B" }, saved), undefined);
      assert.deepEqual(problemsOfDraft(saved, saved), {});
    }
    assert.equal(endsOf({ ...sliding, expiry: { fixed: false, until: "2030-01-01" } }, sliding), undefined);
  });

  it("is the end of the chosen day, or null to go back to the scans", () => {
    const fixed = draftOf({ ...CODE, expiresFixed: true });
    assert.equal(endsOf({ ...fixed, expiry: { fixed: false, until: "" } }, fixed), null);
    const chosen = { ...emptyDraft(), expiry: { fixed: true, until: "2099-12-24" } };
    const end = new Date(endsOf(chosen, null)!);
    assert.deepEqual([end.getUTCDate(), end.getUTCHours(), end.getUTCMinutes()], [24, 23, 59]);
  });

  it("must not be past", () => {
    const until = (day: string) =>
      problemsOfDraft({ ...draftOf(CODE), expiry: { fixed: true, until: day } }, draftOf(CODE))["expiry.until"];
    assert.match(until("2020-01-01")!, /This day is over/);
    assert.match(until("")!, /Choose the last day/);
    assert.equal(until("2099-01-01"), undefined);
    const copied = copyOf({ ...CODE, expiresFixed: true });
    assert.equal(copied.expiry.fixed, false, "a copy does not begin expired");
  });
});

describe("colours that are too similar", () => {
  const look = { foregroundColor: "#6a1b5d", backgroundColor: "#fffaf5", style: { gradient: null, eyeColor: null } };

  it("are named during editing, including those of a gradient and of the eyes", () => {
    assert.equal(contrastProblem(look) ?? inkProblem(look), null);
    assert.match(
      contrastProblem({ ...look, foregroundColor: "#ffcccc" })!,
      /too similar: their contrast is 1\.\d to 1/,
    );
    assert.match(contrastProblem({ foregroundColor: "#ffffff", backgroundColor: "#000000" })!, /Light squares/);
    assert.match(inkProblem({ ...look, style: { gradient: { to: "#ffd9b0" }, eyeColor: null } })!, /second colour/);
    assert.match(inkProblem({ ...look, style: { gradient: null, eyeColor: "#ffd9b0" } })!, /corner colour/);
  });
});

describe("the destination of a draft in a few words", () => {
  it("is empty until the content is valid", () => {
    for (const type of CODE_TYPES) assert.equal(leadOf(withType(emptyDraft(), type)), "");
    assert.equal(leadOf(fill(emptyDraft(), { url: "example.com/menu" })), "example.com/menu");
    const of = (type: CodeType, content: string) => leadOf(draftOf({ ...CODE, type, content }));
    assert.equal(of("wifi", "WIFI:T:WPA;S:Guests;P:secret99;;"), "Guests");
    assert.equal(of("whatsapp", "https://wa.me/442079460000"), "+44 2079460000");
    assert.equal(of("geo", "52.5,13.4"), "52.5, 13.4");
  });
});
