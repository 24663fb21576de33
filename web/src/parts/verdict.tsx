import { Alert, List, Loader, Text } from "@mantine/core";
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

interface VerdictCardProps {
  verdict: Verdict;
  action?: ReactNode;
  /** It is of an earlier picture, and the next one is not there yet. */
  isOld?: boolean;
}

/** What a camera makes of the code. */
export function VerdictCard({ verdict, action, isOld = false }: VerdictCardProps) {
  const { passes, contrastRatio, advice } = verdict;
  return (
    <Alert
      variant="light"
      color={isOld ? "gray" : passes ? "glass" : "red"}
      icon={isOld ? <Loader size={16} /> : <Icon name={passes ? "check" : "alert"} />}
      title={isOld ? "Judging…" : verdictText(verdict)}
      role="status"
      styles={{
        title: { color: "var(--mantine-color-text)" },
        message: { opacity: isOld ? 0.4 : 1 },
      }}
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
