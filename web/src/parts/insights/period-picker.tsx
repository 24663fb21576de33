import {
  ActionIcon,
  Anchor,
  Button,
  Drawer,
  Group,
  Popover,
  SegmentedControl,
  Skeleton,
  Text,
  UnstyledButton,
} from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import { dayIn, daysOf, type Period, PRESETS, type Range, shifted } from "../../../../src/insights/chart/period.ts";
import { Part } from "../../frame/boundary.tsx";
import { lazyPart } from "../../frame/lazy-part.ts";
import { inWords } from "../formats.ts";
import { Icon } from "../icon.tsx";
import { useIsNarrow } from "../narrow.ts";
import { COMPARISONS, type Comparison, type InsightsQuery } from "./period.ts";
import classes from "./period-picker.module.css";
import { period as words } from "./words.ts";

const Calendar = lazyPart(() => import("./calendar.tsx"));

interface PeriodPickerProps {
  query: Pick<InsightsQuery, "period" | "compare">;
  change: (next: Partial<InsightsQuery>) => void;
  zone: string;
  /** Nothing existed before this day. */
  since?: string;
  /** Whether the period is compared with another. */
  compares?: boolean;
}

/** "Last 4 weeks" or "20 Oct – 16 Nov". */
const periodName = (period: Period, today: string): string =>
  typeof period === "string" ? words.presets[period] : inWords.utcRange(period.from, period.to, today);

/** Arrows, and a button that opens presets, a calendar and the comparison. */
export function PeriodPicker({ query, change, zone, since, compares = true }: PeriodPickerProps) {
  const [isOpen, setOpen] = useState(false);
  const isNarrow = useIsNarrow("small");
  const today = dayIn(zone, Date.now());
  const days = daysOf(query.period, today);
  const choose = (period: Period) => {
    change({ period });
    setOpen(false);
  };
  const isFirst = days !== null && since !== undefined && days.from <= since;
  const earlier = isFirst ? null : shifted(query.period, -1, today);
  const later = shifted(query.period, 1, today);
  const name = periodName(query.period, today);
  const button = (
    <Button
      variant="default"
      className={classes.button}
      leftSection={<Icon name="calendar" size={16} />}
      rightSection={<Icon name="down" size={14} />}
      justify="space-between"
      aria-label={words.button(name)}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={() => setOpen(!isOpen)}
    >
      {name}
    </Button>
  );
  const choices = (
    <Choices
      {...{ query, change, choose, zone, today, compares }}
      days={days ?? { from: since ?? today, to: today }}
      isNarrow={isNarrow}
    />
  );
  return (
    <Group gap={0} wrap="nowrap" className={classes.joined} role="group" aria-label={words.label}>
      <Arrow name="back" label={words.earlier} to={earlier} choose={choose} />
      {isNarrow ? (
        <>
          {button}
          <Drawer opened={isOpen} onClose={() => setOpen(false)} position="bottom" size="auto" title={words.label}>
            {choices}
          </Drawer>
        </>
      ) : (
        <Popover opened={isOpen} onChange={setOpen} position="bottom-end" shadow="lg" radius="lg" trapFocus returnFocus>
          <Popover.Target>{button}</Popover.Target>
          <Popover.Dropdown p={0} aria-label={words.label}>
            {choices}
          </Popover.Dropdown>
        </Popover>
      )}
      <Arrow name="next" label={words.later} to={later} choose={choose} />
    </Group>
  );
}

const isSame = (one: Period, other: Period): boolean =>
  typeof one === "string" || typeof other === "string" ? one === other : one.from === other.from && one.to === other.to;

interface ArrowProps {
  name: "back" | "next";
  label: string;
  to: Period | null;
  choose: (period: Period) => void;
}

const Arrow = ({ name, label, to, choose }: ArrowProps) => (
  <ActionIcon
    variant="default"
    className={classes.arrow}
    aria-label={label}
    disabled={to === null}
    onClick={() => to !== null && choose(to)}
  >
    <Icon name={name} size={16} />
  </ActionIcon>
);

interface ChoicesProps extends Pick<PeriodPickerProps, "query" | "change" | "zone"> {
  choose: (period: Period) => void;
  today: string;
  days: Range;
  compares: boolean;
  isNarrow: boolean;
}

function Choices({ query, change, choose, zone, today, days, compares, isNarrow }: ChoicesProps) {
  const lastMonth = shifted("month", -1, today)!;
  const named = PRESETS.flatMap((preset): { name: string; period: Period }[] => [
    { name: words.presets[preset], period: preset },
    ...(preset === "month" ? [{ name: words.lastMonth, period: lastMonth }] : []),
  ]);
  // Otherwise the focus would go to the calendar's first chosen day, which may be a hidden one of the month before.
  const focused = Math.max(
    0,
    named.findIndex(({ period }) => isSame(query.period, period)),
  );
  return (
    <div className={classes.choices}>
      <ul className={classes.presets}>
        {named.map(({ name, period }, i) => (
          <li key={name}>
            <UnstyledButton
              aria-pressed={isSame(query.period, period)}
              data-autofocus={i === focused || undefined}
              onClick={() => choose(period)}
            >
              {name}
              {isSame(query.period, period) && <Icon name="check" size={16} />}
            </UnstyledButton>
          </li>
        ))}
      </ul>
      <div className={classes.rest}>
        <Part fallback={<Skeleton h={270} w={isNarrow ? "100%" : 500} aria-label={words.loadingCalendar} />}>
          <Calendar range={days} today={today} months={isNarrow ? 1 : 2} choose={choose} />
        </Part>
        {compares && (
          <div className={classes.compare}>
            <Text size="sm" c="var(--text-3)" component="span" id="compare-with">
              {words.compare}
            </Text>
            <SegmentedControl
              size="sm"
              fullWidth={isNarrow}
              orientation={isNarrow ? "vertical" : "horizontal"}
              aria-labelledby="compare-with"
              value={query.compare}
              onChange={(compare) => change({ compare: compare as Comparison })}
              data={COMPARISONS.map((value) => ({ value, label: words.comparisons[value] }))}
            />
          </div>
        )}
        <Group justify="space-between" gap="xs">
          <Text size="sm" c="var(--text-3)">
            {words.zone(zone)}
          </Text>
          <Anchor component={Link} to="/settings" size="sm" fw={500}>
            {words.changeZone}
          </Anchor>
        </Group>
      </div>
    </div>
  );
}
