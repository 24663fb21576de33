import type { Server } from "./server.ts";

/** Four tiles of a mosaic, also the corner of a QR code; same drawing as web/src/logo.svg. */
export const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><title>Tessera</title><rect width="32" height="32" rx="7" fill="#0e5a54"/><path fill="#fffefc" d="M7 7h8v8H7zM17 17h8v8h-8z"/><path fill="#e0a458" d="M17 7h8v8h-8z"/><path fill="#86d6cb" d="M7 17h8v8H7z"/></svg>';

/** The logo at 48 pixels, for browsers that request /favicon.ico. */
const FAVICON = Buffer.from(
  [
    "iVBORw0KGgoAAAANSUhEUgAAADAAAAAwCAYAAABXAvmHAAACjElEQVR4nOyaz2sTQRTHv7O7UtqaVCoIiq1eij8Q",
    "WsQfEdMiHkRvtSZq66EHvXj1JPg/iDc9KB6kmIMmgSLoScRCGxSNCOm1tuJBUUsbG2uzeb6XNKHSaiYEuxm6H9js",
    "MHlJ3oedTF5m1sFfCA5FjwCF40SqB6BupVQ31hEiesentIJK54leLMQev10rTq3q6e/fEmi2b3HCw2gQWIZY5PZc",
    "Ln8DyeTsyuf+EGgdPHvagn1PKexAA0KETwW4l388TDwt91UEWi9ETtk2nsEAXHLPlCVKAjJsWuwMX6btMAC5EvPZ",
    "xS6Mji5Y0hFsse+YkrwgQzywuelmsR2MRttpE33hS2HBIIinSDjuNoucQp9pyQvFnJesXotNTsBUFIUcNgnBVMgS",
    "AbVXJza8bz96+dDl5WQGY3wIh9oVDm9V2q999ZXw+htVjeN37HH4sQ0aSPLXByLQJv6oIiDJX+2q5WtW0BKQ3B0Y",
    "ji/gNb6A1/gCXuMLeM3GEZDaRsqDmuKXkdpGygNdSvF6qOBQRD+6Adk4Q6ijswO7dnfqhuPD1DRmpmeK7XpK8Wpo",
    "C0jy4b4w9BmrCNRTilfDn0a9xhfwGl/Aa3wBr/EFvEZbQGobKQ9qiy9RTyleDRUYPDfBG3pHYSC895fiBUuVhrGo",
    "tMUWxgpI7pZlmysguVtzI/GUjCUYBoGeS+6yaE9L5F7k83cYA82SXZCcqbjr8DOWnOI1gyswBCrQcPZB4rO07XLn",
    "r/eZSefAnpSCdZL3YQNoQJZvNTifjSWelPtWb1xFo20Bh+6yRA1/Yv8/nPz9+Vz+2j9v9lhJ86WBnbaLEP/IHeMw",
    "Puggt5uwDvCkssif+YZb49wed21M5EbiH9eK/Q0AAP//hCEhHAAAAAZJREFUAwB/nfFK61uIdQAAAABJRU5ErkJg",
    "gg==",
  ].join(""),
  "base64",
);

export function faviconRoute(server: Server): void {
  server.get("/favicon.ico", async (_request, reply) =>
    reply
      .header("Cache-Control", "public, max-age=86400")
      .header("X-Content-Type-Options", "nosniff")
      .type("image/png")
      .send(FAVICON),
  );
}
