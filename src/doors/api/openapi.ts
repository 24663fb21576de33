import type { FastifyDynamicSwaggerOptions } from "@fastify/swagger";
import { VERSION } from "../../shared/version.ts";

/** The OpenAPI document's head; its body comes from the schemas that validate. */
export const describeApi = (baseUrl: string): FastifyDynamicSwaggerOptions => ({
  openapi: {
    openapi: "3.1.0",
    info: {
      title: "Tessera",
      version: VERSION,
      description:
        "Create QR codes, share them, and see who scanned them. Within v1 changes only add; every answer tells how many requests are left.",
    },
    servers: [{ url: baseUrl }],
    components: {
      securitySchemes: {
        apiKey: {
          type: "http",
          scheme: "bearer",
          description: "An API key: Authorization: Bearer tsr_…",
        },
      },
    },
    security: [{ apiKey: [] }],
  },
});
