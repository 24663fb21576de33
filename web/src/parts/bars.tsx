import { Button, Card, Text } from "@mantine/core";
import { useState } from "react";
import classes from "./bars.module.css";
import { inWords } from "./formats.ts";
import { bars as words } from "./words.ts";

interface BarListProps {
  rows: { name: string; count: number }[];
  whole: number;
  /** Rows shown before "Show all". */
  first?: number;
  /** The number of rows, if not all were loaded. */
  total?: number;
  /** Scans without a known value; shown separately. */
  unknown?: number;
  /** Shown if there are no rows. */
  nothing?: string;
}

/** A card with a ranking. */
export function Bars({ title, ...list }: { title: string } & BarListProps) {
  return (
    <Card component="section" aria-label={title}>
      <h2 className={classes.title}>{title}</h2>
      <BarList {...list} />
    </Card>
  );
}

/** A ranking with counts and percentages: a list, without a chart. */
export function BarList({ rows, whole, first = 6, unknown = 0, nothing = words.nothing, ...rest }: BarListProps) {
  const [all, setAll] = useState(false);
  const top = Math.max(1, rows[0]?.count ?? 0);
  const shown = all ? rows : rows.slice(0, first);
  const total = Math.max(rest.total ?? 0, rows.length);
  const isCut = total > rows.length;
  return (
    <div>
      {rows.length === 0 && unknown === 0 && (
        <Text size="sm" c="dimmed">
          {nothing}
        </Text>
      )}
      <ol className={classes.bars}>
        {shown.map((row) => (
          <li key={row.name} style={{ "--part": `${Math.max(1, (100 * row.count) / top)}%` } as React.CSSProperties}>
            <Line name={row.name} count={row.count} whole={whole} />
          </li>
        ))}
      </ol>
      {unknown > 0 && (
        <div className={classes.unknown} data-unknown>
          <Line name={words.unknown} count={unknown} whole={whole} />
        </div>
      )}
      {rows.length > first && (
        <Button variant="subtle" size="compact-sm" mt={4} ml={-8} onClick={() => setAll(!all)}>
          {all ? words.fewer : isCut ? words.some(rows.length, total) : words.all(rows.length)}
        </Button>
      )}
      {all && isCut && (
        <Text size="xs" c="dimmed" mt={4}>
          {words.cut(rows.length, total)}
        </Text>
      )}
    </div>
  );
}

function Line({ name, count, whole }: { name: string; count: number; whole: number }) {
  return (
    <>
      <span className={classes.name}>{name}</span>
      <span className={classes.count}>{inWords.number(count)}</span>
      <span className={classes.share}>{inWords.share(count, whole)}</span>
    </>
  );
}
