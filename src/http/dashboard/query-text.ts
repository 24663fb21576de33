import type { FastifyRequest } from "fastify";
import { type FieldProblem, invalid } from "../../shared/errors.ts";
import { unicodeProblem } from "../../shared/text.ts";

/** No database takes every text that an address can hold; what none takes is refused for all routes. */
export async function refuseBadQuery({ params, query }: FastifyRequest): Promise<void> {
  const problems: FieldProblem[] = [];
  for (const [field, value] of Object.entries({ ...(params as object), ...(query as object) })) {
    const message = [value]
      .flat()
      .map((text) => unicodeProblem(String(text)))
      .find(Boolean);
    if (message) problems.push({ field, message });
  }
  if (problems.length > 0) throw invalid(problems);
}
