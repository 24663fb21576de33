import { Anchor, Card, DataList } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { Insights } from "../../api/insights.ts";
import { useVisits } from "../../api/queries.ts";
import type { Code } from "../../api/types.ts";
import { inWords } from "../../parts/formats.ts";
import { uncounted as words } from "../../parts/scan-words.ts";
import classes from "./insights.module.css";

const nameOf = (reason: string): string => words.reasons[reason]?.[0] ?? reason;

/** Visits that were not counted: a summary, and the reasons on request. */
export function Uncounted({ code, insights: { from, to, timezone } }: { code: Code; insights: Insights }) {
  const [isOpen, { toggle }] = useDisclosure();
  const { data: visits } = useVisits(code.id, from, to);
  if (!visits) return null;
  const reasons = Object.entries(visits.missed)
    .filter(([, count]) => count > 0)
    .toSorted((a, b) => b[1] - a[1]);
  const missed = reasons.reduce((total, [, count]) => total + count, 0);
  // There is nothing to explain.
  if (visits.counted + missed === 0) return null;
  return (
    <Card component="section" aria-label={words.region} py={14}>
      <div className={classes.uncounted}>
        <b>{missed > 0 ? words.some(missed, visits.counted + missed) : words.all(visits.counted)}</b>
        {reasons.map(([reason, count]) => (
          <span key={reason}>
            {nameOf(reason)} <em>{inWords.number(count)}</em>
          </span>
        ))}
        {timezone !== "UTC" && <span>{words.utcDays}</span>}
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
