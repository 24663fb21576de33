import assert from "node:assert/strict";
import { it } from "node:test";
import { createShareRule } from "../../src/codes/own-share.ts";

const problem = createShareRule("https://qr.example.com");

it("Content that leads back to this service is refused, however it is spelled", () => {
  for (const content of [
    "https://qr.example.com/r/abcdefghjkmn",
    "http://qr.example.com/r/abcdefghjkmn",
    "HTTPS://QR.EXAMPLE.COM/R/ABCDEFGHJKMN",
    "https://qr.example.com:443/r/abcdefghjkmn",
    "http://qr.example.com:443/r/abcdefghjkmn",
    "https://qr.example.com./r/abcdefghjkmn",
    "https://qr.example.com/%72/abcdefghjkmn",
    "https://qr.example.com/r/%61bcdefghjkmn?x=1#y",
    "https://qr.example.com/r%2Fabcdefghjkmn",
    "https://qr.example.com/%2572/abcdefghjkmn",
    "https://qr.example.com//r/abcdefghjkmn",
    "https://qr.example.com/app/../r/abcdefghjkmn+",
    "https://%71r.example.com/r/abcdefghjkmn",
    "https://ｑｒ.example.com/r/abcdefghjkmn",
    "qr.example.com/r/abcdefghjkmn",
    "QR.EXAMPLE.COM./%72/abcdefghjkmn",
    "ｑｒ.example.com:443/r/abcdefghjkmn",
  ]) {
    for (const type of ["url", "social"] as const) assert.match(problem(type, content) ?? "", /this service/, content);
    assert.equal(problem("text", content), null, "text may say anything");
  }
});

it("Content may lead anywhere else", () => {
  for (const content of [
    "https://qr.example.com/",
    "https://qr.example.com/rooms/1",
    "https://qr.example.com/app/r/x",
    "https://qr.example.com:8443/r/abcdefghjkmn",
    "https://example.com/r/abcdefghjkmn",
    "example.com/r/abcdefghjkmn",
    "https://example.com/?to=https://qr.example.com/r/abcdefghjkmn",
  ]) {
    assert.equal(problem("url", content), null, content);
  }
});
