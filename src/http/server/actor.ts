import type { FastifyRequest } from "fastify";
import type { Actor } from "../../shared/actor.ts";

/** Who asks: a key by its name, or the person who is signed in. */
export const actorOf = ({ apiKey, ownerId }: FastifyRequest): Actor =>
  apiKey ? { kind: "key", name: apiKey.name } : { kind: "person", name: ownerId };
