import { Divider, Stack } from "@mantine/core";
import { memo, useRef } from "react";
import type { Style } from "../../../api/types.ts";
import type { Problems } from "../../../forms/form.ts";
import { Colors } from "./colors.tsx";
import { Details } from "./details.tsx";
import { FrameChoice } from "./frame.tsx";
import { LogoChoice } from "./logo.tsx";
import { type Change, type LookParts, made } from "./parts.ts";
import { PresetChoice } from "./preset-choice.tsx";
import { ownWords } from "./presets.ts";
import { Shapes } from "./shapes.tsx";

interface LookProps {
  look: LookParts;
  change: (part: Change<LookParts>) => void;
  problems: Problems;
}

/** How the code looks, from whole looks to single parts. Most keys in the form around it change nothing here. */
export const Look = memo(
  LookForm,
  (before, now) =>
    before.change === now.change && isSame(before.look, now.look) && isSame(before.problems, now.problems),
);

const isSame = <T extends object>(before: T, now: T): boolean => {
  const names = new Set([...Object.keys(before), ...Object.keys(now)]) as Set<keyof T>;
  return [...names].every((name) => Object.is(before[name], now[name]));
};

function LookForm({ look, change, problems }: LookProps) {
  const { style, foregroundColor } = look;
  const changeStyle = (part: Change<Style>) => change((now) => ({ style: { ...now.style, ...made(part, now.style) } }));
  const words = useWords(style);
  const ofStyle = { style, problems, change: changeStyle };
  return (
    <Stack gap="lg">
      <PresetChoice look={look} change={change} words={words} />
      <Divider />
      <Colors look={look} change={change} changeStyle={changeStyle} problems={problems} />
      <Divider />
      <Shapes {...ofStyle} />
      <Divider />
      <LogoChoice {...ofStyle} />
      <Divider />
      <FrameChoice {...ofStyle} foregroundColor={foregroundColor} words={words} />
      <Divider />
      <Details look={look} change={change} changeStyle={changeStyle} />
    </Stack>
  );
}

/** What was last written into a frame: a look without one does not lose it. */
function useWords(style: Style): string | null {
  const last = useRef<string | null>(null);
  if (style.frame) last.current = ownWords(style);
  return last.current;
}
