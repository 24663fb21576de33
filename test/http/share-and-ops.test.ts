/** The public entry points: unusual requests, excessive ones, and access to metrics. */
import assert from "node:assert/strict";
import { connect } from "node:net";
import { describe, it } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { assertRateHeaders, PATH, useApp } from "../api/support.ts";
import { sharedApp } from "../support/app.ts";
import { onSqlite } from "../support/stores.ts";
import { appBehindProxy } from "./support.ts";

/** Sends a request exactly as written; returns the whole answer. */
function wire(url: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let heard = "";
    const socket = connect(Number(new URL(url).port), "127.0.0.1", () => socket.write(text));
    socket.setTimeout(300_000, () => socket.destroy());
    socket.on("data", (chunk) => {
      heard += chunk;
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(heard));
  });
}
const get = (target: string) => `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;

onSqlite("Public answers", (engine) => {
  const use = useApp(engine, { CORS_ORIGINS: "https://app.example.com, http://localhost:5173" });
  const settings = { METRICS: "public", TRUSTED_PROXIES: "loopback", SECURITY_CONTACT: "mailto:security@example.com" };
  const open = () => sharedApp({ engine, settings });

  it("a scan may be requested in absolute form and with encoded letters, and counts", async () => {
    const { id, shareToken } = await use.code();
    const encoded = `%${shareToken.charCodeAt(0).toString(16)}${shareToken.slice(1)}`;
    const targets = [
      `http://x/r/${shareToken}`,
      `/r/${encoded}`,
      `http://x/R/${shareToken}?a=b`,
      `/r/${encoded}?size=1`,
      `/r/${shareToken}?size=1`,
    ];
    for (const target of targets) {
      const answer = await wire(use.app.url, get(target));
      assert.match(answer, /^HTTP\/1\.1 302 /, target);
      assert.match(answer, /Scan-Id: /i, target);
    }
    assert.equal((await use.ask("GET", `${PATH}/${id}`)).json.scanCount, targets.length);
    assert.match(await wire(use.app.url, get(`http://x/r/${shareToken}.png`)), /^HTTP\/1\.1 200 /);
  });

  it("every answer has nosniff, and share pages send no referrer", async () => {
    const { id, shareToken } = await use.code();
    const asked = [
      "/",
      "/app",
      "/api/v1/openapi.json",
      "/api/v1/nope",
      "/healthz",
      "/docs",
      `/r/${shareToken}+`,
      "/nope",
    ];
    const answers = asked.map((path) => use.app.request("GET", path));
    answers.push(use.ask("GET", `${PATH}/${id}`), use.app.request("GET", PATH));
    for (const { status, headers } of await Promise.all(answers)) {
      assert.equal(headers.get("x-content-type-options"), "nosniff", String(status));
    }
    assert.match(await wire(use.app.url, "nonsense\r\n\r\n"), /^X-Content-Type-Options: nosniff\r$/m);
    const page = await use.app.request("GET", `/r/${shareToken}+`);
    assert.equal(page.headers.get("referrer-policy"), "no-referrer");
  });

  it("security.txt names the operator's contact, if there is one", async () => {
    const path = "/.well-known/security.txt";
    assert.equal((await use.app.request("GET", path)).status, 404);
    const app = await open();
    const { status, headers, text } = await app.request("GET", path);
    assert.deepEqual([status, headers.get("content-type")], [200, "text/plain; charset=utf-8"]);
    assert.match(text, /^Contact: mailto:security@example\.com\nExpires: \S+Z\nPreferred-Languages: en\n$/);
    const expires = Date.parse(/Expires: (.*)/.exec(text)![1]!);
    assert.ok(expires > Date.now() && expires < Date.now() + 365 * 86_400_000);
  });

  it("paths that try to leave a folder are 404, without an error in the log", async () => {
    const before = use.app.log.length;
    for (const path of ["../../../../etc/passwd", "%00", "..%5c..%5cx", "%2e%2e/%2e%2e/x", ".env"]) {
      const answer = await wire(use.app.url, get(`/app/assets/${path}`));
      assert.match(answer, /^HTTP\/1\.1 404 /, path);
    }
    const lines = use.app.log.slice(before);
    assert.ok(!lines.some((line) => JSON.parse(line).level >= 40), lines.join(""));
  });

  it("a key in a path is not logged, however it is encoded", async () => {
    const secret = use.key.slice(-20);
    for (const text of [use.key, use.key.replaceAll("_", "%5f"), use.key.replace("tsr", "%74%73r")]) {
      await use.app.request("GET", `/api/v1/${text}`);
      await use.app.request("GET", `/x/${text.replaceAll("%", "%25")}`);
    }
    assert.ok(!use.app.log.some((line) => line.includes(secret)));
  });

  it("the secret of a link to shared numbers is not logged, however it is encoded", async () => {
    const secret = "Vd8s3kQ-Zt5_w0Yx7Lr2Pn9Bc4Hj6Mg1";
    for (const text of [secret, secret.replace("-", "%2d").replace("_", "%5F"), `%56${secret.slice(1)}`]) {
      for (const path of [`/i/${text}`, `/i/${text}/chart.svg`, `/%69/${text}`]) await use.app.request("GET", path);
    }
    assert.ok(!use.app.log.some((line) => line.includes(secret.slice(-16))));
  });

  it("a request's log line names its key and the caller's request id; healthy probes are logged at debug level", async () => {
    const before = use.app.log.length;
    const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
    const named = { "x-request-id": "job-17/a", traceparent: `00-${trace}-00f067aa0ba902b7-01` };
    await use.app.request("GET", PATH, { key: use.key, headers: named });
    const odd = { "x-request-id": `{"a":"${"x".repeat(200)}"}`, traceparent: "00-zz" };
    await use.app.request("GET", PATH, { key: use.key, headers: odd });
    await use.app.request("GET", PATH, { key: `${use.key.slice(0, -1)}!` });
    for (const path of ["/healthz", "/readyz?x=1", "/metrics"]) await use.app.request("GET", path);
    const key = use.key.slice(4, 12);
    const lines = use.app.log.slice(before).map((line) => JSON.parse(line));
    assert.deepEqual(
      lines.map(({ path, key, callerRequestId, traceId }) => ({ path, key, callerRequestId, traceId })),
      [
        { path: PATH, key, callerRequestId: "job-17/a", traceId: trace },
        { path: PATH, key, callerRequestId: undefined, traceId: undefined },
        { path: PATH, key: undefined, callerRequestId: undefined, traceId: undefined },
      ],
    );
  });

  describe("CORS", () => {
    const preflight = { "access-control-request-method": "PUT" };
    const ask = (origin: string, headers = {}) =>
      use.app.request("OPTIONS", `${PATH}/x`, { headers: { origin, ...headers } });

    it("a preflight from an allowed origin is answered without a key and not counted", async () => {
      for (const origin of ["https://app.example.com", "http://localhost:5173"]) {
        const answer = await ask(origin, preflight);
        assert.equal(answer.status, 204);
        assert.equal(answer.headers.get("access-control-allow-origin"), origin);
        assert.match(answer.headers.get("access-control-allow-methods") ?? "", /PUT, PATCH/);
        const allowed = answer.headers.get("access-control-allow-headers") ?? "";
        for (const name of ["Authorization", "Content-Type", "Idempotency-Key", "If-Match"]) {
          assert.ok(allowed.includes(name), name);
        }
        assert.equal(answer.headers.get("x-ratelimit-limit"), null);
      }
    });

    it("answers and errors can be read from there, with the rate headers", async () => {
      const headers = { origin: "https://app.example.com" };
      for (const answer of [await use.ask("GET", PATH, { headers }), await use.app.request("GET", PATH, { headers })]) {
        assert.equal(answer.headers.get("access-control-allow-origin"), headers.origin);
        assert.match(answer.headers.get("vary") ?? "", /Origin/);
        const exposed = answer.headers.get("access-control-expose-headers") ?? "";
        for (const name of ["X-RateLimit-Remaining", "ETag", "Location", "X-Request-Id"]) {
          assert.ok(exposed.includes(name), name);
        }
        assertRateHeaders(answer);
      }
    });

    it("no other origin is allowed, nor any without the setting", async () => {
      for (const origin of ["https://evil.example", "https://app.example.com.evil.example", "null"]) {
        assert.equal((await ask(origin, preflight)).status, 401);
        const answer = await use.ask("GET", PATH, { headers: { origin } });
        assert.equal(answer.headers.get("access-control-allow-origin"), null);
      }
      const headers = { origin: "https://app.example.com", ...preflight };
      const answer = await (await appBehindProxy(engine)).request("OPTIONS", PATH, { headers });
      assert.equal(answer.status, 401);
      assert.equal(answer.headers.get("access-control-allow-origin"), null);
    });

    it("the document and public images can be read from anywhere", async () => {
      const { shareToken } = await use.code();
      for (const path of ["/api/v1/openapi.json", `/r/${shareToken}.png`, `/r/${shareToken}.svg`]) {
        const answer = await use.app.request("GET", path, { headers: { origin: "https://a.b" } });
        assert.equal(answer.headers.get("access-control-allow-origin"), "*", path);
        assert.equal(answer.headers.get("cross-origin-resource-policy"), "cross-origin", path);
      }
    });
  });

  describe("compression", () => {
    const OPEN = { gzip: gunzipSync, br: brotliDecompressSync } as const;
    /** fetch would decode the body. */
    async function raw(path: string, headers: Record<string, string>) {
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      const head = `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${lines.join("")}\r\n`;
      return new Promise<{ head: string; body: Buffer }>((resolve, reject) => {
        const chunks: Buffer[] = [];
        const { port } = new URL(use.app.url);
        const socket = connect(Number(port), "127.0.0.1", () => socket.write(head));
        socket.on("data", (chunk) => chunks.push(chunk as Buffer));
        socket.on("error", reject);
        socket.on("close", () => {
          const all = Buffer.concat(chunks);
          const end = all.indexOf("\r\n\r\n");
          resolve({ head: all.subarray(0, end).toString(), body: all.subarray(end + 4) });
        });
      });
    }

    it("JSON, /docs and the document are compressed on request", async () => {
      for (let i = 0; i < 5; i++) await use.code();
      const authorization = `Bearer ${use.key}`;
      for (const path of [PATH, "/docs", "/api/v1/openapi.json"]) {
        const plain = await raw(path, { authorization });
        assert.ok(!/content-encoding/i.test(plain.head), path);
        assert.match(plain.head, /vary:.*accept-encoding/i, path);
        for (const encoding of ["gzip", "br"] as const) {
          const answer = await raw(path, { authorization, "accept-encoding": encoding });
          assert.match(answer.head, new RegExp(`content-encoding: ${encoding}`, "i"), path);
          assert.deepEqual(OPEN[encoding](answer.body), plain.body, path);
          // The page itself is short; the build compresses its script.
          assert.ok(answer.body.length < plain.body.length / (path === "/docs" ? 1 : 2), path);
          const tag = /etag: (.*)/i.exec(answer.head)![1]!.trim();
          const again = await raw(path, { authorization, "if-none-match": tag });
          assert.match(again.head, /^HTTP\/1\.1 304/, path);
          assert.match(again.head, /vary:.*accept-encoding/i, path);
        }
        const loud = await raw(path, { authorization, "accept-encoding": "GZIP" });
        assert.match(loud.head, /content-encoding: gzip/i, path);
        const refused = { "accept-encoding": "gzip;q=0, identity" };
        assert.ok(!/content-encoding/i.test((await raw(path, { authorization, ...refused })).head));
      }
    });

    it("small answers and pictures are not compressed", async () => {
      const { id, shareToken } = await use.code();
      const headers = { authorization: `Bearer ${use.key}`, "accept-encoding": "gzip, br" };
      for (const path of [`${PATH}/${id}`, `${PATH}/${id}/image`, `/r/${shareToken}.png`]) {
        assert.ok(!/content-encoding/i.test((await raw(path, headers)).head), path);
      }
    });
  });

  describe("/metrics and the details of /readyz", () => {
    const forwarded = (address: string) => ({ headers: { "x-forwarded-for": address } });

    it("are available to loopback and private networks", async () => {
      const app = await appBehindProxy(engine);
      for (const address of ["10.1.2.3", "192.168.0.9", "172.16.5.5", "100.64.0.9", "fd00::1", "::1"]) {
        assert.equal((await app.request("GET", "/metrics", forwarded(address))).status, 200);
        const { json } = await app.request("GET", "/readyz", forwarded(address));
        assert.equal(json.database, "up");
      }
      for (const address of ["203.0.113.7", "172.32.0.1", "100.128.0.1", "2001:db8::1"]) {
        assert.equal((await app.request("GET", "/metrics", forwarded(address))).status, 404);
        const { json, status } = await app.request("GET", "/readyz", forwarded(address));
        assert.deepEqual({ json, status }, { json: { status: "ready" }, status: 200 });
      }
    });

    it("are not available through a proxy that is not configured", async () => {
      assert.equal((await use.app.request("GET", "/metrics")).status, 200);
      assert.equal((await use.app.request("GET", "/metrics", forwarded("10.0.0.1"))).status, 404);
      assert.equal((await use.app.request("GET", "/metrics", forwarded(""))).status, 404);
    });

    it("are public with METRICS=public", async () => {
      const app = await open();
      const options = forwarded("203.0.113.7");
      assert.equal((await app.request("GET", "/metrics", options)).status, 200);
      assert.equal((await app.request("GET", "/readyz", options)).json.database, "up");
    });
  });
});
