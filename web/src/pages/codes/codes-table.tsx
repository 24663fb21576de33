import { Checkbox, UnstyledButton, VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";
import { dayIn } from "../../../../src/insights/chart/period.ts";
import type { ListedCode } from "../../api/types.ts";
import { CodeMenu } from "../../parts/code-menu.tsx";
import { inWords, shownZone } from "../../parts/formats.ts";
import { Icon } from "../../parts/icon.tsx";
import type { InsightsQuery } from "../../parts/insights/period.ts";
import { Spark } from "../../parts/spark.tsx";
import { TagChips } from "../../parts/tag-chips.tsx";
import {
  Check,
  type CountedProps,
  Destination,
  Exceptions,
  Name,
  type OneCodeProps,
  Picture,
  rowOf,
  Scans,
  Star,
  Trend,
} from "./code-parts.tsx";
import classes from "./codes-table.module.css";
import { words } from "./words.ts";

interface CodesTableProps extends CountedProps {
  /** Of the scans, with what they are compared. */
  counted: Pick<InsightsQuery, "period" | "compare">;
  sort: string;
  setSort: (sort: string) => void;
}

/** Letters of tags in their column at 1440 px. */
const TAG_LETTERS = 24;

/** The orders of each column, one after the other. */
const COLUMNS = {
  name: [{ sort: "name", direction: "ascending" }],
  scans: [{ sort: "scans", direction: "descending" }],
  trend: [
    { sort: "rising", direction: "descending" },
    { sort: "falling", direction: "ascending" },
  ],
  last: [{ sort: "last", direction: "descending" }],
  newest: [{ sort: "newest", direction: "descending" }],
} as const;
const USUAL = "newest";

/** Rows are CSS grids, so that a link can cover one; roles keep the table semantics. */
const [TABLE, GROUP, ROW, CELL, HEAD] = ["table", "rowgroup", "row", "cell", "columnheader"].map((role) => ({ role }));

/** One line per code. As the table gets narrower, less important columns are hidden. */
export function CodesTable({ codes, selection, sparkDays, counted, sort, setSort }: CodesTableProps) {
  const marked = codes.filter(({ id }) => selection.ids.has(id)).length;
  const { period, compare } = counted;
  const today = dayIn(shownZone(), Date.now());
  const scansOf = typeof period === "string" ? words.periods[period] : inWords.utcRange(period.from, period.to, today);
  const columns = { ...words.columns, scans: scansOf };
  const isCompared = period !== "all" && compare !== "none";
  const sortable = (column: keyof typeof COLUMNS) => {
    const orders = COLUMNS[column];
    const at = orders.findIndex((order) => order.sort === (sort || USUAL));
    const direction = orders[at]?.direction;
    const next = orders[at + 1]?.sort ?? "";
    return (
      <th {...HEAD} className={classes[column]} aria-sort={direction ?? "none"}>
        <UnstyledButton
          className={classes.sort}
          data-sorted={direction}
          onClick={() => setSort(at < 0 ? orders[0].sort : next)}
        >
          {columns[column]}
          {direction && <Icon name={direction === "ascending" ? "sortUp" : "sortDown"} size={13} />}
        </UnstyledButton>
      </th>
    );
  };
  return (
    <div className={classes.frame}>
      <table {...TABLE} className={classes.table} aria-label={words.codes}>
        <thead {...GROUP}>
          <tr {...ROW} className={classes.row}>
            <th {...HEAD}>
              <Checkbox
                size="xs"
                aria-label={words.selectPage}
                checked={marked > 0 && marked === codes.length}
                indeterminate={marked > 0 && marked < codes.length}
                onChange={selection.togglePage}
              />
            </th>
            <th {...HEAD}>
              <VisuallyHidden>QR</VisuallyHidden>
            </th>
            {sortable("name")}
            <th {...HEAD}>{words.columns.destination}</th>
            <th {...HEAD} className={classes.tags}>
              {words.columns.tags}
            </th>
            <th {...HEAD} className={classes.spark}>
              {words.columns.spark}
            </th>
            {sortable("scans")}
            {isCompared ? (
              sortable("trend")
            ) : (
              <th {...HEAD} className={classes.trend}>
                {columns.trend}
              </th>
            )}
            {sortable("last")}
            {sortable("newest")}
            <th {...HEAD}>
              <VisuallyHidden>{words.columns.actions}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody {...GROUP}>
          {codes.map((code) => (
            <Row key={code.id} code={code} selection={selection} sparkDays={sparkDays} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const Cell = ({ children, className }: { children: ReactNode; className?: string | undefined }) => (
  <td {...CELL} className={className}>
    {children}
  </td>
);

function Row({ code, selection, sparkDays }: OneCodeProps & Pick<CountedProps, "sparkDays">) {
  return (
    <tr {...ROW} className={classes.row} {...rowOf({ code, selection })}>
      <Cell>
        <Check code={code} selection={selection} />
      </Cell>
      <Cell>
        <Picture code={code} size={30} />
      </Cell>
      <Cell className={classes.name}>
        <Name code={code} />
        <Exceptions code={code} />
        <Star code={code} />
      </Cell>
      <Cell>
        <Destination code={code} />
      </Cell>
      <Cell className={classes.tags}>
        <TagChips tags={code.tags} most={2} letters={TAG_LETTERS} />
      </Cell>
      <Cell className={classes.spark}>
        <Spark values={code.sparkline} days={sparkDays} since={code.createdAt} />
      </Cell>
      <Cell className={classes.scans}>
        <Scans code={code} />
      </Cell>
      <Cell className={classes.trend}>
        <Trend code={code} />
      </Cell>
      <Cell className={classes.last}>
        <LastScan code={code} />
      </Cell>
      <Cell className={classes.newest}>
        <time dateTime={code.createdAt} title={inWords.dateTime(code.createdAt)}>
          {inWords.day(code.createdAt)}
        </time>
      </Cell>
      <Cell className={classes.menu}>
        <CodeMenu code={code} />
      </Cell>
    </tr>
  );
}

const LastScan = ({ code: { lastScanAt } }: { code: ListedCode }) =>
  lastScanAt === null ? (
    <span title={words.neverScanned}>{words.none}</span>
  ) : (
    <time dateTime={lastScanAt} title={inWords.dateTime(lastScanAt)}>
      {inWords.ago(lastScanAt)}
    </time>
  );
