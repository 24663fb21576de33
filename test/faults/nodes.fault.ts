import { after, it } from "node:test";
import { badWeather, databaseRestarts } from "../nodes/database-away.ts";
import { failOver } from "../nodes/failover.ts";
import { revokeUnderLoad } from "../nodes/revoke.ts";
import { stopOwnServer } from "../support/databases.ts";

const FULL = { pauseMs: 2, timed: true };

after(stopOwnServer);

it("F4: PostgreSQL stops and returns ten times", () => databaseRestarts(10, 5000, FULL));
it("F5: the primary is killed, the standby promoted", () => failOver(20_000, 2));
it("F6: a slow, silent and cut network", () => badWeather(30, FULL));
it("F14: keys revoked under load", () => revokeUnderLoad(10));
