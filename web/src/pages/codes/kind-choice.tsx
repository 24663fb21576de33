import { Radio } from "@mantine/core";
import classes from "./kind-choice.module.css";
import { words } from "./print-words.ts";
import type { Kind } from "./sheet-options.ts";

type Box = readonly [x: number, y: number, width: number, height: number];

/** Outlines of papers and the codes on them, on 40 by 34. */
const DRAWINGS: Record<Kind, { papers: Box[]; codes: Box[]; fold?: string }> = {
  poster: { papers: [[9, 1, 22, 32]], codes: [[14, 13, 12, 12]] },
  tent: {
    papers: [[8, 1, 24, 32]],
    codes: [
      [21, 5, 8, 8],
      [11, 21, 8, 8],
    ],
    fold: "M8 17h24",
  },
  stickers: {
    papers: [[8, 1, 24, 32]],
    codes: [4, 13, 22].flatMap((y) => [[12, y + 1, 6, 6] as const, [22, y + 1, 6, 6] as const]),
  },
  card: { papers: [[3, 6, 34, 22]], codes: [[7, 11, 12, 12]] },
  labels: {
    papers: [4, 13, 22].flatMap((y) => [[8, y, 11, 8] as const, [21, y, 11, 8] as const]),
    codes: [4, 13, 22].flatMap((y) => [[10, y + 2, 4, 4] as const, [23, y + 2, 4, 4] as const]),
  },
};

const KINDS = Object.keys(DRAWINGS) as Kind[];

const boxPath = ([x, y, width, height]: Box): string => `M${x} ${y}h${width}v${height}h${-width}z`;

export function KindChoice({ value, onChange }: { value: Kind; onChange: (kind: Kind) => void }) {
  return (
    <Radio.Group aria-label={words.kind} value={value} onChange={(kind) => onChange(kind as Kind)}>
      <div className={classes.kinds}>
        {KINDS.map((kind) => {
          const { papers, codes, fold } = DRAWINGS[kind];
          return (
            <Radio.Card key={kind} value={kind} className={classes.kind} aria-label={words.kinds[kind]}>
              <svg viewBox="0 0 40 34" aria-hidden="true" fill="none" stroke="currentColor">
                <path d={papers.map(boxPath).join("")} />
                {fold && <path d={fold} strokeDasharray="2 2" />}
                <path d={codes.map(boxPath).join("")} fill="currentColor" stroke="none" />
              </svg>
              {words.kinds[kind]}
            </Radio.Card>
          );
        })}
      </div>
    </Radio.Group>
  );
}
