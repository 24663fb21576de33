import { after, it } from "node:test";
import { stopOwnServer } from "../support/databases.ts";
import { webhooksOutliveKills } from "./support/webhooks.ts";

after(stopOwnServer);

it("F20: webhooks of two nodes that are killed in turn, and the other takes over in time", () =>
  webhooksOutliveKills({ engine: "postgres", kills: 10, timed: true }));
it("F20: webhooks of one node that is killed", () => webhooksOutliveKills({ engine: "sqlite", kills: 10 }));
