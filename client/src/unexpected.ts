import { UnexpectedAnswerError } from "./errors.ts";

/** A response that is not from a Tessera API. */
export const unexpected = (
  what: string,
  { status, headers }: Pick<Response, "status" | "headers">,
  cause?: unknown,
): UnexpectedAnswerError =>
  new UnexpectedAnswerError(`${what} Is the URL that of a Tessera service?`, {
    status: status || undefined,
    cause,
    requestId: headers.get("x-request-id") ?? undefined,
  });
