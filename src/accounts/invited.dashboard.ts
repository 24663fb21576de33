import { Type } from "typebox";
import type { Server } from "../server/server.ts";
import type { Services } from "../services.ts";
import { invitationHash, type Workspaces } from "../workspaces/service.ts";
import { Zone } from "./sign-in.dashboard.ts";

const text = (maxLength = 500) => Type.String({ maxLength });
const token = text(100);

/** For somebody with the link of an invitation, who may not have an account. The token is in the body, never logged. */
export function invitedRoutes(server: Server, { accounts, workspaces, throttle, attempts, addressOf }: Services): void {
  server.post("/join/check", { schema: { body: Type.Object({ token }) } }, async (request) => {
    let target: Awaited<ReturnType<Workspaces["checkInvitation"]>> | undefined;
    await attempts.run(
      request,
      () => throttle.takeLink(addressOf(request)),
      async () => {
        target = await workspaces.checkInvitation(request.body.token);
        return true;
      },
    );
    return target!;
  });

  // Also while sign-up is closed: an owner has decided who may come. Signing in is the next request.
  server.post(
    "/join/sign-up",
    {
      schema: {
        body: Type.Object({ token, name: Type.Optional(text(100)), email: text(), password: text(), zone: Zone }),
      },
    },
    async (request, reply) => {
      const { token, name, email, password, zone } = request.body;
      if (name?.trim()) accounts.checkName(name.trim());
      await attempts.run(
        request,
        () => throttle.takeSignUp(addressOf(request)),
        async () => {
          // First: without an invitation, nobody learns whose address has an account.
          await workspaces.checkInvitation(token);
          const invitation = invitationHash(token);
          await accounts.add({
            name,
            email,
            password,
            plan: "free",
            role: "member",
            emailVerified: false,
            invitation,
            zone,
          });
          return true;
        },
      );
      return reply.code(204).send();
    },
  );
}
