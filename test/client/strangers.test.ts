/** The client when something other than the service answers: a proxy, a login page, another program. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createClient, NetworkError, RateLimitError, UnexpectedAnswerError } from "../../client/src/index.ts";

/** A client that always gets this answer, and the number of requests. */
function clientOf(answer: () => Response) {
  let asked = 0;
  const tessera = createClient({
    url: "https://qr.example.com",
    key: "tsr_x",
    limitWaitSeconds: 0,
    fetch: async () => {
      asked += 1;
      return answer();
    },
  });
  return { tessera, asked: () => asked };
}

const json = (text: string) => () => new Response(text, { headers: { "content-type": "application/json" } });
const none = (status: number) => () => new Response(null, { status });
/** What fetch may return but a Response cannot be constructed with. */
const odd = (status: number, headers: HeadersInit = {}) => {
  const parts = { status, statusText: "", ok: false, headers: new Headers(headers), body: null };
  return () => ({ ...parts, arrayBuffer: async () => new ArrayBuffer(0) }) as unknown as Response;
};

const code = { name: "Menu", content: "https://example.com" };
const isStrange = (error: unknown) => {
  assert.ok(error instanceof UnexpectedAnswerError, String(error));
  assert.match(error.message, /\S/);
  return true;
};

describe("The client, when something other than the service answers", () => {
  for (const [name, answer] of Object.entries<() => Response>({
    "no body": json(""),
    "a 204": none(204),
    "a 205": none(205),
    null: json("null"),
    "a text": json('"ok"'),
    "a page": () => new Response("<!doctype html>", { headers: { "content-type": "text/html" } }),
  })) {
    it(`throws UnexpectedAnswerError for ${name}`, async () => {
      const { tessera, asked } = clientOf(answer);
      const { codes, webhooks, styles } = tessera;
      const calls = [
        () => tessera.me(),
        () => codes.get("1"),
        () => codes.getTagged("1"),
        () => codes.create(code),
        () => codes.createMany([code]),
        () => codes.list().next(),
        () => codes.image("1"),
        () => codes.scansCsv("1"),
        () => styles.list().next(),
        () => webhooks.list().next(),
      ];
      for (const call of calls) await assert.rejects(call, isStrange, call.toString());
      assert.equal(asked(), calls.length, "once each");
    });
  }

  it("throws UnexpectedAnswerError for a page of a list without a list", async () => {
    const { tessera } = clientOf(json("{}"));
    await assert.rejects(tessera.codes.list().next(), isStrange);
    await assert.rejects(tessera.webhooks.list().next(), isStrange);
    await assert.rejects(tessera.codes.createMany([code]), isStrange);
  });

  it("does not loop on a list whose cursor does not advance", async () => {
    const { tessera, asked } = clientOf(json('{"data":[{"id":"1"}],"nextCursor":"same"}'));
    await assert.rejects(Array.fromAsync(tessera.codes.list()), isStrange);
    assert.equal(asked(), 2);
  });

  it("does not follow or retry a redirect, and names its target", async () => {
    const location = "https://login.example.com/";
    const node = clientOf(() => new Response("", { status: 302, headers: { location } }));
    await assert.rejects(node.tessera.codes.get("1"), {
      name: "UnexpectedAnswerError",
      status: 302,
      message: /redirect to https:\/\/login\.example\.com\//,
    });
    const browser = clientOf(odd(0));
    await assert.rejects(browser.tessera.codes.get("1"), isStrange);
    assert.deepEqual([node.asked(), browser.asked()], [1, 1]);
  });

  it("does not report an invalid status as a network failure", async () => {
    const { tessera, asked } = clientOf(odd(999));
    await assert.rejects(tessera.codes.get("1"), (error) => {
      assert.ok(!(error instanceof NetworkError));
      return isStrange(error) && (error as UnexpectedAnswerError).status === 999;
    });
    assert.equal(asked(), 1);
  });

  it("has no time to retry after if the answer has none", async () => {
    const { tessera } = clientOf(none(429));
    await assert.rejects(tessera.codes.get("1"), (error) => {
      assert.ok(error instanceof RateLimitError);
      assert.equal(error.resetAt, undefined);
      return true;
    });
  });
});
