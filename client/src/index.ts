export type { CallOptions, Items, OnceOptions } from "./call.ts";
export { type ClientOptions, createClient, type TesseraClient } from "./client.ts";
export * from "./errors.ts";
export type * from "./openapi.ts";
export type * from "./shapes.ts";
export type { Pause } from "./transport.ts";
export * from "./verify.ts";
