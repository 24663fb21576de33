import { CodeMenu } from "../../parts/code-menu.tsx";
import { inWords } from "../../parts/formats.ts";
import { Spark } from "../../parts/spark.tsx";
import { TagChips } from "../../parts/tag-chips.tsx";
import classes from "./code-cards.module.css";
import {
  Check,
  type CodesProps,
  Destination,
  Exceptions,
  Name,
  Picture,
  rowOf,
  Star,
  WholeRow,
} from "./code-parts.tsx";
import { words } from "./words.ts";

/** Cards with large images, for codes with distinct looks. */
export function CodeCards({ codes, selection }: CodesProps) {
  return (
    <ul className={classes.cards} aria-label={words.codes}>
      {codes.map((code) => (
        <li key={code.id} className={classes.card} {...rowOf({ code, selection })}>
          <div className={classes.well}>
            <div className={classes.check}>
              <Check code={code} selection={selection} />
            </div>
            <Picture code={code} size={132} />
            <div className={classes.exceptions}>
              <Exceptions code={code} />
            </div>
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
            <TagChips tags={code.tags} most={2} />
            <div className={classes.line}>
              <span className={classes.figure}>{inWords.number(code.scanCount)}</span>
              <span className={classes.unit}>{words.scans(code.scanCount)}</span>
              <span className={classes.spark}>
                <Spark values={code.sparkline} since={code.createdAt} width={84} />
              </span>
            </div>
          </div>
          <WholeRow code={code} selection={selection} />
        </li>
      ))}
    </ul>
  );
}
