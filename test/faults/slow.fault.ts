import { it } from "node:test";
import { bearSlowClients, NO_PROC } from "./support/slow.ts";

const skip = process.platform !== "linux" && NO_PROC;

it("F10: 1000 slow clients are cut off and slow nobody down", { skip }, () =>
  bearSlowClients(1000, { timed: true }),
);
