import { after, it } from "node:test";
import { stopOwnServer } from "../support/databases.ts";
import { revokeUnderLoad } from "./revoke.ts";

after(stopOwnServer);

it("admits no request begun after its key was revoked, on any node", () => revokeUnderLoad(1));
