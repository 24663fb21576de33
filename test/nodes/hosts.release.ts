import { after, it } from "node:test";
import { stopOwnServer } from "../support/databases.ts";
import { callersMistakes, firstHostFails } from "./hosts.ts";

const EVERY_MS = 40;

after(stopOwnServer);

for (const fault of ["silent", "refusing", "read-only"] as const) {
  it(`switches to the other host when the first is ${fault}`, async () =>
    void (await firstHostFails(fault, 0.5, EVERY_MS)));
}

it("does not let one caller's mistakes affect others with two hosts", () => callersMistakes(1, EVERY_MS, EVERY_MS));
