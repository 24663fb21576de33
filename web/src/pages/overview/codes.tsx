import { Anchor, Card, Text, VisuallyHidden } from "@mantine/core";
import { Link, useSearchParams } from "react-router";
import { trendOf } from "../../../../src/insights/chart/trend.ts";
import type { Overview } from "../../api/overview.ts";
import { inWords } from "../../parts/formats.ts";
import bars from "../../parts/insights/bars.module.css";
import { keptPeriod } from "../../parts/insights/period.ts";
import { TrendMark } from "../../parts/insights/trend-mark.tsx";
import { bars as barWords } from "../../parts/insights/words.ts";
import classes from "./overview.module.css";
import { words as page, codes as words } from "./words.ts";

type Row = Overview["byCode"][number];

const SHOWN = 6;

/** The codes with the most scans. */
export function TopCodes({ byCode, search }: Pick<Overview, "byCode"> & { search: string }) {
  const period = keptPeriod(useSearchParams()[0]);
  return (
    <Card component="section" aria-label={words.top}>
      <div className={classes.head}>
        <h2>{words.top}</h2>
        <Anchor
          component={Link}
          to={`/codes?${["sort=scans", search, period].filter(Boolean).join("&")}`}
          size="sm"
          fw={500}
          className={classes.end}
        >
          {words.all}
        </Anchor>
      </div>
      <CodeRows rows={byCode.slice(0, SHOWN)} lengthOf={({ scans }) => scans} nothing={page.noScans} />
    </Card>
  );
}

interface RisingProps extends Pick<Overview, "byCode"> {
  previous: Overview["previous"];
  /** Why it is not compared. */
  nothing: string;
}

/** The codes that clearly have more scans than before: those that rose most for certain, in the order of the rise. */
export function Rising({ byCode, previous, nothing }: RisingProps) {
  const rising = byCode
    .flatMap((row) => {
      if (row.previousScans === null) return [];
      const { direction, isCertain, low, change } = trendOf(row.scans, row.previousScans);
      return direction === "up" && isCertain ? [{ row, low, rise: change ?? row.scans }] : [];
    })
    .toSorted((a, b) => b.low - a.low)
    .slice(0, SHOWN)
    .toSorted((a, b) => b.rise - a.rise);
  const rises = new Map(rising.map(({ row, rise }) => [row, rise]));
  const today = new Date().toISOString().slice(0, 10);
  return (
    <Card component="section" aria-label={words.rising}>
      <div className={classes.head}>
        <h2>{words.rising}</h2>
        {previous && (
          <span className={classes.hint}>{words.against(inWords.utcRange(previous.from, previous.to, today))}</span>
        )}
      </div>
      <CodeRows
        rows={[...rises.keys()]}
        lengthOf={(row) => rises.get(row)!}
        nothing={previous ? words.risingNone : nothing}
      />
    </Card>
  );
}

interface CodeRowsProps {
  rows: Row[];
  /** Of its bar, relative to the others. */
  lengthOf: (row: Row) => number;
  nothing: string;
}

/** They lead to the codes with the same period and filters. */
function CodeRows({ rows, lengthOf, nothing }: CodeRowsProps) {
  const [params] = useSearchParams();
  const kept = new URLSearchParams([...params].filter(([name]) => name !== "type" && name !== "tag"));
  const longest = Math.max(...rows.map(lengthOf)) || 1;
  if (rows.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {nothing}
      </Text>
    );
  }
  return (
    <ol className={bars.bars}>
      {rows.map((row) => {
        const { id, name, scans, previousScans } = row;
        const part = `${Math.max(1, (100 * lengthOf(row)) / longest)}%`;
        return (
          <li key={id} style={{ "--part": part } as React.CSSProperties}>
            <Anchor component={Link} to={`/codes/${id}?${kept}`} className={`${bars.row} ${classes.code}`} title={name}>
              <span className={bars.name}>{name}</span>
              <span className={bars.count}>
                {inWords.number(scans)}
                <VisuallyHidden>{barWords.scans(scans)}</VisuallyHidden>
              </span>
              <span className={classes.trend}>
                {previousScans !== null && <TrendMark now={scans} before={previousScans} />}
              </span>
            </Anchor>
          </li>
        );
      })}
    </ol>
  );
}
