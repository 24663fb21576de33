import { Badge } from "@mantine/core";
import type { CodeState } from "../api/types.ts";
import { states } from "./words.ts";

const COLORS: Record<CodeState, string> = { active: "glass", paused: "gray", expired: "amber" };

export function StateBadge({ state }: { state: CodeState }) {
  return (
    <Badge color={COLORS[state]} variant="light" style={{ flexShrink: 0 }}>
      {states[state]}
    </Badge>
  );
}
