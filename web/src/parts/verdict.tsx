import { Alert, List, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { Verdict } from "../api/types.ts";
import { Icon } from "./icon.tsx";

const SAYS: Record<Verdict["grade"], string> = {
  A: "Scans very well",
  B: "Scans well",
  C: "Scans, with some care",
  D: "Scans badly",
  F: "Many phones will fail on it",
};

export const verdictText = ({ grade }: Verdict): string => `${SAYS[grade]} (${grade})`;

/** Below this the advice speaks of the contrast, so the number is not said a second time. */
const ADVISED_BELOW = 5;

/** What a camera makes of the code. */
export function VerdictCard({ verdict, action }: { verdict: Verdict; action?: ReactNode }) {
  const { passes, contrastRatio, advice } = verdict;
  return (
    <Alert
      variant="light"
      color={passes ? "glass" : "red"}
      icon={<Icon name={passes ? "check" : "alert"} />}
      title={verdictText(verdict)}
      role="status"
      styles={{ title: { color: "var(--mantine-color-text)" } }}
    >
      {contrastRatio >= ADVISED_BELOW && (
        <Text size="sm">Contrast {contrastRatio.toFixed(1)} to 1</Text>
      )}
      {advice.length > 0 && (
        <List size="sm" spacing={4} mt={6}>
          {advice.map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
      )}
      {action}
    </Alert>
  );
}
