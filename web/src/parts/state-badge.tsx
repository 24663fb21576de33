import { Badge } from "@mantine/core";
import type { CodeState } from "../api/types.ts";

const STATES: Record<CodeState, { label: string; color: string }> = {
  active: { label: "Active", color: "glass" },
  paused: { label: "Paused", color: "gray" },
  expired: { label: "Expired", color: "amber" },
};

export function StateBadge({ state }: { state: CodeState }) {
  const { label, color } = STATES[state];
  return (
    <Badge color={color} variant="light" style={{ flexShrink: 0 }}>
      {label}
    </Badge>
  );
}
