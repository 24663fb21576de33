import { Checkbox, UnstyledButton, VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";
import type { ListedCode } from "../../api/types.ts";
import { CodeMenu } from "../../parts/code-menu.tsx";
import { inWords } from "../../parts/formats.ts";
import { Icon } from "../../parts/icon.tsx";
import { Spark } from "../../parts/spark.tsx";
import { TagChips } from "../../parts/tag-chips.tsx";
import {
  Check,
  type CodesProps,
  Destination,
  Exceptions,
  Name,
  type OneCodeProps,
  Picture,
  rowOf,
  Star,
} from "./code-parts.tsx";
import classes from "./codes-table.module.css";
import { words } from "./words.ts";

interface CodesTableProps extends CodesProps {
  sort: string;
  setSort: (sort: string) => void;
}

/** Letters of tags in their column at 1440 px. */
const TAG_LETTERS = 24;

const SORTED = { name: "ascending", scans: "descending" } as const;

/** Rows are CSS grids, so that a link can cover one; roles keep the table semantics. */
const [TABLE, GROUP, ROW, CELL, HEAD] = ["table", "rowgroup", "row", "cell", "columnheader"].map((role) => ({ role }));

/** One line per code. As the table gets narrower, less important columns are hidden. */
export function CodesTable({ codes, selection, sort, setSort }: CodesTableProps) {
  const marked = codes.filter(({ id }) => selection.ids.has(id)).length;
  const sortable = (column: keyof typeof SORTED) => (
    <th
      {...HEAD}
      className={column === "scans" ? classes.figure : undefined}
      aria-sort={sort === column ? SORTED[column] : "none"}
    >
      <UnstyledButton
        className={classes.sort}
        data-sorted={sort === column || undefined}
        onClick={() => setSort(sort === column ? "" : column)}
      >
        {words.columns[column]}
        {sort === column && <Icon name={column === "name" ? "sortUp" : "sortDown"} size={13} />}
      </UnstyledButton>
    </th>
  );
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
            <th {...HEAD} className={classes.category}>
              {words.columns.category}
            </th>
            <th {...HEAD} className={classes.spark}>
              {words.columns.spark}
            </th>
            {sortable("scans")}
            <th {...HEAD} className={classes.last}>
              {words.columns.lastScan}
            </th>
            <th {...HEAD}>
              <VisuallyHidden>{words.columns.actions}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody {...GROUP}>
          {codes.map((code) => (
            <Row key={code.id} code={code} selection={selection} />
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

function Row({ code, selection }: OneCodeProps) {
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
      <Cell className={classes.category}>
        {code.category && (
          <span className={classes.tag} title={code.category}>
            {code.category}
          </span>
        )}
        <TagChips tags={code.tags} most={code.category ? 1 : 2} letters={TAG_LETTERS} />
      </Cell>
      <Cell className={classes.spark}>
        <Spark values={code.sparkline} since={code.createdAt} />
      </Cell>
      <Cell className={classes.figure}>{inWords.number(code.scanCount)}</Cell>
      <Cell className={classes.last}>
        <LastScan code={code} />
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
