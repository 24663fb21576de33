import { UnstyledButton } from "@mantine/core";
import type { ReactNode } from "react";
import type { Series } from "../../../../src/insights/chart/points.ts";
import { inWords } from "../formats.ts";
import classes from "./figures.module.css";
import { visitors } from "./words.ts";

export interface Figure {
  label: string;
  value: string;
  below: ReactNode;
  /** Shows it in the chart. */
  series?: Series;
  /** Why the value is missing, or how it is counted. */
  title?: string;
}

interface FiguresProps {
  figures: Figure[];
  chosen: Series;
  choose: (series: Series) => void;
}

export const atLeast = (count: number): string => `${inWords.number(count)}+`;

/** Of a period of which not all visitors are known. `known` is null with a filter, and in another time zone. */
export const unknownVisitors = (known: number | null, isFiltered: boolean, help: string): Figure => ({
  label: visitors.title,
  value: known ? atLeast(known) : visitors.none,
  below: isFiltered ? visitors.filtered : known ? visitors.some : visitors.noneKnown,
  title: isFiltered ? help : `${visitors.someHelp} ${help}`,
});

/** The main figures. Those with a series are the chart's tabs. */
export function Figures({ figures, chosen, choose }: FiguresProps) {
  return (
    <ul className={classes.figures}>
      {figures.map(({ label, value, below, series, title }) => {
        const content = (
          <>
            <span className={classes.label}>{label}</span>
            <span className={classes.value} data-number={label}>
              {value}
            </span>
            <span className={classes.below}>{below}</span>
          </>
        );
        return (
          <li key={label} title={title}>
            {series === undefined ? (
              <div className={classes.figure}>{content}</div>
            ) : (
              <UnstyledButton
                className={classes.figure}
                aria-pressed={series === chosen}
                onClick={() => choose(series)}
              >
                {content}
              </UnstyledButton>
            )}
          </li>
        );
      })}
    </ul>
  );
}
