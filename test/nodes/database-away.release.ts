import { after, it } from "node:test";
import { stopOwnServer } from "../support/databases.ts";
import { badWeather, databaseRestarts } from "./database-away.ts";

after(stopOwnServer);

it("loses and duplicates nothing when PostgreSQL stops and returns under load", () =>
  databaseRestarts(2, 300, { pauseMs: 50 }));

it("loses and duplicates nothing, and stays fast, over a slow, silent or cut network", () =>
  badWeather(2.5, { pauseMs: 50 }));
