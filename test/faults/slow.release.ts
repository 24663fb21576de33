import { it } from "node:test";
import { where } from "../support/tools.ts";
import { bearSlowClients } from "./support/slow.ts";

// Connections are read from /proc, on Linux only.
where(process.platform === "linux", it)("F10: 200 slow clients are cut off and slow no one else down", () =>
  bearSlowClients(200),
);
