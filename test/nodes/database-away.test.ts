import { it } from "node:test";
import { badWeather, databaseRestarts } from "./database-away.ts";

it("loses and doubles nothing when PostgreSQL stops and comes back under load", async () =>
  void (await databaseRestarts(2, 1500)));

it("loses and doubles nothing, and answers all, over a slow, silent or cut network", async () =>
  void (await badWeather(4)));
