import { after, it } from "node:test";
import { stopOwnServer } from "../support/databases.ts";
import { webhooksOutliveKills } from "./support/webhooks.ts";

after(stopOwnServer);

it("webhooks lose nothing when one of two nodes is killed, scaled down", () =>
  webhooksOutliveKills({ engine: "postgres", kills: 1 }));
