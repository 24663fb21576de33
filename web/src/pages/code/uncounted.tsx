import { Anchor, Card, DataList } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { Code } from "../../api/types.ts";
import { inWords } from "../../parts/formats.ts";
import classes from "./insights.module.css";
import type { Period } from "./numbers.tsx";
import { uncounted as words } from "./words.ts";

function inShort(counted: number, missed: number, days: number): string {
  if (missed > 0) return words.some(missed, counted + missed);
  return counted === 0 ? words.none(days) : words.all(counted);
}

const nameOf = (reason: string): string => words.reasons[reason]?.[0] ?? reason;

/** Visits that were not counted: a summary, and the reasons on request. */
export function Uncounted({ code, period: { days, traffic } }: { code: Code; period: Period }) {
  const [isOpen, { toggle }] = useDisclosure();
  const reasons = Object.entries(traffic.missed)
    .filter(([, count]) => count > 0)
    .toSorted((a, b) => b[1] - a[1]);
  const missed = reasons.reduce((total, [, count]) => total + count, 0);
  // The card above says so already.
  if (code.scanCount === 0 && missed === 0) return null;
  return (
    <Card component="section" aria-label={words.region} py={14}>
      <div className={classes.uncounted}>
        <b>{inShort(traffic.counted, missed, days)}</b>
        {reasons.map(([reason, count]) => (
          <span key={reason}>
            {nameOf(reason)} <em>{inWords.number(count)}</em>
          </span>
        ))}
        {missed > 0 && (
          <Anchor component="button" type="button" inherit ml="auto" fw={500} aria-expanded={isOpen} onClick={toggle}>
            {isOpen ? words.less : words.why}
          </Anchor>
        )}
      </div>
      {isOpen && (
        <DataList size="sm" gap={6} mt="sm" labelWidth="8rem">
          {reasons.map(([reason]) => (
            <DataList.Item key={reason}>
              <DataList.ItemLabel c="dimmed">{nameOf(reason)}</DataList.ItemLabel>
              <DataList.ItemValue>{words.reasons[reason]?.[1]}</DataList.ItemValue>
            </DataList.Item>
          ))}
        </DataList>
      )}
    </Card>
  );
}
