import { it } from "node:test";
import { callersMistakes, firstHostFails } from "./hosts.ts";

for (const fault of ["silent", "refusing", "read-only"] as const) {
  it(`finds the other host when the first is ${fault}`, async () =>
    void (await firstHostFails(fault, 1)));
}

it("lets nobody suffer from a caller's mistakes with two hosts", () => callersMistakes(2));
