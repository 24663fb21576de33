import { Type } from "typebox";
import { ERROR_STATUS } from "../../shared/errors.ts";
import { enumOf, exact, text } from "./schemas.ts";

const code = enumOf(Object.keys(ERROR_STATUS), "What kind of error it is.");
const message = text("One sentence for a person.");
const details = Type.Array(
  Type.Object({
    field: text("The field, parameter or header that is wrong."),
    message: text("What is wrong with it, and what is accepted."),
  }),
  { description: "Every field that is wrong.", minItems: 1 },
);
const requestId = text("Names the request, as X-Request-Id does; quote it when you report a fault.");

/** What an error is written by, whichever it is. */
export const ErrorBody = Type.Object({ error: code, message, details: Type.Optional(details), requestId });

/** Errors as the document names them. */
export const ERROR_SCHEMAS = [
  Type.Object({ error: code, message, requestId }, exact("Error", "An error. The set of five is closed.")),
  Type.Object(
    {
      error: Type.Unsafe<"validation_error">({
        type: "string",
        const: "validation_error",
        description: "What kind of error it is.",
      }),
      message,
      details,
      requestId,
    },
    exact("ValidationError", "Something sent is not valid."),
  ),
];
