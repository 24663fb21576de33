/** Requests whose head is sent and whose body is held back. */
import assert from "node:assert/strict";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { request as httpRequest, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";

export interface HeldRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Without its length in the head. */
  isChunked?: boolean;
}

export interface HeldAnswer {
  status: number;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect arbitrary data.
  json: any;
}

interface Started {
  request: IncomingMessage;
  response: ServerResponse;
  server: Server;
}

/** What Node says of every request to a server of this process. */
const STARTED = "http.server.request.start";
const MARK = "x-held-by-test";
let marks = 0;

/** Resolves when the guards have let the request in and the server waits for its body. Sends it when called. */
export async function holdBody({
  method,
  url,
  headers,
  body,
  isChunked = false,
}: HeldRequest): Promise<() => Promise<HeldAnswer>> {
  const mark = `${process.pid}-${++marks}`;
  const arrived = Promise.withResolvers<Started>();
  const onStart = (started: unknown) => {
    const message = started as Started;
    if (message.request.headers[MARK] === mark) arrived.resolve(message);
  };
  subscribe(STARTED, onStart);
  const length = { "content-length": String(Buffer.byteLength(body)) };
  const request = httpRequest(url, {
    method,
    agent: false,
    headers: {
      "content-type": "application/json",
      ...headers,
      [MARK]: mark,
      ...(isChunked ? { "transfer-encoding": "chunked" } : length),
    },
  });
  const answered = once(request, "response") as Promise<[IncomingMessage]>;
  request.flushHeaders();
  const { request: incoming, response, server } = await arrived.promise;
  // A busy machine may need longer for what comes before the body than the server waits for it.
  server.requestTimeout = 0;
  unsubscribe(STARTED, onStart);
  while (incoming.listenerCount("data") === 0 && !response.headersSent) await sleep(1);
  const what = `${method} ${url}`;
  if (response.headersSent) assert.fail(`${what} was answered ${response.statusCode} before its body came`);
  return async () => {
    request.end(body);
    const [answer] = await answered;
    const said = await text(answer);
    const isJson = answer.headers["content-type"]?.startsWith("application/json");
    return { status: answer.statusCode!, text: said, json: isJson ? JSON.parse(said) : undefined };
  };
}
