import type { Examples } from "../../demo/examples.ts";
import type { Server } from "../server/server.ts";
import { createOneAtATime } from "./guards.ts";

/** Adds and removes example codes. */
export function exampleRoutes(server: Server, examples: Examples): void {
  const enter = createOneAtATime("The examples are being created or removed. Try again in a moment.");

  async function oneAtATime(ownerId: string, work: (ownerId: string) => Promise<number>): Promise<{ count: number }> {
    const leave = enter(ownerId);
    try {
      return { count: await work(ownerId) };
    } finally {
      leave();
    }
  }

  server.get("/examples", async ({ ownerId }) => ({ count: await examples.count(ownerId) }));
  server.post("/examples", ({ ownerId }) => oneAtATime(ownerId, examples.make));
  server.delete("/examples", ({ ownerId }) => oneAtATime(ownerId, examples.remove));
}
