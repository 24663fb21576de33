import { Box, Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { Section } from "./section.tsx";
import { inWords } from "./words.ts";

interface BarsProps {
  title: string;
  rows: { name: string; count: number }[];
  whole: number;
  /** Rows shown before one asks for more. */
  first?: number;
  /** How many there are, when more than the rows that were read. */
  total?: number;
  /** Scans of which it is not known; they stand apart and are not one of the rows. */
  unknown?: number;
  folded?: boolean;
}

/** A ranking: what, how many, what part of all. It reads as a list and needs no chart. */
export function Bars({ title, rows, whole, first = 6, unknown = 0, folded, ...rest }: BarsProps) {
  const [all, setAll] = useState(false);
  const top = Math.max(1, rows[0]?.count ?? 0);
  const shown = all ? rows : rows.slice(0, first);
  const total = Math.max(rest.total ?? 0, rows.length);
  const isCut = total > rows.length;
  const count = isCut ? `${rows.length} of ${inWords.number(total)}` : `all ${rows.length}`;
  return (
    <Section title={title} folded={folded ?? false}>
      {rows.length === 0 && unknown === 0 && (
        <Text size="sm" c="dimmed">
          Nothing in this period.
        </Text>
      )}
      <Stack gap={6} component="ol" m={0} p={0} style={{ listStyle: "none" }}>
        {shown.map((row) => (
          <Box key={row.name} component="li" pos="relative" px={8} py={5}>
            <Box
              aria-hidden
              pos="absolute"
              top={0}
              left={0}
              h="100%"
              w={`${Math.max(1, (100 * row.count) / top)}%`}
              bg="var(--chart-soft)"
              style={{ borderRadius: 6 }}
            />
            <Line name={row.name} count={row.count} whole={whole} />
          </Box>
        ))}
      </Stack>
      {unknown > 0 && (
        <Box px={8} py={5} mt={6} c="dimmed" data-unknown>
          <Line name="Unknown" count={unknown} whole={whole} />
        </Box>
      )}
      {rows.length > first && (
        <Button variant="subtle" size="compact-sm" mt="sm" onClick={() => setAll(!all)}>
          {all ? "Show fewer" : `Show ${count}`}
        </Button>
      )}
      {all && isCut && (
        <Text size="xs" c="dimmed" mt={4}>
          The {rows.length} with the most scans, of {inWords.number(total)}.
        </Text>
      )}
    </Section>
  );
}

function Line({ name, count, whole }: { name: string; count: number; whole: number }) {
  return (
    <Group justify="space-between" wrap="nowrap" pos="relative" gap="sm">
      <Text size="sm" truncate>
        {name}
      </Text>
      <Text size="sm" className="numbers" style={{ whiteSpace: "nowrap" }}>
        <b>{inWords.number(count)}</b> · {inWords.share(count, whole)}
      </Text>
    </Group>
  );
}
