import type { IncomingMessage, ServerResponse } from "node:http";
import { type Action, actionOf } from "../../codes/content/index.ts";
import { stateOf } from "../../codes/state.ts";
import type { KnownCodes } from "../../scans/known-codes.ts";
import { NO_CODE, type Recorder } from "../../scans/recorder.ts";
import type { Settler } from "../../scans/settler.ts";
import type { Visit, VisitReader } from "../../scans/visit.ts";
import type { Clock } from "../../shared/clock.ts";
import { readToken } from "../../shared/ids.ts";
import type { Code } from "../../store/types.ts";
import type { ShareAnswers } from "./answers.ts";

export interface ShareDoorParts {
  knownCodes: KnownCodes;
  visits: VisitReader;
  recorder: Recorder;
  settler: Pick<Settler, "settled">;
  clock: Clock;
  answers: ShareAnswers;
  addressOf: (request: IncomingMessage) => string;
  onError: (error: unknown) => void;
}

type RawHandler = (request: IncomingMessage, response: ServerResponse) => boolean;

export interface ShareDoor extends RawHandler {
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
export function createShareDoor(parts: ShareDoorParts): ShareDoor {
  const { knownCodes, visits, recorder, settler, clock, answers, addressOf, onError } = parts;
  /** A code object lives as long as it is known, and its action is read out of it once. */
  const actions = new WeakMap<Code, Action>();

  function arrive(arrival: Arrival): void {
    const known = knownCodes.peek(arrival.token);
    const waiting = visits.ready(arrival.address);
    if (known !== undefined && waiting === null) welcome(known, arrival);
    else
      void slowly(arrival, async () => {
        await waiting;
        welcome(known === undefined ? await knownCodes.find(arrival.token) : known, arrival);
      });
  }

  function welcome(code: Code | null, arrival: Arrival): void {
    const at = clock.now();
    if (code === null) {
      recorder.miss(NO_CODE, "unknown-token", at);
      answers.notFound(arrival.response);
      return;
    }
    const state = stateOf(code, at);
    if (state === "active") scan(code, at, arrival);
    else if (state === "expired") void slowly(arrival, () => expire(code, at, arrival));
    else {
      recorder.miss(code.id, "paused", at);
      answers.notFound(arrival.response);
    }
  }

  function scan(code: Code, at: number, { address, request, response }: Arrival): void {
    const { headers, method = "GET" } = request;
    const visit = visits.read({ at, method, address, headers });
    if (visit.missed !== null) {
      recorder.miss(code.id, visit.missed, at);
      answer(code, visit, response);
      return;
    }
    recorder.record(code.id, visit, (scanId) => {
      if (scanId !== null) response.setHeader("Scan-Id", scanId);
      answer(code, visit, response);
    });
  }

  /** A scan may have moved the expiry since the code was read, even one of a moment ago. */
  async function expire(code: Code, at: number, arrival: Arrival): Promise<void> {
    await settler.settled();
    const now = await knownCodes.find(code.token);
    if (now === null || stateOf(now, at) !== "expired") {
      welcome(now, arrival);
      return;
    }
    recorder.miss(code.id, "expired", at);
    await answers.expired(arrival.response, now);
  }

  async function slowly({ response }: Arrival, work: () => Promise<void>): Promise<void> {
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
    else answers.unavailable(response);
  }

  function answer(code: Code, visit: Visit, response: ServerResponse): void {
    try {
      lead(code, visit, response);
    } catch (error) {
      fail(error, response);
    }
  }

  function lead(code: Code, visit: Visit, response: ServerResponse): void {
    let action = actions.get(code);
    if (action === undefined) {
      action = actionOf(code.type, code.content);
      actions.set(code, action);
    }
    if (action.kind === "redirect") answers.redirect(response, action.location);
    else answers.landing(response, code, action, visit.agent.os);
  }

  const handle: ShareDoor["scan"] = (token, request, response) => {
    try {
      arrive({ token, address: addressOf(request), request, response });
    } catch (error) {
      fail(error, response);
    }
  };

  const first: RawHandler = (request, response) => {
    if (request.method !== "GET" && request.method !== "HEAD") return false;
    const file = PATH.exec(request.url ?? "")?.[1];
    const token = file === undefined ? null : readToken(file);
    if (token === null) return false;
    handle(token, request, response);
    return true;
  };
  return Object.assign(first, { scan: handle });
}
