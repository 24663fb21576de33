import { Badge, Button, Group, Skeleton, Text } from "@mantine/core";
import { useState } from "react";
import { address } from "../../api/call.ts";
import { useScans } from "../../api/queries.ts";
import type { Code } from "../../api/types.ts";
import { Icon } from "../../parts/icon.tsx";
import { useIsNarrow } from "../../parts/narrow.ts";
import { Failure } from "../../parts/notices.tsx";
import { Section } from "../../parts/section.tsx";
import { ScanCards, ScanTable } from "./scan-list.tsx";

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
    <Badge variant="dot" color="glass" styles={{ label: { color: "var(--mantine-color-text)" } }}>
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
