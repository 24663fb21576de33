import { Button, Card, Text, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { inWords } from "../formats.ts";
import classes from "./bars.module.css";
import { UNKNOWN, bars as words } from "./words.ts";

export interface BarRow {
  /** What it filters by. */
  value: string;
  /** If several rows have the same value. */
  key?: string;
  name: string;
  count: number;
}

interface BarListProps {
  /** The largest first; scans without a known value have the value Unknown, and are shown last. */
  rows: BarRow[];
  whole: number;
  /** Rows shown before "Show all". */
  first?: number;
  /** The number of rows, if not all were loaded. */
  total?: number;
  /** Shown if there are no rows. */
  nothing?: string;
  /** The values that are filtered by. */
  chosen: readonly string[];
  /** Adds or removes a filter. */
  toggle: (row: BarRow) => void;
}

/** A card with a ranking. */
export function Bars({ title, extra, ...list }: { title: string; extra?: ReactNode } & BarListProps) {
  return (
    <Card component="section" aria-label={title}>
      <div className={classes.head}>
        <h2>{title}</h2>
        {extra}
      </div>
      <BarList {...list} />
    </Card>
  );
}

/** A ranking with counts and percentages. Each row is a button that filters. */
export function BarList({ rows, whole, first = 7, nothing = words.nothing, chosen, toggle, ...rest }: BarListProps) {
  const [all, setAll] = useState(false);
  const known = rows.filter(({ value }) => value !== UNKNOWN);
  const unknown = rows.filter(({ value }) => value === UNKNOWN);
  const top = Math.max(1, known[0]?.count ?? 0);
  const total = Math.max(rest.total ?? 0, known.length);
  const line = (row: BarRow) => {
    const { value, name, count } = row;
    const isOn = chosen.includes(value);
    return (
      <li key={row.key ?? value} style={{ "--part": `${Math.max(1, (100 * count) / top)}%` } as React.CSSProperties}>
        <UnstyledButton
          className={classes.row}
          aria-pressed={isOn}
          title={isOn ? words.remove : words.only}
          data-value={value}
          onClick={() => toggle(row)}
        >
          <span className={classes.name}>{name}</span>
          <span className={classes.count}>
            {inWords.number(count)}
            <VisuallyHidden>{words.scans(count)}</VisuallyHidden>
          </span>
          <span className={classes.share}>{inWords.share(count, whole)}</span>
        </UnstyledButton>
      </li>
    );
  };
  return (
    <div className={classes.list}>
      {rows.length === 0 && (
        <Text size="sm" c="dimmed">
          {nothing}
        </Text>
      )}
      <ol className={classes.bars}>{(all ? known : known.slice(0, first)).map(line)}</ol>
      {unknown.length > 0 && (
        <ul className={classes.bars} data-unknown>
          {unknown.map(line)}
        </ul>
      )}
      {known.length > first && (
        <Button variant="subtle" size="compact-sm" mt={4} ml={-8} aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? words.fewer : words.all(total + unknown.length)}
        </Button>
      )}
      {all && total > known.length && (
        <Text size="xs" c="dimmed" mt={4}>
          {words.cut(known.length, total)}
        </Text>
      )}
    </div>
  );
}
