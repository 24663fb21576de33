/** One call of openapi-fetch as its data, or as an error that is thrown. */
import type { Client } from "openapi-fetch";
import { errorOf, NetworkError, UnexpectedAnswerError } from "./errors.ts";
import type { paths } from "./openapi.ts";
import { unexpected } from "./unexpected.ts";

export type Api = Client<paths>;

interface Result<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** What a call may be given beside its own arguments. */
export interface CallOptions {
  /** Ends the call, whether it is under way or waiting. */
  signal?: AbortSignal | undefined;
}

/** For calls that make something: a repeat of what was done gives the first answer again. */
export interface OnceOptions extends CallOptions {
  /** One of your own, to be safe across restarts of your program too; else one is made for the call. */
  idempotencyKey?: string | undefined;
}

export const onceOf = ({ idempotencyKey }: OnceOptions) => ({ "Idempotency-Key": idempotencyKey ?? randomKey() });

/** Not randomUUID, which a browser has on safe origins only. */
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

export async function answerOf<T>(call: Promise<Result<T>>): Promise<Result<T> & { data: T }> {
  const result = await call.catch((cause: unknown) => {
    if (!(cause instanceof SyntaxError)) throw cause;
    const message = "The answer is not JSON. Does the URL lead to Tessera?";
    throw new UnexpectedAnswerError(message, { cause });
  });
  if (!result.response.ok) throw errorOf(result.response, result.error);
  return result as Result<T> & { data: T };
}

/** The same of a call whose answer is an object, with its headers. */
export async function objectOf<T>(call: Promise<Result<T>>): Promise<Result<T> & { data: T }> {
  const result = await answerOf(call);
  const { data, response } = result;
  if (typeof data === "object" && data !== null) return result;
  throw unexpected(`The answer was ${response.status} without what was asked for.`, response);
}

export const dataOf = async <T>(call: Promise<Result<T>>): Promise<T> => (await objectOf(call)).data;

interface Page<T> {
  data: T[];
  nextCursor?: string | null;
}

/** A call whose answer holds a list. */
export async function pageOf<P extends Page<unknown>>(call: Promise<Result<P>>): Promise<P> {
  const { data, response } = await objectOf(call);
  if (Array.isArray(data.data)) return data;
  throw unexpected(`The answer was ${response.status} without a list.`, response);
}

/** A call whose answer is a file of a type that begins like one of these. */
export async function fileOf<T>(
  call: Promise<Result<T>>,
  types: readonly string[],
): Promise<{ data: T; contentType: string }> {
  const { data, response } = await answerOf(call);
  const contentType = response.headers.get("content-type") ?? "";
  if (data !== undefined && types.some((type) => contentType.startsWith(type))) {
    return { data, contentType };
  }
  throw unexpected(`The answer was ${response.status} without the file.`, response);
}

export type Items<T> = AsyncGenerator<T, void, undefined>;

/** Item by item through all pages; the next page is asked for when it is needed. */
export async function* itemsOf<T>(page: (cursor: string | undefined) => Promise<Page<T>>): Items<T> {
  let cursor: string | undefined;
  for (;;) {
    const { data, nextCursor } = await page(cursor);
    yield* data;
    if (!nextCursor) return;
    if (nextCursor === cursor) {
      throw new UnexpectedAnswerError("The list does not go on.");
    }
    cursor = nextCursor;
  }
}

/** A long answer as it comes; a connection that breaks on the way is told as such. */
export function streamOf(
  body: ReadableStream<Uint8Array<ArrayBuffer>> | null,
  { signal }: CallOptions,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = (body ?? new Blob([]).stream()).getReader();
  const message = "The answer broke off before its end.";
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (cause) {
        controller.error(signal?.aborted ? cause : new NetworkError(message, { code: "network_error", cause }));
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
