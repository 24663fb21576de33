import { SimpleGrid, Stack } from "@mantine/core";
import { memo, useRef } from "react";
import type { Level, Style } from "../../../api/types.ts";
import type { Problems } from "../../../forms/form.ts";
import { Advanced, Section } from "../steps.tsx";
import { LOOK } from "../words.ts";
import { Colors, CornerColor, Shading } from "./colors.tsx";
import { LevelChoice, MarginChoice, SizeChoice } from "./details.tsx";
import { FrameChoice } from "./frame.tsx";
import type { LookHistory } from "./history.ts";
import { LogoChoice } from "./logo.tsx";
import { LookSteps } from "./look-bar.tsx";
import { type Change, type LookParts, made } from "./parts.ts";
import { PresetChoice } from "./preset-choice.tsx";
import { ownWords } from "./presets.ts";
import { CornerCentres, Shapes } from "./shapes.tsx";

interface LookProps {
  look: LookParts;
  /** The level drawn. */
  level: Level;
  change: (part: Change<LookParts>) => void;
  problems: Problems;
  history: LookHistory;
  /** What the verdict advises. */
  advice?: readonly string[];
  isAdvanced: boolean;
  toggleAdvanced: () => void;
  /** With colours, error correction and size, which a look on its own has not. */
  isOfCode?: boolean;
}

/** The look step, from presets to single parts. Memoised, because typing elsewhere in the form changes nothing here. */
export const Look = memo(
  LookForm,
  (before, now) =>
    before.change === now.change &&
    before.level === now.level &&
    before.isAdvanced === now.isAdvanced &&
    before.history.canUndo === now.history.canUndo &&
    before.history.canRedo === now.history.canRedo &&
    isSame(before.look, now.look) &&
    isSame(before.advice ?? [], now.advice ?? []) &&
    isSame(before.problems, now.problems),
);

const isSame = <T extends object>(before: T, now: T): boolean => {
  const names = new Set([...Object.keys(before), ...Object.keys(now)]) as Set<keyof T>;
  return [...names].every((name) => Object.is(before[name], now[name]));
};

function LookForm(props: LookProps) {
  const { look, level, change, problems, history, advice = [], isAdvanced, toggleAdvanced, isOfCode = true } = props;
  const { style, foregroundColor } = look;
  const changeStyle = (part: Change<Style>) => change((now) => ({ style: { ...now.style, ...made(part, now.style) } }));
  const words = useWords(style);
  const ofStyle = { style, problems, change: changeStyle };
  const shownLevel = look.errorCorrection === "auto" ? LOOK.automatic.toLowerCase() : level;
  return (
    <>
      <Section>
        <PresetChoice look={look} change={change} words={words} aside={<LookSteps history={history} />} />
      </Section>
      {isOfCode && (
        <Section>
          <Colors look={look} change={change} problems={problems} advice={advice} />
        </Section>
      )}
      <Section>
        <Shapes {...ofStyle} />
      </Section>
      <Section>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <LogoChoice {...ofStyle} />
          <FrameChoice {...ofStyle} foregroundColor={foregroundColor} words={words} />
        </SimpleGrid>
      </Section>
      <Advanced
        hint={LOOK.advancedHint(isOfCode ? shownLevel : null, style.quietZone, style.transparent)}
        isOpen={isAdvanced}
        toggle={toggleAdvanced}
      >
        <Stack gap="lg">
          <CornerCentres {...ofStyle} />
          <CornerColor {...ofStyle} foregroundColor={foregroundColor} />
          <Shading {...ofStyle} />
          {isOfCode && <LevelChoice look={look} level={level} change={change} />}
          <MarginChoice style={style} change={changeStyle} />
          {isOfCode && <SizeChoice size={look.size} change={change} />}
        </Stack>
      </Advanced>
    </>
  );
}

/** The last frame text, kept while the look has no frame. */
function useWords(style: Style): string | null {
  const last = useRef<string | null>(null);
  if (style.frame) last.current = ownWords(style);
  return last.current;
}
