import { CodeMenu } from "../../parts/code-menu.tsx";
import { inWords } from "../../parts/formats.ts";
import { Spark } from "../../parts/spark.tsx";
import { TagChips } from "../../parts/tag-chips.tsx";
import classes from "./code-list.module.css";
import {
  Check,
  type CodesProps,
  Destination,
  Exceptions,
  Name,
  Picture,
  rowOf,
  Starred,
  WholeRow,
} from "./code-parts.tsx";
import { words } from "./words.ts";

/** On a phone: two lines per code. */
export function CodeList({ codes, selection }: CodesProps) {
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
                {inWords.number(code.scanCount)}
                <span className={classes.unit}> {words.scans(code.scanCount)}</span>
              </span>
            </div>
            <div className={classes.line}>
              <Destination code={code} />
              <span className={classes.spark}>
                <Spark values={code.sparkline} since={code.createdAt} width={48} height={18} />
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
