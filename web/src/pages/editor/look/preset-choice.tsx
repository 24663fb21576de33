import { Fieldset, Text, UnstyledButton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { type ReactNode, useRef } from "react";
import { useSavedLooks } from "../../../api/looks.ts";
import type { Style } from "../../../api/types.ts";
import { LookPicture } from "../../../parts/look-picture.tsx";
import { colorProblem } from "../draft.ts";
import { isSameStyle, type LookParts } from "./parts.ts";
import classes from "./preset-choice.module.css";
import { PRESETS, withPreset } from "./presets.ts";

interface PresetChoiceProps {
  look: LookParts;
  change: (part: Partial<LookParts>) => void;
  /** What was written into a frame, also while there is none. */
  words: string | null;
}

/** Of the looks' pictures: a moment after the last change of a colour, and never one that is half typed. */
function useSettledColors({ foregroundColor, backgroundColor }: LookParts) {
  const isWhole = ![foregroundColor, backgroundColor].some(colorProblem);
  const [settled] = useDebouncedValue(isWhole ? `${foregroundColor} ${backgroundColor}` : null, 300);
  const last = useRef(settled);
  if (settled !== null) last.current = settled;
  const [front, back] = last.current?.split(" ") ?? [];
  return front && back ? { foregroundColor: front, backgroundColor: back } : {};
}

/** Whole looks by what they look like: one's own, then those to begin from. */
export function PresetChoice({ look, change, words }: PresetChoiceProps) {
  const saved = useSavedLooks().data ?? [];
  const { foregroundColor, backgroundColor, style } = look;
  const colors = useSettledColors(look);
  const isShown = (other: Style) => isSameStyle(other, style);
  return (
    <>
      {saved.length > 0 && (
        <Looks label="Your looks">
          {saved.map((own) => (
            <LookButton
              key={own.id}
              name={own.name}
              isChosen={isShown(own.style)}
              choose={() => change({ style: own.style })}
            >
              <LookPicture style={own.style} {...colors} />
            </LookButton>
          ))}
        </Looks>
      )}
      <Looks label="Ready-made">
        {PRESETS.map((preset) => {
          const wanted = { ...look, ...withPreset(look, preset, words) };
          return (
            <LookButton
              key={preset.name}
              name={preset.name}
              isChosen={
                isShown(wanted.style) &&
                wanted.foregroundColor === foregroundColor &&
                wanted.backgroundColor === backgroundColor
              }
              choose={() => change(withPreset(look, preset, words))}
            >
              <LookPicture {...preset} />
            </LookButton>
          );
        })}
      </Looks>
    </>
  );
}

function Looks({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Fieldset variant="unstyled" legend={label} classNames={{ legend: classes.legend }}>
      <div className={classes.looks}>{children}</div>
    </Fieldset>
  );
}

interface LookButtonProps {
  name: string;
  isChosen: boolean;
  choose: () => void;
  children: ReactNode;
}

function LookButton({ name, isChosen, choose, children }: LookButtonProps) {
  return (
    <UnstyledButton
      className={classes.look}
      onClick={choose}
      aria-pressed={isChosen}
      data-chosen={isChosen || undefined}
    >
      {children}
      <Text fz={11} lh={1.2} mt={4} ta="center" truncate>
        {name}
      </Text>
    </UnstyledButton>
  );
}
