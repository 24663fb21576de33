import type { Style } from "../../../api/types.ts";
import type { Problems } from "../../../forms/form.ts";
import type { Change } from "./parts.ts";

/** A part of the look's form. */
export interface StyleProps {
  style: Style;
  change: (part: Change<Style>) => void;
  /** By the name of the input. */
  problems: Problems;
}
