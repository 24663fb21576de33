import { Badge, Box, Button, Group, Skeleton, Stack, Table, Text } from "@mantine/core";
import { useState } from "react";
import { address } from "../../api/call.ts";
import { useScans } from "../../api/queries.ts";
import type { Code, Scan } from "../../api/types.ts";
import { Icon } from "../../parts/icon.tsx";
import { useIsNarrow } from "../../parts/narrow.ts";
import { Failure } from "../../parts/notices.tsx";
import { Section } from "../../parts/section.tsx";
import { capital, inWords } from "../../parts/words.ts";

const UNKNOWN = "Unknown";

export const placeOf = (scan: Scan): string =>
  scan.city === null ? inWords.country(scan.country) : `${scan.city}, ${inWords.country(scan.country)}`;

export const isPlaceKnown = (scan: Scan): boolean => scan.country !== UNKNOWN;

/** "Safari on iOS", or as much of it as is known. */
export const agentOf = ({ browser, os }: Scan): string =>
  [browser, os].filter((word) => word !== UNKNOWN).join(" on ") || UNKNOWN;

const HEADS = ["Time", "Place", "Device", "Browser", "System"];

interface ScanListProps {
  scans: Scan[];
  arrived: ReadonlySet<string>;
}

function Time({ scan }: { scan: Scan }) {
  return (
    <time dateTime={scan.scannedAt} title={`${scan.scannedAt} (UTC)`}>
      {inWords.dateTime(scan.scannedAt)}
    </time>
  );
}

function ScanTable({ scans, arrived }: ScanListProps) {
  return (
    <Table verticalSpacing={6} highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          {HEADS.map((head) => (
            <Table.Th key={head}>{head}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {scans.map((scan) => (
          <Table.Tr key={scan.id} className={arrived.has(scan.id) ? "arrives" : undefined}>
            <Table.Td className="numbers" style={{ whiteSpace: "nowrap" }}>
              <Time scan={scan} />
            </Table.Td>
            <Table.Td>{placeOf(scan)}</Table.Td>
            <Table.Td>{capital(scan.device)}</Table.Td>
            <Table.Td>{scan.browser}</Table.Td>
            <Table.Td>{scan.os}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** Two lines a scan: all of it fits a phone. */
function ScanCards({ scans, arrived }: ScanListProps) {
  return (
    <Stack component="ul" gap={0} m={0} p={0} style={{ listStyle: "none" }} aria-label="Scans">
      {scans.map((scan) => (
        <Box
          key={scan.id}
          component="li"
          py={8}
          className={arrived.has(scan.id) ? "arrives" : undefined}
          style={{ borderTop: "1px solid var(--line)" }}
        >
          <Text size="sm" fw={600} className="numbers">
            {placeOf(scan)}
          </Text>
          <Text size="xs" c="dimmed" className="numbers">
            <Time scan={scan} /> · {capital(scan.device)} · {agentOf(scan)}
          </Text>
        </Box>
      ))}
    </Stack>
  );
}

const PER_PAGE = { desk: 25, phone: 10 };

interface ScansProps {
  code: Code;
  /** Scans that came while one watches are marked. */
  arrived: ReadonlySet<string>;
  live: boolean;
}

/** Every scan there is, newest first. */
export function Scans({ code, arrived, live }: ScansProps) {
  const [cursors, setCursors] = useState<string[]>([]);
  const isNarrow = useIsNarrow();
  const page = useScans(code.id, cursors.at(-1), isNarrow ? PER_PAGE.phone : PER_PAGE.desk);
  const next = page.data?.nextCursor;
  const List = useIsNarrow("tablet") ? ScanCards : ScanTable;
  return (
    <Section
      title="Every scan"
      label="Raw scans"
      order={2}
      aside={
        <Group gap="sm">
          {live && <Live />}
          {code.scanCount > 0 && <AsCsv code={code} />}
        </Group>
      }
    >
      {page.isPending && <Skeleton h={300} role="status" aria-label="Loading the scans" />}
      {page.isError && <Failure error={page.error} retry={() => page.refetch()} />}
      {page.data?.data.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing yet. Each scan is listed here with its time, place and device; addresses are never kept.
        </Text>
      )}
      {page.data && page.data.data.length > 0 && <List scans={page.data.data} arrived={arrived} />}
      {page.data && page.data.data.length > 0 && (
        <Text size="xs" c="dimmed" mt="sm">
          Times are in your time zone, {Intl.DateTimeFormat().resolvedOptions().timeZone}.
        </Text>
      )}
      {(cursors.length > 0 || next) && (
        <Group justify="flex-end" mt="sm" gap="xs" grow={isNarrow}>
          <Button
            variant="default"
            size={isNarrow ? "sm" : "xs"}
            {...(isNarrow ? { h: 44 } : {})}
            disabled={cursors.length === 0}
            onClick={() => setCursors(cursors.slice(0, -1))}
          >
            Newer
          </Button>
          <Button
            variant="default"
            size={isNarrow ? "sm" : "xs"}
            {...(isNarrow ? { h: 44 } : {})}
            disabled={!next}
            onClick={() => next && setCursors([...cursors, next])}
          >
            Older
          </Button>
        </Group>
      )}
    </Section>
  );
}

function Live() {
  return (
    <Badge variant="dot" color="glass">
      Live
    </Badge>
  );
}

function AsCsv({ code }: { code: Code }) {
  return (
    <Button
      component="a"
      href={address(`/qrcodes/${code.id}/scans.csv`)}
      download
      variant="default"
      size="xs"
      leftSection={<Icon name="download" size={16} />}
    >
      All as CSV
    </Button>
  );
}
