import { Popover } from "@mantine/core";
import { useState } from "react";
import { groupNear } from "../../../../src/insights/chart/axis.ts";
import { inWords } from "../formats.ts";
import { Icon } from "../icon.tsx";
import type { Change, Mark, PlacedChange } from "./marks.ts";
import classes from "./timeline.module.css";
import { chart as words } from "./words.ts";

const MAX_PARTS = 2;

interface FlagsProps {
  changes: PlacedChange[];
  nearest: number;
  open: (changes: Change[]) => React.ReactNode;
}

/** Marks below the axis. Close ones share a mark. */
export function Flags({ changes, nearest, open }: FlagsProps) {
  return (
    <div className={classes.flags}>
      {groupNear(changes, nearest).map((some) => (
        <Flag key={some[0]!.at} changes={some} open={open} />
      ))}
    </div>
  );
}

/** "v2", "v2–v4", "v2, Look" or "4 changes". */
function flagOf(marks: readonly Mark[]): string {
  const versions = marks.flatMap((mark) => (mark.kind === "destination" ? [mark.version] : []));
  const kinds = [...new Set(marks.flatMap(({ kind }) => (kind === "destination" ? [] : [words.kinds[kind].flag])))];
  const parts = [...(versions.length > 0 ? [words.flag(versions[0]!, versions.at(-1)!)] : []), ...kinds];
  return parts.length > MAX_PARTS ? words.changes(marks.length) : parts.join(", ");
}

function Flag({ changes, open }: Pick<FlagsProps, "open"> & { changes: PlacedChange[] }) {
  const [isOpen, setOpen] = useState(false);
  const flag = flagOf(changes.flatMap(({ marks }) => marks));
  const at = changes[0]!.at;
  return (
    <Popover opened={isOpen} onChange={setOpen} width={300} shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <button
          type="button"
          className={classes.flag}
          style={{ left: `${at}%`, transform: `translateX(-${at}%)` }}
          aria-label={words.flagLabel(
            flag,
            changes.map(({ day }) => inWords.utcDay(day)),
          )}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="flag" size={11} />
          {flag}
        </button>
      </Popover.Target>
      {/* Both of its buttons lead elsewhere. */}
      <Popover.Dropdown onClick={() => setOpen(false)}>{open(changes)}</Popover.Dropdown>
    </Popover>
  );
}
