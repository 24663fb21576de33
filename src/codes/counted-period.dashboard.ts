import { Type } from "typebox";
import { COMPARISONS, PERIODS } from "../scans/periods.ts";
import { enumOf } from "../server/shapes.ts";

const day = (description: string) => Type.Optional(Type.String({ format: "date", minLength: 1, description }));

/** The scans that lists count and sort by. Without a period all of a code. */
export const countedPeriod = {
  period: Type.Optional(enumOf(PERIODS, "Only scans in these days, as in insights.")),
  from: day("A first day, instead of period."),
  to: day("A last day."),
  compare: Type.Optional(enumOf(COMPARISONS, "What to compare with. Default: as many days before.")),
};
