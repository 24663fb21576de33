import type { IncomingMessage, ServerResponse } from "node:http";
import type { Code, VisitedCode } from "../codes/code.ts";
import type { LandingAction } from "../codes/content/action.ts";
import { stateOf } from "../codes/state.ts";
import type { Site } from "../domains/domain.ts";
import { NO_CODE } from "../scans/recorder.ts";
import type { Services } from "../services.ts";
import { readToken } from "../shared/ids.ts";
import type { Visit } from "../visits/visit.ts";
import { createDestinations } from "./destinations.ts";
import type { RestingState } from "./responses.ts";
import { type Route, routeOf, startOf, withPassed } from "./routes.ts";
import type { VisitSeconds } from "./visit-seconds.ts";

export interface ScanHandlerParts extends Services {
  visitSeconds: VisitSeconds;
  /** Where the member who makes this request can name a blank copy; null for everybody else. */
  claimPage: (request: IncomingMessage, code: VisitedCode) => Promise<string | null>;
  /** The public address of the service. */
  baseUrl: () => string;
  onError: (error: unknown) => void;
}

type RawHandler = (request: IncomingMessage, response: ServerResponse) => boolean;

export interface ScanHandler extends RawHandler {
  /** For a token that the router decoded from an unusual spelling. */
  scan(token: string, request: IncomingMessage, response: ServerResponse): void;
}

interface Arrival {
  token: string;
  site: Site | undefined;
  address: string;
  request: IncomingMessage;
  response: ServerResponse;
  /** Where files of codes are, relative to the visited address. */
  files: "" | "r/";
  /** From `performance.now()`. */
  arrivedAt: number;
}

const PATH = /^\/r\/([^/?#]{1,40})(?:\?.*)?$/i;
/** On the domain of a workspace: links of other products, which are imported with their names, have no /r. */
const ROOT_PATH = /^\/([^/?#]{1,40})(?:\?.*)?$/;

/**
 * Handles /r/<token>, and /<token> on the domain of a workspace, on the bare server, without router, schema or hooks:
 * token -> code -> Visit -> journal -> response. Returns false for other paths.
 */
export function createScanHandler(parts: ScanHandlerParts): ScanHandler {
  const { codeFinder, visits, visitorTags, recorder, clock, responses, addressOf, claimPage, siteOf, onError } = parts;
  const { baseUrl, ownAddresses } = parts;
  const { observe } = parts.visitSeconds;
  const destinations = createDestinations(parts);

  function handle(arrival: Arrival): void {
    const at = clock.now();
    const known = codeFinder.peek(arrival.token, at, arrival.site);
    const waiting = visits.ready(arrival.address);
    const salting = known ? visitorTags.ready(known.zone, at) : null;
    if (known !== undefined && waiting === null && salting === null) route(known, at, arrival);
    else
      void guarded(arrival, async () => {
        await waiting;
        const code = await codeFinder.find(arrival.token, arrival.site);
        if (code) await visitorTags.ready(code.zone, clock.now());
        route(code, clock.now(), arrival);
      });
  }

  function route(code: VisitedCode | null, at: number, arrival: Arrival): void {
    if (code === null) {
      recorder.recordUncounted(NO_CODE, "unknown-token", at);
      answerNotFound(arrival);
      return;
    }
    if (code.placement?.name === null && arrival.site !== undefined) {
      // A member who could name it is signed in at the public address.
      responses.redirect(arrival.response, `${baseUrl()}/r/${code.token}`, null);
      observe("redirect", arrival.arrivedAt);
    } else if (code.placement?.name === null && arrival.request.headers.cookie !== undefined) {
      void guarded(arrival, () => routeBlank(code, at, arrival));
    } else routeCode(code, at, arrival);
  }

  /** A blank copy: a member names its place, which is no scan. */
  async function routeBlank(code: VisitedCode, at: number, arrival: Arrival): Promise<void> {
    // A visitor gets the content, also if it cannot be found out who it is.
    const page = await claimPage(arrival.request, code).catch(onError);
    if (!page) {
      routeCode(code, at, arrival);
      return;
    }
    responses.redirect(arrival.response, page, null);
    observe("redirect", arrival.arrivedAt);
  }

  function routeCode(code: VisitedCode, at: number, arrival: Arrival): void {
    const state = stateOf(code, at);
    const startsAt = state === "active" ? startOf(code, at) : null;
    if (state === "active" && startsAt === null) {
      scan(code, at, arrival);
      return;
    }
    recorder.recordUncounted(code.id, state === "active" ? "early" : state, at);
    if (state === "active") void guarded(arrival, () => answerEarly(code, startsAt!, arrival));
    else void guarded(arrival, () => answerResting(code, state, arrival));
  }

  async function answerEarly(code: VisitedCode, startsAt: number, arrival: Arrival): Promise<void> {
    const { request, response, arrivedAt } = arrival;
    await responses.early(response, startsAt, code, languagesOf(request));
    observe("not-found", arrivedAt);
  }

  function answerNotFound({ request, response, arrivedAt }: Arrival): void {
    responses.notFound(response, languagesOf(request));
    observe("not-found", arrivedAt);
  }

  /** Where its owner has chosen, else a page that says why. */
  async function answerResting(code: VisitedCode, state: RestingState, arrival: Arrival): Promise<void> {
    const { request, response, arrivedAt } = arrival;
    const { to } = await responses.restOf(code);
    if (to !== null && !(await destinations.leadsToCode(ownAddresses.of(to)))) {
      redirect(to, null, arrival);
      return;
    }
    await responses.resting(response, state, code, languagesOf(request));
    observe(state === "expired" ? "expired" : "not-found", arrivedAt);
  }

  function scan(code: VisitedCode, at: number, arrival: Arrival): void {
    const { address, request } = arrival;
    const { headers, method = "GET" } = request;
    const visit = visits.read({ at, method, address, headers });
    if (visit.uncounted !== null) {
      recorder.recordUncounted(code.id, visit.uncounted, at);
      answer(code, visit, routeOf(code, visit, null, request), null, arrival);
      return;
    }
    const userAgent = headers["user-agent"] ?? "";
    const tag = visitorTags.tagOf({ zone: code.zone, codeId: code.id, at, address, userAgent });
    const route = routeOf(code, visit, tag, request);
    recorder.record(code, visit, tag, route.key, (scanId) => answer(code, visit, route, scanId, arrival));
  }

  async function guarded(arrival: Arrival, work: () => Promise<void>, scanId: string | null = null): Promise<void> {
    try {
      await work();
    } catch (error) {
      fail(error, arrival, scanId);
    }
  }

  /** Reports the error and fails only this visit. */
  function fail(error: unknown, { request, response, arrivedAt }: Arrival, scanId: string | null = null): void {
    onError(error);
    if (response.headersSent) response.destroy();
    else responses.unavailable(response, languagesOf(request), scanId);
    observe("unavailable", arrivedAt);
  }

  function answer(code: VisitedCode, visit: Visit, route: Route, scanId: string | null, arrival: Arrival): void {
    try {
      sendContent(code, visit, route, scanId, arrival);
    } catch (error) {
      fail(error, arrival, scanId);
    }
  }

  function sendContent(code: VisitedCode, visit: Visit, route: Route, scanId: string | null, arrival: Arrival): void {
    const { action, own } = destinations.of(code, route.to);
    if (!("location" in action)) land(code, action, visit, scanId, arrival);
    else if (own === null) redirect(withPassed(action.location, code, arrival.request, scanId), scanId, arrival);
    else
      void guarded(
        arrival,
        async () => {
          if (await destinations.leadsToCode(own))
            land(code, { kind: "text", text: action.location }, visit, scanId, arrival);
          else redirect(withPassed(action.location, code, arrival.request, scanId), scanId, arrival);
        },
        scanId,
      );
  }

  function redirect(location: string, scanId: string | null, { response, arrivedAt }: Arrival): void {
    responses.redirect(response, location, scanId);
    observe("redirect", arrivedAt);
  }

  function land(code: Code, action: LandingAction, visit: Visit, scanId: string | null, arrival: Arrival): void {
    const { request, response, arrivedAt, files } = arrival;
    const encodings = request.headers["accept-encoding"];
    const landing = { code, action, files, os: visit.agent.os, languages: languagesOf(request), encodings, scanId };
    void guarded(
      arrival,
      async () => {
        await responses.landing(response, landing);
        observe("page", arrivedAt);
      },
      scanId,
    );
  }

  function arrive(token: string, request: IncomingMessage, response: ServerResponse, files: Arrival["files"]): void {
    const site = siteOf(request);
    const arrival: Arrival = { token, site, address: "", request, response, files, arrivedAt: performance.now() };
    try {
      arrival.address = addressOf(request);
      handle(arrival);
    } catch (error) {
      fail(error, arrival);
    }
  }

  const handler: RawHandler = (request, response) => {
    if (request.method !== "GET" && request.method !== "HEAD") return false;
    const { url = "" } = request;
    const file = PATH.exec(url)?.[1];
    const atRoot = file === undefined && siteOf(request) !== undefined ? ROOT_PATH.exec(url)?.[1] : undefined;
    const token = readToken(file ?? atRoot ?? "");
    if (token === null) return false;
    arrive(token, request, response, file === undefined ? "r/" : "");
    return true;
  };
  const scanToken: ScanHandler["scan"] = (token, request, response) => arrive(token, request, response, "");
  return Object.assign(handler, { scan: scanToken });
}

function languagesOf(request: IncomingMessage): string | undefined {
  return request.headers["accept-language"];
}
