import { Box, Button, Card, Group, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import { inWords } from "./words.ts";

interface BarsProps {
  title: string;
  rows: { name: string; count: number }[];
  whole: number;
  /** Rows shown before one asks for more. */
  first?: number;
}

/** A ranking: what, how many, what part of all. It reads as a list and needs no chart. */
export function Bars({ title, rows, whole, first = 6 }: BarsProps) {
  const [all, setAll] = useState(false);
  const top = Math.max(1, rows[0]?.count ?? 0);
  const shown = all ? rows : rows.slice(0, first);
  return (
    <Card h="100%" component="section" aria-label={title}>
      <Title order={3} size="h5" mb="sm">
        {title}
      </Title>
      {rows.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing in this period.
        </Text>
      )}
      <Stack gap={6} component="ol" m={0} p={0} style={{ listStyle: "none" }}>
        {shown.map(({ name, count }) => (
          <Box key={name} component="li" pos="relative" px={8} py={5}>
            <Box
              aria-hidden
              pos="absolute"
              top={0}
              left={0}
              h="100%"
              w={`${Math.max(1, (100 * count) / top)}%`}
              bg="var(--bar)"
              opacity={0.55}
              style={{ borderRadius: 6 }}
            />
            <Group justify="space-between" wrap="nowrap" pos="relative" gap="sm">
              <Text size="sm" truncate>
                {name}
              </Text>
              <Text size="sm" className="numbers" style={{ whiteSpace: "nowrap" }}>
                <b>{inWords.number(count)}</b> · {inWords.share(count, whole)}
              </Text>
            </Group>
          </Box>
        ))}
      </Stack>
      {rows.length > first && (
        <Button variant="subtle" size="compact-sm" mt="sm" onClick={() => setAll(!all)}>
          {all ? "Show fewer" : `Show all ${rows.length}`}
        </Button>
      )}
    </Card>
  );
}
