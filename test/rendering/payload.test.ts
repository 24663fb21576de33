import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { samplePayload, sharePayload } from "../../src/rendering/payload.ts";
import { symbolVersion } from "../../src/rendering/version.ts";
import { LEVELS } from "./support/payloads.ts";

const TOKEN = "k3x9wq2mnp7a";

describe("sharePayload", () => {
  it("writes the share URL in capitals if that makes the symbol smaller", () => {
    const url = `https://tessera.example/r/${TOKEN}`;
    const payload = sharePayload(url, "M");
    assert.equal(payload, url.toUpperCase());
    assert.ok(symbolVersion(payload, "M") < symbolVersion(url, "M"));
  });

  it("leaves it unchanged if the symbol would be as large", () => {
    const hosts = Array.from({ length: 60 }, (_, i) => `${"h".repeat(i + 1)}.example`);
    const seen = new Set<boolean>();
    for (const host of hosts) {
      for (const level of LEVELS) {
        const url = `https://${host}/r/${TOKEN}`;
        const smaller = symbolVersion(url.toUpperCase(), level) < symbolVersion(url, level);
        assert.equal(sharePayload(url, level), smaller ? url.toUpperCase() : url);
        seen.add(smaller);
      }
    }
    assert.deepEqual([...seen].sort(), [false, true]);
  });

  it("never changes an address whose case may matter", () => {
    for (const url of [
      `https://tessera.example/codes/r/${TOKEN}`,
      `https://user:secret@tessera.example/r/${TOKEN}`,
      `https://tessera.example/r/${TOKEN}?via=poster`,
      `https://tessera.example/r/${TOKEN}#top`,
      `https://tessera.example/r/${TOKEN}/more`,
      `https://tessera.example/r/`,
    ]) {
      for (const level of LEVELS) assert.equal(sharePayload(url, level), url);
    }
  });

  it("keeps a port and an address in brackets", () => {
    for (const host of ["localhost:3000", "[2001:db8::1]:8080", "192.0.2.7"]) {
      const url = `http://${host}/r/${TOKEN}`;
      assert.equal(sharePayload(url, "H").toLowerCase(), url);
    }
  });
});

describe("samplePayload", () => {
  const url = `HTTPS://TESSERA.EXAMPLE/R/${TOKEN.toUpperCase()}`;

  it("shows that it is a sample, and its destination", () => {
    const sample = samplePayload("example.com/menu", url, "M");
    assert.equal(sample, "SAMPLE. NOT SAVED. EXAMPLE.COM/MENU");
    assert.equal(samplePayload("", url, "M"), "SAMPLE. NOT SAVED. FILL IN THE FORM");
  });

  it("never needs a larger symbol than the future link, whatever was typed", () => {
    for (const lead of ["x".repeat(100), "é".repeat(100), "中".repeat(100), "👩‍🚀".repeat(30)]) {
      for (const level of LEVELS) {
        const sample = samplePayload(lead, url, level);
        assert.ok(sample.startsWith("SAMPLE. NOT SAVED."), sample);
        assert.ok(sample.isWellFormed());
        assert.ok(symbolVersion(sample, level) <= symbolVersion(url, level));
      }
    }
  });
});
