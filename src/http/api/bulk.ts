import { Type } from "typebox";
import type { Codes } from "../../codes/service.ts";
import { actorOf } from "../server/actor.ts";
import type { Server } from "../server/server.ts";
import { MOST_CODES, readDrafts } from "./bulk-input.ts";
import { keyProblems, readsHeaders } from "./headers.ts";
import { responseSchemas } from "./response-schemas.ts";
import { CreateBody, CreatedCode, exact } from "./schemas.ts";
import type { CodeSerializers } from "./serializers.ts";

const BULK_BYTES = 4 << 20;

const CreateMany = Type.Object(
  {
    qrcodes: Type.Array(CreateBody, {
      minItems: 1,
      maxItems: MOST_CODES,
      description: `1 to ${MOST_CODES} QR codes, each as for a single creation.`,
    }),
  },
  { title: "CreateQrCodes", description: "QR codes to create together." },
);

const CreatedMany = Type.Object(
  { data: Type.Array(CreatedCode, { description: "In the order in which they were sent." }) },
  exact("CreatedQrCodes", "QR codes as their creation answers."),
);

export function bulkRoutes(server: Server, codes: Codes, serializers: CodeSerializers): void {
  server.post(
    "/qrcodes/bulk",
    {
      bodyLimit: BULK_BYTES,
      // A list is judged one by one in readDrafts, where others have their turn in between.
      validatorCompiler: () => (value: unknown) => ({ value }),
      schema: {
        summary: "Create up to 500 QR codes at once",
        operationId: "createCodes",
        tags: ["QR codes"],
        description:
          "All of them or none: if anything is wrong with one, nothing is created, and details name every field of each as qrcodes[3].content. It counts as one request. The body may be 4 MiB large and hold 20000 values.",
        headers: readsHeaders("Idempotency-Key"),
        body: CreateMany,
        response: responseSchemas({
          status: 201,
          description: "The QR codes as created, in their order.",
          body: CreatedMany,
          headers: ["Idempotency-Replayed", "Vary"],
          notFound: false,
        }),
      },
    },
    async (request, reply) => {
      const key = request.headers["idempotency-key"] as string | undefined;
      const drafts = await readDrafts(request.body, keyProblems(key), codes.problems);
      const made = await codes.createAll(request.ownerId, drafts, key, actorOf(request));
      if (made.replayed) reply.header("Idempotency-Replayed", "true");
      reply.code(201);
      return { data: made.codes.map(serializers.created) };
    },
  );
}
