import type { IncomingMessage, ServerResponse } from "node:http";
import { type Action, actionOf } from "../../codes/content/index.ts";
import type { KnownCodes } from "../../codes/known-codes.ts";
import { stateOf } from "../../codes/state.ts";
import { NO_CODE, type Recorder } from "../../scans/recorder.ts";
import type { Settler } from "../../scans/settler.ts";
import type { Clock } from "../../shared/clock.ts";
import { readToken } from "../../shared/ids.ts";
import type { Code } from "../../store/types.ts";
import type { Visit, VisitReader } from "../../visits/visit.ts";
import type { ShareResponses } from "./responses.ts";
import type { VisitSeconds } from "./visit-seconds.ts";

export interface ScanHandlerParts {
  knownCodes: KnownCodes;
  visits: VisitReader;
  recorder: Recorder;
  settler: Pick<Settler, "settled">;
  clock: Clock;
  responses: ShareResponses;
  visitSeconds: VisitSeconds;
  addressOf: (request: IncomingMessage) => string;
  onError: (error: unknown) => void;
}

type RawHandler = (request: IncomingMessage, response: ServerResponse) => boolean;

export interface ScanHandler extends RawHandler {
  /** For a token that was read elsewhere, out of an address in an unusual spelling. */
  scan(token: string, request: IncomingMessage, response: ServerResponse): void;
}

interface Arrival {
  token: string;
  address: string;
  request: IncomingMessage;
  response: ServerResponse;
  /** By `performance.now()`. */
  arrivedAt: number;
}

const PATH = /^\/r\/([^/?#]{1,40})(?:\?.*)?$/i;

/**
 * /r/<token>, on the bare server: a scan needs no router, schema or hook.
 * token -> code -> Visit -> journal -> answer. Returns false for what is not its own.
 */
export function createScanHandler(parts: ScanHandlerParts): ScanHandler {
  const { knownCodes, visits, recorder, settler, clock, responses, addressOf, onError } = parts;
  const { observe } = parts.visitSeconds;
  /** Kept with the code object: its content is parsed once, not for every scan. */
  const actions = new WeakMap<Code, Action>();

  function handle(arrival: Arrival): void {
    const known = knownCodes.peek(arrival.token);
    const waiting = visits.ready(arrival.address);
    if (known !== undefined && waiting === null) route(known, arrival);
    else
      void guarded(arrival, async () => {
        await waiting;
        route(known === undefined ? await knownCodes.find(arrival.token) : known, arrival);
      });
  }

  function route(code: Code | null, arrival: Arrival): void {
    const at = clock.now();
    if (code === null) {
      recorder.recordUncounted(NO_CODE, "unknown-token", at);
      answerNotFound(arrival);
      return;
    }
    const state = stateOf(code, at);
    if (state === "active") scan(code, at, arrival);
    else if (state === "expired") void guarded(arrival, () => answerExpired(code, at, arrival));
    else {
      recorder.recordUncounted(code.id, "paused", at);
      answerNotFound(arrival);
    }
  }

  function answerNotFound({ response, arrivedAt }: Arrival): void {
    responses.notFound(response);
    observe("not-found", arrivedAt);
  }

  function scan(code: Code, at: number, arrival: Arrival): void {
    const { address, request, response } = arrival;
    const { headers, method = "GET" } = request;
    const visit = visits.read({ at, method, address, headers });
    if (visit.uncounted !== null) {
      recorder.recordUncounted(code.id, visit.uncounted, at);
      answer(code, visit, arrival);
      return;
    }
    recorder.record(code.id, visit, (scanId) => {
      if (scanId !== null) response.setHeader("Scan-Id", scanId);
      answer(code, visit, arrival);
    });
  }

  /** A scan may have moved the expiry since the code was read, even one of a moment ago. */
  async function answerExpired(code: Code, at: number, arrival: Arrival): Promise<void> {
    await settler.settled();
    const now = await knownCodes.find(code.token);
    if (now === null || stateOf(now, at) !== "expired") {
      route(now, arrival);
      return;
    }
    recorder.recordUncounted(code.id, "expired", at);
    await responses.expired(arrival.response, now);
    observe("expired", arrival.arrivedAt);
  }

  async function guarded(arrival: Arrival, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      fail(error, arrival.response, arrival.arrivedAt);
    }
  }

  /** Ends this visit alone: the error is reported and thrown no further. */
  function fail(error: unknown, response: ServerResponse, arrivedAt: number): void {
    onError(error);
    if (response.headersSent) response.destroy();
    else responses.unavailable(response);
    observe("unavailable", arrivedAt);
  }

  function answer(code: Code, visit: Visit, { response, arrivedAt }: Arrival): void {
    try {
      observe(sendContent(code, visit, response), arrivedAt);
    } catch (error) {
      fail(error, response, arrivedAt);
    }
  }

  function sendContent(code: Code, visit: Visit, response: ServerResponse): "redirect" | "page" {
    let action = actions.get(code);
    if (action === undefined) {
      action = actionOf(code.type, code.content);
      actions.set(code, action);
    }
    if (action.kind === "redirect") {
      responses.redirect(response, action.location);
      return "redirect";
    }
    responses.landing(response, code, action, visit.agent.os);
    return "page";
  }

  const scanToken: ScanHandler["scan"] = (token, request, response) => {
    const arrivedAt = performance.now();
    try {
      handle({ token, address: addressOf(request), request, response, arrivedAt });
    } catch (error) {
      fail(error, response, arrivedAt);
    }
  };

  const handler: RawHandler = (request, response) => {
    if (request.method !== "GET" && request.method !== "HEAD") return false;
    const file = PATH.exec(request.url ?? "")?.[1];
    const token = file === undefined ? null : readToken(file);
    if (token === null) return false;
    scanToken(token, request, response);
    return true;
  };
  return Object.assign(handler, { scan: scanToken });
}
