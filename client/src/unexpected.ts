import { UnexpectedAnswerError } from "./errors.ts";

/** An answer that came, and is none that the service gives. */
export const unexpected = (
  what: string,
  { status, headers }: Pick<Response, "status" | "headers">,
  cause?: unknown,
): UnexpectedAnswerError =>
  new UnexpectedAnswerError(`${what} Does the URL lead to Tessera?`, {
    status: status || undefined,
    cause,
    requestId: headers.get("x-request-id") ?? undefined,
  });
