import { after, it } from "node:test";
import { endOwnServer } from "../support/stores.ts";
import { revokeUnderLoad } from "./revoke.ts";

after(endOwnServer);

it("admits nothing that began after a key was revoked, on any node", () => revokeUnderLoad(1));
