import {
  Badge,
  Button,
  Card,
  Group,
  ScrollArea,
  Skeleton,
  Table,
  Text,
  Title,
} from "@mantine/core";
import { useState } from "react";
import { address } from "../../api/call.ts";
import { useScans } from "../../api/queries.ts";
import type { Code, Scan } from "../../api/types.ts";
import { Icon } from "../../parts/icon.tsx";
import { Failure } from "../../parts/notices.tsx";
import { capital, inWords } from "../../parts/words.ts";

const PER_PAGE = 25;
const HEADS = ["Time (yours)", "Place", "Device", "Browser", "System"];

const placeOf = (scan: Scan): string =>
  scan.city === null
    ? inWords.country(scan.country)
    : `${scan.city}, ${inWords.country(scan.country)}`;

interface ScansProps {
  code: Code;
  /** Scans that came while one watches are marked. */
  arrived: ReadonlySet<string>;
  live: boolean;
}

/** Every scan there is, newest first. */
export function Scans({ code, arrived, live }: ScansProps) {
  const [cursors, setCursors] = useState<string[]>([]);
  const page = useScans(code.id, cursors.at(-1), PER_PAGE);
  const next = page.data?.nextCursor;
  return (
    <Card component="section" aria-label="Raw scans">
      <Group justify="space-between" mb="sm">
        <Group gap="sm">
          <Title order={2} size="h4">
            Every scan
          </Title>
          {live && (
            <Badge
              variant="dot"
              color="glass"
              styles={{ label: { color: "var(--mantine-color-text)" } }}
            >
              Live
            </Badge>
          )}
        </Group>
        {code.scanCount > 0 && (
          <Button
            component="a"
            href={address(`/codes/${code.id}/scans.csv`)}
            download
            variant="default"
            size="xs"
            leftSection={<Icon name="download" size={16} />}
          >
            All as CSV
          </Button>
        )}
      </Group>
      {page.isPending && <Skeleton h={300} role="status" aria-label="Loading the scans" />}
      {page.isError && <Failure error={page.error} retry={() => page.refetch()} />}
      {page.data?.data.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing yet. Each scan is listed here with its time, place and device; addresses are never
          kept.
        </Text>
      )}
      {page.data && page.data.data.length > 0 && (
        <ScrollArea type="auto" viewportProps={{ tabIndex: 0, "aria-label": "Table of scans" }}>
          <Table miw={640} verticalSpacing={6} highlightOnHover>
            <Table.Thead>
              <Table.Tr>
                {HEADS.map((head) => (
                  <Table.Th key={head}>{head}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {page.data.data.map((scan) => (
                <Table.Tr key={scan.id} className={arrived.has(scan.id) ? "arrives" : undefined}>
                  <Table.Td className="numbers">
                    <time dateTime={scan.scannedAt} title={`${scan.scannedAt} (UTC)`}>
                      {inWords.dateTime(scan.scannedAt)}
                    </time>
                  </Table.Td>
                  <Table.Td>{placeOf(scan)}</Table.Td>
                  <Table.Td>{capital(scan.device)}</Table.Td>
                  <Table.Td>{scan.browser}</Table.Td>
                  <Table.Td>{scan.os}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollArea>
      )}
      {(cursors.length > 0 || next) && (
        <Group justify="flex-end" mt="sm" gap="xs">
          <Button
            variant="default"
            size="xs"
            disabled={cursors.length === 0}
            onClick={() => setCursors(cursors.slice(0, -1))}
          >
            Newer
          </Button>
          <Button
            variant="default"
            size="xs"
            disabled={!next}
            onClick={() => next && setCursors([...cursors, next])}
          >
            Older
          </Button>
        </Group>
      )}
    </Card>
  );
}
