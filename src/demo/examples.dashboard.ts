import { createOneAtATime } from "../server/dashboard-guards.ts";
import { FOR_EDITORS, FOR_VIEWERS } from "../server/operation.ts";
import type { Server } from "../server/server.ts";
import type { Services } from "../services.ts";

/** Adds and removes example codes. */
export function exampleRoutes(server: Server, { examples }: Services): void {
  const enter = createOneAtATime("The examples are being created or removed. Try again in a moment.");

  async function oneAtATime(
    workspaceId: string,
    work: (workspaceId: string) => Promise<number>,
  ): Promise<{ count: number }> {
    const leave = enter(workspaceId);
    try {
      return { count: await work(workspaceId) };
    } finally {
      leave();
    }
  }

  server.get("/examples", FOR_VIEWERS, async ({ workspaceId }) => ({ count: await examples.count(workspaceId) }));
  server.post("/examples", FOR_EDITORS, ({ workspaceId }) => oneAtATime(workspaceId, examples.make));
  server.delete("/examples", FOR_EDITORS, ({ workspaceId }) => oneAtATime(workspaceId, examples.remove));
}
