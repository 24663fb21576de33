import { after, it } from "node:test";
import { stopOwnServer } from "../support/databases.ts";
import { callersMistakes, firstHostFails } from "./hosts.ts";

const EVERY_MS = 40;

after(stopOwnServer);

for (const fault of ["silent", "refusing", "read-only"] as const) {
  it(`finds the other host when the first is ${fault}`, async () => void (await firstHostFails(fault, 0.5, EVERY_MS)));
}

it("lets nobody suffer from a caller's mistakes with two hosts", () => callersMistakes(1, EVERY_MS, EVERY_MS));
