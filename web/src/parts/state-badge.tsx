import { Badge } from "@mantine/core";
import type { CodeState } from "../api/types.ts";
import { Icon, type IconName } from "./icon.tsx";
import { states, verdicts } from "./words.ts";

interface MarkProps {
  color: string;
  icon: IconName;
  label: string;
}

/** A word; in a narrow table its icon alone, with the word as title. */
const Mark = ({ color, icon, label }: MarkProps) => (
  <Badge className="mark" color={color} variant="light" title={label} leftSection={<Icon name={icon} size={13} />}>
    {label}
  </Badge>
);

const STATES: Record<CodeState, Omit<MarkProps, "label">> = {
  active: { color: "glass", icon: "check" },
  paused: { color: "gray", icon: "pause" },
  expired: { color: "amber", icon: "clock" },
};

export const StateBadge = ({ state }: { state: CodeState }) => <Mark {...STATES[state]} label={states[state]} />;

export const BadlyBadge = () => <Mark color="red" icon="alert" label={verdicts.badly} />;
