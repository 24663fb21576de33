import { it } from "node:test";
import { bearSlowClients } from "./support/slow.ts";

const skip = process.platform !== "linux" && "NOT TESTED: connections are watched through /proc";

it("F10: 200 slow clients are cut off and slow nobody down", { skip }, () => bearSlowClients(200));
