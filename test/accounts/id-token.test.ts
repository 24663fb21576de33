import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { subjectOf } from "../../src/accounts/id-token.ts";

describe("An ID token", () => {
  const subject = (claims: object, profileSubject: unknown = "ada") =>
    subjectOf(`head.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.signature`, profileSubject, "tessera");

  it("names its subject if it was issued to us", () => {
    for (const audience of [
      { aud: "tessera" },
      { aud: ["tessera"] },
      { aud: "tessera", azp: "tessera" },
      { aud: ["tessera", "other"], azp: "tessera" },
    ]) {
      assert.equal(subject({ sub: "ada", ...audience }), "ada");
    }
  });

  it("is refused if it was issued to another service, even if it names us too", () => {
    for (const audience of [
      { aud: ["tessera", "other"], azp: "other" },
      { aud: ["tessera", "other"] },
      { aud: "tessera", azp: "other" },
      { aud: ["tessera"], azp: ["tessera"] },
    ]) {
      assert.throws(() => subject({ sub: "ada", ...audience }), /issued to another service/, JSON.stringify(audience));
    }
  });

  it("is refused with the profile of somebody else, or without a subject", () => {
    assert.throws(() => subject({ sub: "ada", aud: "tessera" }, "ben"), /not that of its ID token/);
    assert.throws(() => subject({ sub: ["ada"], aud: "tessera" }, "ada"), /not that of its ID token/);
    assert.throws(() => subjectOf(undefined, undefined, "tessera"), /not that of its ID token/);
  });
});
