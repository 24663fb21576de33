import { it } from "node:test";
import { failOver } from "./failover.ts";

it("loses and duplicates nothing when the primary is killed and its standby promoted", () => failOver(100, 20));
