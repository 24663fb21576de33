import { Card } from "@mantine/core";
import { inWords } from "../../parts/formats.ts";
import { uncounted as reasonWords } from "../../parts/scan-words.ts";
import classes from "./overview.module.css";
import { uncounted as words } from "./words.ts";

/** Visits that were not counted, by reason. */
export function Uncounted({ visits, zone }: { visits: { reason: string; count: number }[]; zone: string }) {
  const reasons = visits.toSorted((a, b) => b.count - a.count);
  const missed = reasons.reduce((sum, { count }) => sum + count, 0);
  if (missed === 0) return null;
  return (
    <Card component="section" aria-label={reasonWords.region} className={classes.wide}>
      <div className={classes.head}>
        <h2>{words.some(missed)}</h2>
        {zone !== "UTC" && <span className={classes.hint}>{reasonWords.utcDays}</span>}
      </div>
      <ul className={classes.list}>
        {reasons.map(({ reason, count }) => {
          const [name, meaning] = reasonWords.reasons[reason] ?? [reason, ""];
          return (
            <li key={reason} className={classes.reason}>
              <b>{name}</b>
              <span>{meaning}</span>
              <em>{inWords.number(count)}</em>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
