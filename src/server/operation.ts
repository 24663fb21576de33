/** An operation of the API, described once: what routes, allows, validates, documents and answers its requests. */
import type { ErrorObject } from "ajv";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Static, TSchema, TUnknown } from "typebox";
import { type FieldProblem, invalid } from "../shared/errors.ts";
import type { MemberRole } from "../shared/vocabulary.ts";
import { keyProblems, markReplayed, onceKeyOf, type RequestHeader, readsHeaders } from "./header-schemas.ts";
import { noBody } from "./json-body.ts";
import { READING } from "./request.ts";
import { type HeaderName, responseSchemas } from "./responses.ts";
import type { Server } from "./server.ts";
import { problemsOfErrors, soundPart } from "./validation.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The least role that may use a route in a workspace; without one nobody may. */
    right?: MemberRole;
    operation?: Described;
  }
}

/** For routes that only the dashboard has. */
export const FOR_VIEWERS = { config: { right: "viewer" } } as const;
export const FOR_EDITORS = { config: { right: "editor" } } as const;
export const FOR_OWNERS = { config: { right: "owner" } } as const;

/** The least role for a request; null: nobody may make it. An unknown address is reported as such later. */
export function rightOf({ method, routeOptions }: FastifyRequest): MemberRole | null {
  if (routeOptions.url !== undefined) return routeOptions.config.right ?? null;
  return READING.has(method) ? "viewer" : "editor";
}

/** For the document. */
export interface Example {
  body?: unknown;
  answer?: unknown;
  /** By content type; bytes have none. */
  files?: Record<string, string>;
}

/** What others than the router read of an operation. */
export interface Described {
  /** Its operationId. */
  name: string;
  /** For agents, where the name would not say what it does. */
  title?: string;
  right: MemberRole;
  example?: Example | ((baseUrl: string) => Example);
}

/** By name. */
export type Operations = ReadonlyMap<string, Described>;

/** Also accepted by a PATCH, which follows RFC 7396. */
export const PATCH_TYPES = ["application/json", "application/merge-patch+json"];

interface Output<A> {
  /** Default: 200, or 204 without a shape. */
  status?: 201;
  description: string;
  /** The description of a 201 instead of a 200: the handler sets its status and its Location. */
  created?: string;
  /** Of the body, or its content by media type. */
  shape?: A;
  /** In addition to those of every response. */
  headers?: readonly HeaderName[];
  /** Whether it can be a 404. Default: for paths with an id. */
  notFound?: boolean;
  /** False: a read without an ETag. */
  tagged?: false;
}

type Request<P extends TSchema, Q extends TSchema, B extends TSchema> = FastifyRequest<{
  Params: Static<P>;
  Querystring: Static<Q>;
  Body: Static<B>;
}>;
type Answer<A> = A extends TSchema ? Static<A> : unknown;

interface Operation<P extends TSchema, Q extends TSchema, B extends TSchema, A, Found> extends Described {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  summary: string;
  description: string;
  /** Request headers, in addition to If-None-Match of reads. */
  headers?: readonly RequestHeader[];
  params?: P;
  query?: Q;
  body?: B;
  /** Media types of the body, if others than JSON. */
  consumes?: string[];
  bodyLimit?: number;
  /** The body is only documented: `rules` or `handle` check its shape too. */
  isUnchecked?: boolean;
  output: Output<A>;
  /** Looks up what the request is about, before its body is checked: throws what comes before a 400. */
  find?: (request: Request<P, Q, B>) => Promise<Found>;
  /** Corrects the problems that the schema finds. */
  shapeProblems?: (problems: FieldProblem[], body: unknown) => FieldProblem[];
  /** What a schema alone cannot say, of the fields with a valid shape. */
  rules?: (
    body: Partial<Static<B>>,
    request: Request<P, Q, B>,
    found: Found,
  ) => FieldProblem[] | Promise<FieldProblem[]>;
  /** The first answer to the Idempotency-Key of a request that was valid then and is not now. */
  replay?: (request: Request<P, Q, B>, key: string) => Promise<Answer<A> | null>;
  /** Gets a valid body. */
  handle: (request: Request<P, Q, B>, reply: FastifyReply, found: Found) => Promise<Answer<A>>;
}

/** Registers operations of a group of the document. `locationOf`: each 201 has the URL of what was created. */
export const operationsOf =
  (server: Server, group: string, locationOf?: (path: string, id: string) => string) =>
  <
    P extends TSchema = TUnknown,
    Q extends TSchema = TUnknown,
    B extends TSchema = TUnknown,
    A extends TSchema | undefined = undefined,
    Found = undefined,
  >(
    operation: Operation<P, Q, B, A, Found>,
  ): void => {
    const { name, method, path, right, output, params, query, body, consumes, bodyLimit, isUnchecked } = operation;
    const { status = output.shape ? 200 : 204, notFound = path.includes(":id") } = output;
    const tagged = method === "GET" && output.tagged !== false;
    const takes = [...(operation.headers ?? []), ...(tagged ? ["If-None-Match" as const] : [])];
    const location = status === 201 ? locationOf : undefined;
    const headers = [
      ...(output.headers ?? []),
      ...(location ? ["Location" as const] : []),
      ...(takes.includes("Idempotency-Key") ? ["Idempotency-Replayed" as const] : []),
    ];
    server.route({
      method,
      url: path,
      config: { right, operation },
      attachValidation: body !== undefined,
      ...(bodyLimit !== undefined && { bodyLimit }),
      ...(isUnchecked && { validatorCompiler: () => () => true }),
      schema: {
        operationId: name,
        summary: operation.summary,
        description: operation.description,
        tags: [group],
        ...(consumes && { consumes }),
        ...(params && { params }),
        ...(query && { querystring: query }),
        ...(body && { body }),
        ...(takes.length > 0 && { headers: readsHeaders(...takes) }),
        response: {
          // What was created has no ETag yet.
          ...(output.created &&
            responseSchemas(201, output.created, output.shape, {
              headers: [...headers.filter((name) => name !== "ETag"), "Location"],
              ...{ notFound, tagged },
            })),
          ...responseSchemas(status, output.description, output.shape, { headers, notFound, tagged }),
        },
      },
      handler: async (given, reply) => {
        const request = given as unknown as Request<P, Q, B>;
        const found = (await operation.find?.(request)) as Found;
        const problems = await problemsOf(operation, request, found);
        const answer =
          problems.length === 0
            ? await operation.handle(request, reply, found)
            : await replayed(operation, request, reply, problems);
        if (location) reply.header("Location", location(request.routeOptions.url!, (answer as { id: string }).id));
        if (status !== 200) reply.code(status);
        return status === 204 ? reply.send() : answer;
      },
    });
  };

/** Of the shape and by the rules, in one list. */
async function problemsOf<P extends TSchema, Q extends TSchema, B extends TSchema, Found>(
  { headers, body, isUnchecked, shapeProblems = (all) => all, rules }: Operation<P, Q, B, unknown, Found>,
  request: Request<P, Q, B>,
  found: Found,
): Promise<FieldProblem[]> {
  if (body === undefined) return [];
  if (request.body === undefined && !isUnchecked) throw noBody();
  const errors = (request.validationError?.validation ?? []) as unknown as ErrorObject[];
  const shape = shapeProblems(problemsOfErrors(errors, "body"), request.body);
  const ruled = await rules?.(soundPart(request.body, shape) as Partial<Static<B>>, request, found);
  const key = headers?.includes("Idempotency-Key") ? keyProblems(onceKeyOf(request)) : [];
  return [...key, ...shape, ...(ruled ?? [])];
}

async function replayed<P extends TSchema, Q extends TSchema, B extends TSchema, A>(
  { replay }: Pick<Operation<P, Q, B, A, never>, "replay">,
  request: Request<P, Q, B>,
  reply: FastifyReply,
  problems: FieldProblem[],
): Promise<Answer<A>> {
  const key = onceKeyOf(request);
  const first = replay && key !== undefined ? await replay(request, key) : null;
  if (first === null) throw invalid(problems);
  markReplayed(reply, true);
  return first;
}
