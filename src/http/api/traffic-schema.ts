import { Type } from "typebox";
import { TRAFFIC_REASONS } from "../../analytics/service.ts";
import { date, number } from "./schemas.ts";

const REASONS: Record<(typeof TRAFFIC_REASONS)[number], string> = {
  head: "HEAD requests.",
  prefetch: "Browsers that fetched early.",
  preview: "Messengers and networks that made a link preview.",
  crawler: "Known crawlers.",
  paused: "Visits while the code was paused.",
  expired: "Visits after the code had expired.",
};

const missed = Type.Object(
  Object.fromEntries(TRAFFIC_REASONS.map((reason) => [reason, number(REASONS[reason])])) as Record<
    (typeof TRAFFIC_REASONS)[number],
    ReturnType<typeof Type.Integer>
  >,
  { title: "UncountedVisits", description: "Visits that were not counted, by reason." },
);

export const Traffic = Type.Object(
  {
    counted: number("Scans in the period."),
    missed,
    timeline: Type.Array(Type.Object({ date, counted: number("Scans of that day."), missed }), {
      description: "Every day of the period, oldest first.",
    }),
  },
  { title: "Traffic", description: "What was counted and what was not, by reason." },
);
