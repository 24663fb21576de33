import { CodeMenu } from "../../parts/code-menu.tsx";
import { Spark } from "../../parts/spark.tsx";
import { TagChips } from "../../parts/tag-chips.tsx";
import classes from "./code-cards.module.css";
import {
  Check,
  type CountedProps,
  Destination,
  Exceptions,
  Name,
  Picture,
  rowOf,
  Scans,
  Star,
  Trend,
  WholeRow,
} from "./code-parts.tsx";
import { words } from "./words.ts";

/** Cards with large images, for codes with distinct looks. */
export function CodeCards({ codes, selection, sparkDays }: CountedProps) {
  return (
    <ul className={classes.cards} aria-label={words.codes}>
      {codes.map((code) => (
        <li key={code.id} className={classes.card} {...rowOf({ code, selection })}>
          <div className={classes.well}>
            <div className={classes.check}>
              <Check code={code} selection={selection} />
            </div>
            <Picture code={code} size={132} />
          </div>
          <div className={classes.words}>
            <div className={classes.line}>
              <Name code={code} />
              <span className={classes.acts}>
                <Star code={code} />
                <CodeMenu code={code} />
              </span>
            </div>
            <Destination code={code} />
            <div className={classes.exceptions}>
              <Exceptions code={code} />
            </div>
            <TagChips tags={code.tags} most={2} />
            <div className={classes.line}>
              <span className={classes.figure}>
                <Scans code={code} />
              </span>
              <span className={classes.unit}>{words.scans(code.scans ?? 0)}</span>
              {code.previousScans !== null && <Trend code={code} />}
              <span className={classes.spark}>
                <Spark values={code.sparkline} days={sparkDays} since={code.createdAt} width={84} />
              </span>
            </div>
          </div>
          <WholeRow code={code} selection={selection} />
        </li>
      ))}
    </ul>
  );
}
