import assert from "node:assert/strict";
import { networkInterfaces } from "node:os";
import { it } from "node:test";
import { createShareRule } from "../../src/codes/own-share.ts";

const problem = createShareRule({ baseUrl: "https://qr.example.com", port: 3000 });

it("Content that leads back to this service is refused, however it is written", () => {
  for (const content of [
    "https://qr.example.com/r/abcdefghjkmn",
    "http://qr.example.com/r/abcdefghjkmn",
    "HTTPS://QR.EXAMPLE.COM/R/ABCDEFGHJKMN",
    "https://qr.example.com:443/r/abcdefghjkmn",
    "http://qr.example.com:3000/r/abcdefghjkmn",
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
    assert.equal(problem("text", content), null, "text may contain anything");
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

it("Content that leads back by another name of this machine is refused", () => {
  const local = createShareRule({ baseUrl: "http://localhost:8080", port: 3000 });
  const names = [
    "127.0.0.1",
    "127.1",
    "2130706433",
    "0x7f.0.0.1",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "LOCALHOST.",
    "0.0.0.0",
  ];
  for (const name of [...names, "[::]", "app.localhost", ...ownAddresses()]) {
    for (const rule of [local, problem])
      assert.match(rule("url", `http://${name}:3000/r/x`) ?? "", /this service/, name);
    assert.match(local("url", `http://${name}:8080/r/x`) ?? "", /this service/, name);
    assert.equal(local("url", `http://${name}:9000/r/x`), null, "another program on this machine");
    assert.equal(local("url", `http://${name}:3000/menu`), null);
  }
  assert.equal(local("url", "http://192.0.2.1:3000/r/x"), null);
});

const ownAddresses = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((list = []) => list)
    .filter(({ address }) => !address.startsWith("fe80"))
    .map(({ address, family }) => (family === "IPv6" ? `[${address}]` : address));
