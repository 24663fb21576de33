import { Anchor, Card, Text, VisuallyHidden } from "@mantine/core";
import { Link, useSearchParams } from "react-router";
import type { Overview } from "../../api/overview.ts";
import { inWords } from "../../parts/formats.ts";
import bars from "../../parts/insights/bars.module.css";
import { trendOf } from "../../parts/insights/trend.ts";
import { TrendMark } from "../../parts/insights/trend-mark.tsx";
import { bars as barWords } from "../../parts/insights/words.ts";
import classes from "./overview.module.css";
import { words as page, codes as words } from "./words.ts";

type Row = Overview["byCode"][number];

const SHOWN = 6;

/** The codes with the most scans. */
export function TopCodes({ byCode, search }: Pick<Overview, "byCode"> & { search: string }) {
  return (
    <Card component="section" aria-label={words.top}>
      <div className={classes.head}>
        <h2>{words.top}</h2>
        <Anchor component={Link} to={`/codes?sort=scans&${search}`} size="sm" fw={500} className={classes.end}>
          {words.all}
        </Anchor>
      </div>
      <CodeRows rows={byCode.slice(0, SHOWN)} nothing={page.noScans} />
    </Card>
  );
}

interface RisingProps extends Pick<Overview, "byCode"> {
  previous: Overview["previous"];
  /** Why it is not compared. */
  nothing: string;
}

/** The codes that clearly have more scans than before, those first that rose most for certain. */
export function Rising({ byCode, previous, nothing }: RisingProps) {
  const rising = byCode
    .flatMap((row) => {
      if (row.previousScans === null) return [];
      const { direction, isCertain, low } = trendOf(row.scans, row.previousScans);
      return direction === "up" && isCertain ? [{ row, low }] : [];
    })
    .toSorted((a, b) => b.low - a.low)
    .map(({ row }) => row);
  const today = new Date().toISOString().slice(0, 10);
  return (
    <Card component="section" aria-label={words.rising}>
      <div className={classes.head}>
        <h2>{words.rising}</h2>
        {previous && (
          <span className={classes.hint}>{words.against(inWords.utcRange(previous.from, previous.to, today))}</span>
        )}
      </div>
      <CodeRows rows={rising.slice(0, SHOWN)} nothing={previous ? words.risingNone : nothing} />
    </Card>
  );
}

/** They lead to the codes with the same period and filters. */
function CodeRows({ rows, nothing }: { rows: Row[]; nothing: string }) {
  const [params] = useSearchParams();
  const kept = new URLSearchParams(
    [...params].filter(([name]) => name !== "category" && name !== "type" && name !== "tag"),
  );
  const most = Math.max(1, ...rows.map(({ scans }) => scans));
  if (rows.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {nothing}
      </Text>
    );
  }
  return (
    <ol className={bars.bars}>
      {rows.map(({ id, name, scans, previousScans }) => (
        <li key={id} style={{ "--part": `${Math.max(1, (100 * scans) / most)}%` } as React.CSSProperties}>
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
      ))}
    </ol>
  );
}
