import { type Static, Type } from "typebox";
import { enumOf, exact, nullable, text, withRequired } from "../server/shapes.ts";
import { ADDRESS_LENGTH, type GivenAfterwards, MESSAGE_LENGTH } from "./afterwards.ts";
import {
  example,
  givenRule,
  givenVariant,
  keptRule,
  keptVariant,
  MAX_EXAMPLES,
  MAX_RULES,
  VARIANTS,
  visit,
} from "./shape.ts";

/** `otherwise`: what null means. */
export const afterwardsField = (otherwise: string) =>
  nullable<GivenAfterwards>("object", {
    default: null,
    description: `Where visitors go while a code is paused or expired: {"to": a web address}, to which they are redirected, or {"message": words}, which our page shows. Null: ${otherwise}.`,
    properties: {
      to: {
        type: "string",
        minLength: 1,
        maxLength: ADDRESS_LENGTH,
        description: "A web address by the rules of content of type url; {placement} stands for the copy's name.",
      },
      message: {
        type: "string",
        minLength: 1,
        maxLength: MESSAGE_LENGTH,
        description: "At most 500 characters, line breaks included.",
      },
    },
  });

const startsAt = nullable<string>("string", {
  format: "date-time",
  default: null,
  description: "Before it, visitors get a page that says when. Null: at once.",
});
const RULES = "The first one whose conditions all hold decides. For codes of type url and social.";
const SPLIT = "Visitors that no rule leads get one of these by chance, the same all day. Null: none.";
const EXAMPLES = "Checked whenever routing is set: one that does not hold is refused.";
const flag = (description: string) => Type.Boolean({ default: false, description });
const passQuery = "Parameters of the visited address are added to where it leads, unless that has them.";
const passScanId = "The ID of the scan is added as a parameter, unless it has one of that name.";
const afterwards = afterwardsField("as the brand of the workspace says");

export const SetRoutingBody = withRequired(
  [],
  Type.Object(
    {
      startsAt,
      rules: Type.Array(givenRule, { maxItems: MAX_RULES, default: [], description: RULES }),
      split: Type.Unsafe<{ variants: Static<typeof givenVariant>[] } | null>({
        type: ["object", "null"],
        default: null,
        description: SPLIT,
        properties: { variants: Type.Array(givenVariant, { ...VARIANTS, description: "Two to ten." }) },
        required: ["variants"],
      }),
      afterwards,
      passQuery: flag(passQuery),
      passScanId: flag(passScanId),
      examples: Type.Array(example, { maxItems: MAX_EXAMPLES, default: [], description: EXAMPLES }),
    },
    { title: "SetRouting", description: "What is left out goes back to its default. Unknown fields are ignored." },
  ),
);

export const RoutingShape = Type.Object(
  {
    startsAt,
    rules: Type.Array(keptRule, { description: RULES }),
    split: nullable<{ variants: Static<typeof keptVariant>[] }>("object", {
      description: SPLIT,
      properties: { variants: Type.Array(keptVariant, { description: "Two to ten." }) },
      required: ["variants"],
    }),
    afterwards,
    passQuery: flag(passQuery),
    passScanId: flag(passScanId),
    examples: Type.Array(example, { description: EXAMPLES }),
  },
  exact("Routing", "Where a QR code leads other than to its content."),
);

export const ExplainBody = withRequired(
  ["visit"],
  Type.Object({ visit }, { title: "ExplainRouting", description: "A visit to explain." }),
);

export const ExplanationShape = Type.Object(
  {
    to: nullable<string>("string", {
      description: "Where the visit leads. Null: to a page of ours, or to one of the split's variants.",
    }),
    outcome: enumOf(["not-started", "rule", "split", "content"] as const, "What decides."),
    rule: nullable<string>("string", { description: "The ID of the rule that leads it." }),
    variant: nullable<string>("string", {
      description: "Null: which variant a visitor gets depends on who they are.",
    }),
    checks: Type.Array(
      Type.Object(
        {
          rule: text("The ID of a rule."),
          matched: Type.Boolean({ description: "Whether all its conditions hold." }),
          because: text("A sentence."),
        },
        { additionalProperties: false },
      ),
      { description: "The rules up to the one that matches, in their order." },
    ),
  },
  exact("RoutingExplanation", "Where a visit would lead, and why."),
);
