import { it } from "node:test";
import { badWeather, databaseRestarts } from "./database-away.ts";

it("loses and doubles nothing when PostgreSQL stops and comes back under load", () =>
  databaseRestarts(2, 1500));

it("loses and doubles nothing, and keeps its pace, over a slow, silent or cut network", () =>
  badWeather(4));
