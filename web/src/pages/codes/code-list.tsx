import { CodeMenu } from "../../parts/code-menu.tsx";
import { Spark } from "../../parts/spark.tsx";
import { TagChips } from "../../parts/tag-chips.tsx";
import classes from "./code-list.module.css";
import {
  Check,
  type CountedProps,
  Destination,
  Exceptions,
  Name,
  Picture,
  rowOf,
  Scans,
  Starred,
  Trend,
  WholeRow,
} from "./code-parts.tsx";
import { words } from "./words.ts";

/** On a phone: two lines per code. */
export function CodeList({ codes, selection, sparkDays }: CountedProps) {
  return (
    <ul className={classes.list} aria-label={words.codes}>
      {codes.map((code) => (
        <li key={code.id} className={classes.row} {...rowOf({ code, selection })}>
          {selection.isPicking && <Check code={code} selection={selection} />}
          <Picture code={code} size={44} />
          <div className={classes.words}>
            <div className={classes.line}>
              <Name code={code} />
              <Starred code={code} />
              <Exceptions code={code} />
              <span className={classes.figure}>
                <Scans code={code} />
                <span className={classes.unit}> {words.scans(code.scans ?? 0)}</span>
              </span>
            </div>
            <div className={classes.line}>
              <Destination code={code} />
              <span className={classes.spark}>
                <Spark values={code.sparkline} days={sparkDays} since={code.createdAt} width={48} height={18} />
              </span>
              <span className={classes.trend}>
                <Trend code={code} />
              </span>
            </div>
            <TagChips tags={code.tags} most={2} />
          </div>
          <WholeRow code={code} selection={selection} />
          <div className={classes.menu}>
            <CodeMenu code={code} />
          </div>
        </li>
      ))}
    </ul>
  );
}
