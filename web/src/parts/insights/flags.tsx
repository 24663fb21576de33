import { Popover } from "@mantine/core";
import { useState } from "react";
import { inWords } from "../formats.ts";
import { Icon } from "../icon.tsx";
import { groupNear } from "./axis.ts";
import type { Change, PlacedChange } from "./points.ts";
import classes from "./timeline.module.css";
import { chart as words } from "./words.ts";

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

function Flag({ changes, open }: Pick<FlagsProps, "open"> & { changes: PlacedChange[] }) {
  const [isOpen, setOpen] = useState(false);
  const versions = changes.flatMap(({ versions }) => versions);
  const flag = words.flag(versions[0]!, versions.at(-1)!);
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
