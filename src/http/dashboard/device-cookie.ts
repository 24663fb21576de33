import type { FastifyReply, FastifyRequest } from "fastify";
import type { Devices } from "../../accounts/devices.ts";

const NAME = "tessera.device";
const YEAR_SECONDS = 365 * 86_400;
const COOKIE = /(?:^|;\s*)tessera\.device=([\w.-]+)/;

/** Remembers in the browser to which account it signed in last; it opens nothing by itself. */
export function createDeviceCookie(devices: Devices, { https, basePath }: { https: boolean; basePath: string }) {
  return {
    read: (request: FastifyRequest, account: string): string | null =>
      devices.read(account, COOKIE.exec(request.headers.cookie ?? "")?.[1]),

    send(reply: FastifyReply, account: string): void {
      const attributes = `Path=${basePath}/api/dashboard; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax`;
      const value = `${NAME}=${devices.issue(account)}; ${attributes}${https ? "; Secure" : ""}`;
      reply.header("Set-Cookie", value);
    },
  };
}

export type DeviceCookie = ReturnType<typeof createDeviceCookie>;
