import { it } from "node:test";
import { where } from "../support/tools.ts";
import { bearSlowClients } from "./support/slow.ts";

// Connections are watched through Linux's /proc.
where(process.platform === "linux", it)("F10: 200 slow clients are cut off and slow nobody down", () =>
  bearSlowClients(200),
);
