import type { FastifyDynamicSwaggerOptions } from "@fastify/swagger";
import { finishDocument } from "./document.ts";
import { ERROR_SCHEMAS } from "./error-schemas.ts";

/** Of the interface, not of the program: it grows when something is added to v1. */
const INTERFACE_VERSION = "1.3.0";

/** The OpenAPI document's head; its body comes from the schemas that validate. */
export const describeApi = (baseUrl: string): FastifyDynamicSwaggerOptions => ({
  openapi: {
    openapi: "3.1.0",
    info: {
      title: "Tessera",
      version: INTERFACE_VERSION,
      description:
        "Create QR codes, share them, and see when and where they are scanned. Within v1 changes only add; every answer tells how many requests are left.",
      contact: { name: "The operator of this service", url: `${baseUrl}/docs` },
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: baseUrl }],
    tags: [
      { name: "QR codes", description: "Create, read, list, change and delete QR codes." },
      { name: "Scans", description: "Who scanned a QR code: sums, records, and what did not count." },
      { name: "Images", description: "A QR code as a picture, and how well it scans." },
      { name: "Account", description: "The key that asks." },
      { name: "Looks", description: "How QR codes look: shapes, gradients, frames and logos." },
      { name: "Webhooks", description: "What happens to your QR codes, sent to a program of yours." },
    ],
    components: {
      securitySchemes: {
        apiKey: { type: "http", scheme: "bearer", description: "An API key: Authorization: Bearer tsr_…" },
      },
    },
    security: [{ apiKey: [] }],
  },
  transformObject: (made) =>
    "openapiObject" in made ? finishDocument(made.openapiObject, ERROR_SCHEMAS, baseUrl) : made.swaggerObject,
});
