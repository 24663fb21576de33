import { Button, Card, Group, Skeleton, Table, Text } from "@mantine/core";
import { useState } from "react";
import { address } from "../../api/call.ts";
import { useScans } from "../../api/queries.ts";
import type { Code, Scan } from "../../api/types.ts";
import { capital, inWords } from "../../parts/formats.ts";
import { Icon } from "../../parts/icon.tsx";
import { useIsNarrow } from "../../parts/narrow.ts";
import { Empty, Failure } from "../../parts/notices.tsx";
import { Live } from "./live.tsx";
import classes from "./scans.module.css";
import { agentOf, placeOf, scans as words } from "./words.ts";

interface ScanListProps {
  /** By day in the viewer's time zone, newest first. */
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

function ScanTable({ days, arrived }: ScanListProps) {
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
function ScanCards({ days, arrived }: ScanListProps) {
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

/** The list of all scans, newest first. */
export function Scans({ code, arrived, live }: ScansProps) {
  const [cursors, setCursors] = useState<string[]>([]);
  const isNarrow = useIsNarrow();
  const perPage = isNarrow ? PER_PAGE.phone : PER_PAGE.desk;
  const page = useScans(code.id, cursors.at(-1), perPage);
  const List = useIsNarrow("tablet") ? ScanCards : ScanTable;
  if (page.isPending) return <Skeleton h={300} role="status" aria-label={words.loading} />;
  if (page.isError) return <Failure error={page.error} retry={() => page.refetch()} />;
  const { data: scans, nextCursor: next } = page.data;
  if (scans.length === 0) {
    return (
      <Empty icon="codes" title={words.empty}>
        {words.emptyHint}
      </Empty>
    );
  }
  const days = [...Map.groupBy(scans, ({ scannedAt }) => inWords.day(scannedAt))];
  const before = cursors.length * perPage;
  const big = isNarrow ? { h: 44 } : { size: "xs" };
  return (
    <Card component="section" aria-label={words.region}>
      <Group justify="space-between" mb="xs">
        {live ? <Live latest={null} /> : <span />}
        <Button
          component="a"
          href={address(`/qrcodes/${code.id}/scans.csv`)}
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
        {words.zone()}
      </Text>
      {(cursors.length > 0 || next) && (
        <Group justify="flex-end" mt="sm" gap="xs">
          <Text size="sm" c="dimmed" mr="auto" role="status">
            {words.position(before + 1, before + scans.length, cursors.length + 1)}
          </Text>
          <Button
            variant="default"
            {...big}
            disabled={cursors.length === 0}
            onClick={() => setCursors(cursors.slice(0, -1))}
          >
            {words.newer}
          </Button>
          <Button variant="default" {...big} disabled={!next} onClick={() => next && setCursors([...cursors, next])}>
            {words.older}
          </Button>
        </Group>
      )}
    </Card>
  );
}
