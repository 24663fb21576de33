import { it } from "node:test";
import { revokeUnderLoad } from "./revoke.ts";

it("admits nothing that began after a key was revoked, on any node", () => revokeUnderLoad(1));
