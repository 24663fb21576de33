import { Anchor, Button, Card, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { type CSSProperties, useState } from "react";
import { Link } from "react-router";
import { rankedPlacements } from "../../../../src/insights/chart/placements.ts";
import type { Insights } from "../../api/insights.ts";
import { inWords } from "../../parts/formats.ts";
import type { Dimension, Filters } from "../../parts/insights/period.ts";
import { TrendMark } from "../../parts/insights/trend-mark.tsx";
import { NO_PLACEMENT } from "../../parts/insights/values.ts";
import classes from "./placement-card.module.css";
import { placementCard as words } from "./words.ts";

interface PlacementCardProps {
  codeId: string;
  insights: Insights;
  filters: Filters;
  toggle: (dimension: Dimension, value: string) => void;
  /** Days and their counterparts before: how much scans of the code scatter. */
  pairs: [number, number][];
}

const FIRST = 10;
/** Which copy works best: equal ranks where the intervals of 90 % overlap. */
export function PlacementCard({ codeId, insights, filters, toggle, pairs }: PlacementCardProps) {
  const [isAll, setAll] = useState(false);
  const { scans } = insights;
  const { rows, own, widest } = rankedPlacements(insights, pairs);
  const chosen = filters.placement;
  // Among some of them, or without scans, a rank says nothing.
  const isRanked = chosen.length === 0 && scans > 0;
  const name = (label: string, value: string) => (
    <UnstyledButton
      className={classes.name}
      aria-pressed={chosen.includes(value)}
      title={chosen.includes(value) ? words.remove : words.only}
      onClick={() => toggle("placement", value)}
    >
      {label}
    </UnstyledButton>
  );
  return (
    <Card component="section" aria-label={words.title} p={0}>
      <div className={classes.head}>
        <h2>{words.title}</h2>
        <span>{words.lead}</span>
        <Anchor component={Link} to={`/codes/${codeId}?tab=placements`} size="sm">
          {words.all}
        </Anchor>
      </div>
      <div className={classes.frame}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{words.columns.rank}</th>
              <th scope="col">{words.columns.placement}</th>
              <th scope="col" data-figure>
                {words.columns.scans}
              </th>
              <th scope="col" data-figure>
                {words.columns.share}
              </th>
              <th scope="col" data-figure className={classes.wide}>
                {words.columns.interval}
              </th>
              <th className={classes.wide}>
                <VisuallyHidden>{words.columns.drawing}</VisuallyHidden>
              </th>
              <th scope="col" data-figure>
                {words.columns.trend}
              </th>
            </tr>
          </thead>
          <tbody>
            {(isAll ? rows : rows.slice(0, FIRST)).map((row) => (
              <tr key={row.placement} data-on={chosen.includes(row.placement) || undefined}>
                <td className={classes.rank}>{isRanked && words.rank(row.best, row.worst)}</td>
                <td>{name(row.name ?? words.blank, row.placement)}</td>
                <td data-figure>{inWords.number(row.scans)}</td>
                <td data-figure data-pale>
                  {isRanked && inWords.share(row.scans, scans)}
                </td>
                <td data-figure data-pale className={classes.wide}>
                  {isRanked && words.interval(row.low, row.high)}
                </td>
                <td className={classes.wide}>
                  {isRanked && (
                    <div
                      className={classes.drawn}
                      style={
                        {
                          "--low": `${(100 * row.low) / widest}%`,
                          "--high": `${(100 * row.high) / widest}%`,
                          "--at": `${(100 * row.scans) / widest}%`,
                        } as CSSProperties
                      }
                    >
                      <i />
                      <b />
                    </div>
                  )}
                </td>
                <td data-figure>
                  {row.previousScans !== null && <TrendMark now={row.scans} before={row.previousScans} />}
                </td>
              </tr>
            ))}
            {own > 0 && (
              <tr data-own data-on={chosen.includes(NO_PLACEMENT) || undefined}>
                <td />
                <td>{name(words.own, NO_PLACEMENT)}</td>
                <td data-figure data-pale>
                  {inWords.number(own)}
                </td>
                <td data-figure data-pale>
                  {inWords.share(own, scans)}
                </td>
                <td className={classes.wide} />
                <td className={classes.wide} />
                <td />
              </tr>
            )}
          </tbody>
        </table>
      </div>
      {rows.length > FIRST && (
        <Button variant="subtle" size="compact-sm" m={12} aria-expanded={isAll} onClick={() => setAll(!isAll)}>
          {isAll ? words.fewer : words.more(rows.length)}
        </Button>
      )}
    </Card>
  );
}
