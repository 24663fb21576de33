import { it } from "node:test";
import { refuseHostileRequests } from "./support/hostile.ts";

it("F11: hostile requests at /r are refused in bounded memory", () => refuseHostileRequests(50));
