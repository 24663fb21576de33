import { Type } from "typebox";
import type { Looks } from "../../looks/service.ts";
import { PLAIN, type Style } from "../../rendering/style.ts";
import { invalid } from "../../shared/errors.ts";
import { StyleBody } from "../api/look-schemas.ts";
import { leavingOf } from "../server/leaving.ts";
import type { Server } from "../server/server.ts";
import { answerJsonSlowly } from "./slow-answer.ts";

const MOST_CODES = 500;

const ApplyBody = Type.Object({
  ids: Type.Array(Type.String(), { minItems: 1, maxItems: MOST_CODES }),
  style: Type.Optional(Type.Unsafe<Style | null>({ ...StyleBody, type: ["object", "null"] })),
  styleId: Type.Optional(Type.String()),
});

/** One look for many codes, as they are chosen in the list. */
export function applyRoutes(server: Server, looks: Looks): void {
  server.post("/looks/apply", { schema: { body: ApplyBody } }, async ({ ownerId, body }, reply) => {
    const { ids, style, styleId } = body;
    if (styleId === undefined && style === undefined) {
      throw invalid([{ field: "style", message: "is required, or styleId; null is plain" }]);
    }
    const wanted = styleId === undefined ? { style: style ?? PLAIN } : { styleId };
    // Codes of as many colours are judged one after the other, a tenth of a second each.
    return answerJsonSlowly(reply, looks.apply(ownerId, ids, wanted, leavingOf(reply)));
  });
}
