import { Button, Card, Group, Skeleton, Stack, Table, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { dayIn } from "../../../../src/insights/chart/period.ts";
import { address } from "../../api/call.ts";
import { usePlacementCount } from "../../api/placements.ts";
import { useScans } from "../../api/queries.ts";
import type { Code, Scan, ScanList } from "../../api/types.ts";
import { capital, inWords, shownZone } from "../../parts/formats.ts";
import { Icon } from "../../parts/icon.tsx";
import { FilterChips } from "../../parts/insights/filter-chips.tsx";
import { isFiltered, NO_FILTERS, searchOf } from "../../parts/insights/period.ts";
import { PeriodPicker } from "../../parts/insights/period-picker.tsx";
import { useInsightsQuery } from "../../parts/insights/use-insights-query.ts";
import { useIsNarrow } from "../../parts/narrow.ts";
import { Empty, Failure, Notice } from "../../parts/notices.tsx";
import { agentOf, placeOf } from "../../parts/scan-words.ts";
import { Live } from "./live.tsx";
import classes from "./scans.module.css";
import { scans as words } from "./words.ts";

interface RowsProps {
  /** By day, newest first. */
  days: [day: string, scans: Scan[]][];
  arrived: ReadonlySet<string>;
}

function Time({ scan }: { scan: Scan }) {
  return (
    <time dateTime={scan.scannedAt} title={`${scan.scannedAt} (UTC)`}>
      {inWords.time(Date.parse(scan.scannedAt))}
    </time>
  );
}

function ScanTable({ days, arrived }: RowsProps) {
  return (
    <Table verticalSpacing={8} highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          {words.columns.map((head) => (
            <Table.Th key={head} scope="col">
              {head}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      {days.map(([day, scans]) => (
        <Table.Tbody key={day}>
          <Table.Tr>
            <Table.Th colSpan={words.columns.length} scope="rowgroup" className={classes.day}>
              {day}
            </Table.Th>
          </Table.Tr>
          {scans.map((scan) => (
            <Table.Tr key={scan.id} className={arrived.has(scan.id) ? "arrives" : undefined} data-scan>
              <Table.Td style={{ whiteSpace: "nowrap" }}>
                <Time scan={scan} />
              </Table.Td>
              <Table.Td>{placeOf(scan)}</Table.Td>
              <Table.Td>{capital(scan.device)}</Table.Td>
              <Table.Td>{scan.browser}</Table.Td>
              <Table.Td>{scan.os}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      ))}
    </Table>
  );
}

/** On a phone: two lines per scan. */
function ScanCards({ days, arrived }: RowsProps) {
  return days.map(([day, scans]) => (
    <section key={day} aria-label={day}>
      <h2 className={classes.day}>{day}</h2>
      <ul className={classes.cards}>
        {scans.map((scan) => (
          <li key={scan.id} className={arrived.has(scan.id) ? "arrives" : undefined} data-scan>
            <span>{placeOf(scan)}</span>
            <small>
              <Time scan={scan} /> · {capital(scan.device)} · {agentOf(scan)}
            </small>
          </li>
        ))}
      </ul>
    </section>
  ));
}

const PER_PAGE = { desk: 25, phone: 10 };

interface ScansProps {
  code: Code;
  /** Scans that arrived while the page is open are highlighted. */
  arrived: ReadonlySet<string>;
  live: boolean;
}

/** The scans of the period under the filters, newest first. */
export function Scans({ code, arrived, live }: ScansProps) {
  const { query, change, toggle, clear } = useInsightsQuery();
  const zone = shownZone();
  const isNarrow = useIsNarrow();
  const source = { path: `/qrcodes/${code.id}/insights`, key: ["code", code.id] };
  const search = searchOf(query, ["period", "filters"]);
  const [cursors, setCursors] = useState<{ of: string; passed: string[] }>({ of: search, passed: [] });
  // Another period or filter starts at the first page.
  const passed = cursors.of === search ? cursors.passed : [];
  const perPage = isNarrow ? PER_PAGE.phone : PER_PAGE.desk;
  const page = useScans(code.id, search, passed.at(-1), perPage);
  // Older scans may match where the server stopped looking.
  const isEmpty = page.data?.data.length === 0 && page.data.nextCursor === null && passed.length === 0;
  return (
    <Stack component="section" aria-label={words.region} gap="sm">
      <Group gap="xs" justify="space-between">
        <FilterChips {...{ source, query, toggle, clear }} hasPlacements={usePlacementCount(code.id) > 0} />
        <PeriodPicker {...{ query, change, zone }} since={dayIn(zone, Date.parse(code.createdAt))} compares={false} />
      </Group>
      {page.isPending && <Skeleton h={300} role="status" aria-label={words.loading} />}
      {page.isError && <Failure error={page.error} retry={() => page.refetch()} />}
      {page.data?.isIncomplete && <Notice>{words.incomplete}</Notice>}
      {isEmpty && (
        <Empty icon="codes" title={code.scanCount === 0 ? words.empty : words.noneMatch}>
          {code.scanCount === 0 ? words.emptyHint : <ShowAll {...{ query, change }} />}
        </Empty>
      )}
      {page.data && !isEmpty && (
        <ScanPage
          {...{ code, search, arrived, perPage, passed }}
          scans={page.data}
          isStale={page.isPlaceholderData}
          note={live && code.state === "active" ? <Live latest={null} /> : <span />}
          turn={(next) => setCursors({ of: search, passed: next })}
        />
      )}
    </Stack>
  );
}

/** Leads out of a period or filter without scans. */
function ShowAll({ query, change }: Pick<ReturnType<typeof useInsightsQuery>, "query" | "change">) {
  if (query.period === "all" && !isFiltered(query.filters)) return words.notKept;
  return (
    <Button variant="default" onClick={() => change({ period: "all", filters: NO_FILTERS })}>
      {words.showAll}
    </Button>
  );
}

interface ScanPageProps {
  code: Code;
  /** The period and filters. */
  search: string;
  arrived: ReadonlySet<string>;
  scans: ScanList;
  isStale: boolean;
  perPage: number;
  /** The cursors of the pages before. */
  passed: string[];
  turn: (passed: string[]) => void;
  note: ReactNode;
}

function ScanPage({ code, search, arrived, scans, isStale, perPage, passed, turn, note }: ScanPageProps) {
  const isNarrow = useIsNarrow();
  const List = useIsNarrow("tablet") ? ScanCards : ScanTable;
  const { data, nextCursor: next } = scans;
  const days = [...Map.groupBy(data, ({ scannedAt }) => inWords.day(scannedAt))];
  const before = passed.length * perPage;
  const big = isNarrow ? { h: 44 } : { size: "xs" };
  return (
    <Card aria-busy={isStale} style={{ opacity: isStale ? 0.45 : 1, transition: "opacity var(--rise)" }}>
      <Group justify="space-between" mb="xs">
        {note}
        <Button
          component="a"
          href={address(`/qrcodes/${code.id}/scans.csv?${search}`)}
          download
          variant="default"
          {...big}
          leftSection={<Icon name="download" size={16} />}
        >
          {words.csv}
        </Button>
      </Group>
      <List days={days} arrived={arrived} />
      <Text size="xs" c="var(--text-3)" mt="sm">
        {words.zone(shownZone())}
      </Text>
      {(passed.length > 0 || next) && (
        <Group justify="flex-end" mt="sm" gap="xs">
          <Text size="sm" c="dimmed" mr="auto" role="status">
            {data.length === 0 ? words.noneMatch : words.position(before + 1, before + data.length, passed.length + 1)}
          </Text>
          <Button variant="default" {...big} disabled={passed.length === 0} onClick={() => turn(passed.slice(0, -1))}>
            {words.newer}
          </Button>
          <Button variant="default" {...big} disabled={!next} onClick={() => next && turn([...passed, next])}>
            {words.older}
          </Button>
        </Group>
      )}
    </Card>
  );
}
