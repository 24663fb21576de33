import { Box, Stack, Table, Text } from "@mantine/core";
import type { Scan } from "../../api/types.ts";
import { capital, inWords } from "../../parts/words.ts";

const HEADS = ["Time (yours)", "Place", "Device", "Browser", "System"];

interface ScanListProps {
  scans: Scan[];
  arrived: ReadonlySet<string>;
}

const placeOf = (scan: Scan): string =>
  scan.city === null
    ? inWords.country(scan.country)
    : `${scan.city}, ${inWords.country(scan.country)}`;

function Time({ scan }: { scan: Scan }) {
  return (
    <time dateTime={scan.scannedAt} title={`${scan.scannedAt} (UTC)`}>
      {inWords.dateTime(scan.scannedAt)}
    </time>
  );
}

export function ScanTable({ scans, arrived }: ScanListProps) {
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
export function ScanCards({ scans, arrived }: ScanListProps) {
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
            <Time scan={scan} /> · {capital(scan.device)} · {scan.browser} on {scan.os}
          </Text>
        </Box>
      ))}
    </Stack>
  );
}
