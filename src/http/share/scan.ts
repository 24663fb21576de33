import type { IncomingMessage, ServerResponse } from "node:http";
import type { CodeFinder } from "../../codes/code-finder.ts";
import { type Action, actionOf } from "../../codes/content/index.ts";
import { stateOf } from "../../codes/state.ts";
import { NO_CODE, type Recorder } from "../../scans/recorder.ts";
import type { Clock } from "../../shared/clock.ts";
import { readToken } from "../../shared/ids.ts";
import type { Code } from "../../store/code-store.ts";
import type { Visit, VisitReader } from "../../visits/visit.ts";
import type { ShareResponses } from "./responses.ts";

export interface ScanHandlerParts {
  codeFinder: CodeFinder;
  visits: VisitReader;
  recorder: Recorder;
  clock: Clock;
  responses: ShareResponses;
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
}

const PATH = /^\/r\/([^/?#]{1,40})(?:\?.*)?$/i;

/**
 * /r/<token>, on the bare server: a scan needs no router, schema or hook.
 * token -> code -> Visit -> journal -> answer. Returns false for what is not its own.
 */
export function createScanHandler(parts: ScanHandlerParts): ScanHandler {
  const { codeFinder, visits, recorder, clock, responses, addressOf, onError } = parts;
  /** A code object lives as long as it is known, and its action is read out of it once. */
  const actions = new WeakMap<Code, Action>();

  function handle(arrival: Arrival): void {
    const at = clock.now();
    const known = codeFinder.peek(arrival.token, at);
    const waiting = visits.ready(arrival.address);
    if (known !== undefined && waiting === null) route(known, at, arrival);
    else
      void guarded(arrival, async () => {
        await waiting;
        const code = await codeFinder.find(arrival.token);
        route(code, clock.now(), arrival);
      });
  }

  function route(code: Code | null, at: number, arrival: Arrival): void {
    const { response } = arrival;
    if (code === null) {
      recorder.recordUncounted(NO_CODE, "unknown-token", at);
      responses.notFound(response);
      return;
    }
    const state = stateOf(code, at);
    if (state === "active") {
      scan(code, at, arrival);
      return;
    }
    recorder.recordUncounted(code.id, state, at);
    if (state === "expired") void guarded(arrival, () => responses.expired(response, code));
    else responses.notFound(response);
  }

  function scan(code: Code, at: number, { address, request, response }: Arrival): void {
    const { headers, method = "GET" } = request;
    const visit = visits.read({ at, method, address, headers });
    if (visit.uncounted !== null) {
      recorder.recordUncounted(code.id, visit.uncounted, at);
      answer(code, visit, response);
      return;
    }
    recorder.record(code.id, visit, (scanId) => {
      if (scanId !== null) response.setHeader("Scan-Id", scanId);
      answer(code, visit, response);
    });
  }

  async function guarded({ response }: Arrival, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      fail(error, response);
    }
  }

  /** Whatever goes wrong with one visitor is nobody else's trouble. */
  function fail(error: unknown, response: ServerResponse): void {
    onError(error);
    if (response.headersSent) response.destroy();
    else responses.unavailable(response);
  }

  function answer(code: Code, visit: Visit, response: ServerResponse): void {
    try {
      sendContent(code, visit, response);
    } catch (error) {
      fail(error, response);
    }
  }

  function sendContent(code: Code, visit: Visit, response: ServerResponse): void {
    let action = actions.get(code);
    if (action === undefined) {
      action = actionOf(code.type, code.content);
      actions.set(code, action);
    }
    if (action.kind === "redirect") responses.redirect(response, action.location);
    else responses.landing(response, code, action, visit.agent.os);
  }

  const scanToken: ScanHandler["scan"] = (token, request, response) => {
    try {
      handle({ token, address: addressOf(request), request, response });
    } catch (error) {
      fail(error, response);
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
