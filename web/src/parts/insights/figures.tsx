import { UnstyledButton } from "@mantine/core";
import type { ReactNode } from "react";
import type { Series } from "../../../../src/insights/chart/points.ts";
import classes from "./figures.module.css";

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
