import { type ApiCall, type Arguments, checkArguments, explainError, requestOf, type ToolSchema } from "./call.ts";
import type { Operation } from "./operations.ts";
import { RECIPES, type Recipe } from "./recipes.ts";
import { type Content, show } from "./shapes.ts";

export interface Tool {
  name: string;
  title: string;
  description: string;
  inputSchema: ToolSchema;
  annotations: Annotations;
  run(call: ApiCall, args: Arguments): Promise<Content[]>;
}

interface Annotations {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: false;
}

/** The tools over the operations of the document. */
export function makeTools(operations: ReadonlyMap<string, Operation>): Tool[] {
  const find = (id: string): Operation => {
    const operation = operations.get(id);
    if (!operation) throw new Error(`The document has no operation ${id}.`);
    return operation;
  };
  return RECIPES.map((recipe) => toolOf(recipe, find));
}

function toolOf(recipe: Recipe, find: (id: string) => Operation): Tool {
  const { name, title, hint, destructive = false, defaults = {} } = recipe;
  const operation = find(recipe.operation);
  const inputSchema = schemaOf(recipe, operation);
  const isRead = operation.method === "GET";
  return {
    name,
    title,
    description: hint ? `${operation.description} ${hint}` : operation.description,
    inputSchema,
    annotations: {
      readOnlyHint: isRead,
      destructiveHint: destructive,
      idempotentHint: isRead || operation.method !== "POST",
      openWorldHint: false,
    },
    async run(call, args) {
      checkArguments(inputSchema, args);
      const ask = async (given: Arguments, id?: string) => {
        const answer = await call(requestOf(id ? find(id) : operation, given));
        if (answer.status >= 400) throw explainError(answer);
        return answer;
      };
      const all = { ...defaults, ...args };
      if (recipe.run) return recipe.run({ args: all, ask });
      const { json } = await ask(all);
      return recipe.answer ? recipe.answer(json, all) : show(json);
    },
  };
}

function schemaOf(recipe: Recipe, { properties, required }: Operation): ToolSchema {
  const { takes = Object.keys(properties), more = {}, defaults = {} } = recipe;
  const own = takes
    .filter((name) => properties[name])
    .map((name) => {
      const schema = properties[name]!;
      return [name, name in defaults ? { ...schema, default: defaults[name] } : schema];
    });
  return {
    type: "object",
    properties: { ...Object.fromEntries(own), ...more },
    required: required.filter((name) => takes.includes(name)),
    additionalProperties: false,
  };
}
