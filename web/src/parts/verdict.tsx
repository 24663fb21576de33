import { Alert, Box, Group, List, Text } from "@mantine/core";
import type { Verdict } from "../api/types.ts";
import { Icon } from "./icon.tsx";

const SAYS: Record<Verdict["grade"], string> = {
  A: "Scans very well",
  B: "Scans well",
  C: "Scans, with some care",
  D: "Scans badly",
  F: "Many phones will fail on it",
};

/** What a camera makes of the code. */
export function VerdictCard({ verdict }: { verdict: Verdict }) {
  const { grade, passes, contrastRatio, advice } = verdict;
  const color = passes ? "glass" : "red";
  return (
    <Alert
      variant="light"
      color={color}
      icon={<Icon name={passes ? "check" : "alert"} />}
      title={`${SAYS[grade]} (${grade})`}
      role="status"
      styles={{ title: { color: "var(--mantine-color-text)" } }}
    >
      <Group gap={4}>
        <Text size="sm">Contrast {contrastRatio.toFixed(1)} to 1</Text>
        {contrastRatio < 4 && (
          <Text size="sm" fw={600}>
            — too little, take a darker or a lighter colour
          </Text>
        )}
      </Group>
      {advice.length > 0 && (
        <Box mt={6}>
          <List size="sm" spacing={4}>
            {advice.map((line) => (
              <List.Item key={line}>{line}</List.Item>
            ))}
          </List>
        </Box>
      )}
    </Alert>
  );
}
