/** What the client waits for and retries, with a scripted service. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { NetworkError } from "../../client/src/errors.ts";
import { createTransport, type Pause, type TransportOptions } from "../../client/src/transport.ts";

type Told = number | Response | "network";

const answer = (told: Exclude<Told, "network">): Response =>
  typeof told === "number" ? new Response(told === 204 ? null : "{}", { status: told }) : told;

const limited = (headers: Record<string, string>) => new Response("{}", { status: 429, headers });

/** Sends one request to a service with these answers; waits take no time. */
async function sendTo(
  script: readonly Told[],
  init: RequestInit = {},
  options: Partial<TransportOptions> = {},
  path = "/api/v1/qrcodes/1",
) {
  const sent: Request[] = [];
  const pauses: Pause[] = [];
  const send = createTransport({
    fetch: async (request) => {
      const told = script[sent.push(request as Request) - 1];
      if (told === undefined) throw new Error("asked more often than expected");
      if (told === "network") throw new TypeError("fetch failed", { cause: new Error("reset") });
      return answer(told);
    },
    retries: 4,
    limitWaitSeconds: 3600,
    timeoutSeconds: 60,
    onPause: (pause) => void pauses.push(pause),
    sleep: async (_ms, signal) => signal.throwIfAborted(),
    ...options,
  });
  const request = new Request(`https://qr.example.com${path}`, init);
  const result = await send(request).then(
    (response) => response.status,
    (error: Error) => error,
  );
  return { result, sent, pauses };
}

const POST = { method: "POST", body: '{"name":"Menu"}' };
const ONCE = { ...POST, headers: { "idempotency-key": "order-4711" } };

describe("The client retries", () => {
  for (const [name, init] of Object.entries<RequestInit>({
    GET: {},
    PUT: { method: "PUT", body: "{}" },
    DELETE: { method: "DELETE" },
    "PATCH without If-Match": { method: "PATCH", body: "{}" },
    "POST with an Idempotency-Key": ONCE,
  })) {
    it(`${name} after 5xx and after a broken connection`, async () => {
      const { result, sent } = await sendTo([500, "network", 503, 200], init);
      assert.equal(result, 200);
      assert.equal(sent.length, 4);
    });
  }

  it("restoring a code, which may be repeated", async () => {
    const { sent } = await sendTo([502, 200], POST, {}, "/base/api/v1/qrcodes/1/restore");
    assert.equal(sent.length, 2);
  });

  it("uploading a logo, because the same image is stored once", async () => {
    const { sent } = await sendTo([502, 201], POST, {}, "/base/api/v1/logos");
    assert.equal(sent.length, 2);
  });

  it("with the same body, headers and Idempotency-Key", async () => {
    const { sent } = await sendTo([500, "network", 201], ONCE);
    const seen = await Promise.all(
      sent.map(async (each) => [each.headers.get("idempotency-key"), await each.text()].join()),
    );
    assert.deepEqual(seen, Array(3).fill('order-4711,{"name":"Menu"}'));
  });

  it("with growing delays, or after the delay that the service asks for", async () => {
    const busy = new Response("{}", { status: 503, headers: { "retry-after": "17" } });
    const { pauses } = await sendTo([500, 500, "network", busy, 200]);
    assert.deepEqual(
      pauses.map(({ reason }) => reason),
      ["server", "server", "network", "server"],
    );
    const seconds = pauses.map((pause) => pause.seconds);
    for (const [index, base] of [0.5, 1, 2].entries()) {
      assert.ok(seconds[index]! >= base * 0.75 && seconds[index]! <= base * 1.25, seconds.join());
    }
    assert.equal(seconds[3], 17);
  });

  it("an answer that is cut off", async () => {
    const body = new ReadableStream({ start: (controller) => controller.error(new Error("cut")) });
    const { result, sent } = await sendTo([new Response(body), 200]);
    assert.equal(result, 200);
    assert.equal(sent.length, 2);
  });

  it("a limited number of times, and returns the last answer", async () => {
    const last = await sendTo([500, 500, 503, 500, 502]);
    assert.equal(last.result, 502);
    const { result } = await sendTo(Array(5).fill("network"));
    assert.ok(result instanceof NetworkError);
    assert.equal(result.message, "No response from https://qr.example.com: reset.");
  });

  it("and treats a missing code as deleted when the first answer was lost", async () => {
    const remove = { method: "DELETE" };
    assert.equal((await sendTo(["network", 404], remove)).result, 204);
    assert.equal((await sendTo([404], remove)).result, 404);
    assert.equal((await sendTo(["network", 404])).result, 404);
  });
});

describe("The client does not retry", () => {
  for (const [name, init, path] of [
    ["POST without an Idempotency-Key", POST],
    ["testing a webhook", { method: "POST" }, "/api/v1/webhooks/1/test"],
    ["rotating a secret", { method: "POST" }, "/api/v1/webhooks/1/rotate"],
    ["restoring a version", { method: "POST" }, "/api/v1/qrcodes/1/versions/2/restore"],
    ["PUT with If-Match", { method: "PUT", body: "{}", headers: { "if-match": '"x"' } }],
    ["PATCH with If-Match", { method: "PATCH", body: "{}", headers: { "if-match": '"x"' } }],
  ] as [string, RequestInit, string?][]) {
    it(`${name}, whose outcome is unknown`, async () => {
      assert.equal((await sendTo([500], init, {}, path)).result, 500);
      const { result } = await sendTo(["network"], init, {}, path);
      assert.ok(result instanceof NetworkError);
    });
  }

  it("a refused request", async () => {
    for (const status of [400, 401, 404]) assert.equal((await sendTo([status])).result, status);
  });

  it("anything with retries 0", async () => {
    assert.equal((await sendTo([500], {}, { retries: 0 })).result, 500);
  });
});

describe("The client waits for the rate limit", () => {
  it("as long as the service says, for any request", async () => {
    const { result, pauses } = await sendTo([limited({ "retry-after": "12" }), 201], POST);
    assert.equal(result, 201);
    assert.deepEqual(pauses, [{ reason: "limit", seconds: 12 }]);
  });

  it("until X-RateLimit-Reset, by the service's clock", async () => {
    const date = "Thu, 01 Jan 2026 09:00:00 GMT";
    const reset = String(Date.parse(date) / 1000 + 90);
    const { pauses } = await sendTo([limited({ date, "x-ratelimit-reset": reset }), 200]);
    assert.deepEqual(pauses, [{ reason: "limit", seconds: 90 }]);
  });

  it("until a date, as some proxies send it", async () => {
    const date = "Thu, 01 Jan 2026 09:00:00 GMT";
    const until = { date, "retry-after": "Thu, 01 Jan 2026 09:00:25 GMT" };
    const { pauses } = await sendTo([limited(until), 200]);
    assert.deepEqual(pauses, [{ reason: "limit", seconds: 25 }]);
    const busy = new Response("{}", { status: 503, headers: until });
    assert.equal((await sendTo([busy, 200])).pauses[0]?.seconds, 25);
  });

  it("no longer than allowed in total", async () => {
    const refusals = () => Array.from({ length: 3 }, () => limited({ "retry-after": "30" }));
    const { result, sent } = await sendTo(refusals(), {}, { limitWaitSeconds: 70 });
    assert.equal(result, 429);
    assert.equal(sent.length, 3);
    assert.equal((await sendTo(refusals(), {}, { limitWaitSeconds: 0 })).sent.length, 1);
  });

  it("until it is aborted", async () => {
    const stop = new AbortController();
    const { result } = await sendTo(
      [limited({ "retry-after": "3600" })],
      { signal: stop.signal },
      // A real wait, which would take an hour.
      { sleep: undefined!, onPause: () => setImmediate(() => stop.abort(new Error("enough"))) },
    );
    assert.equal((result as Error).message, "enough");
  });
});

describe("One attempt", () => {
  it("times out", async () => {
    const fetch = (_request: unknown, init?: RequestInit) =>
      new Promise<Response>((_resolve, reject) => {
        init!.signal!.addEventListener("abort", () => reject(init!.signal!.reason));
      });
    const { result } = await sendTo([], {}, { fetch, timeoutSeconds: 0.01, retries: 1 });
    assert.match(String(result), /No response from .*: none within 0.01 seconds\./);
  });

  it("is aborted by the caller's signal, and not retried", async () => {
    const { result, sent } = await sendTo(["network"], { signal: AbortSignal.abort("stopped") });
    assert.equal(result, "stopped");
    assert.ok(sent.length <= 1);
  });
});
