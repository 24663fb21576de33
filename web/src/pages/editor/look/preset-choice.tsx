import { Fieldset, Text, UnstyledButton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { type ReactNode, useRef } from "react";
import { useSavedLooks } from "../../../api/looks.ts";
import type { Style } from "../../../api/types.ts";
import { colorProblem } from "../../../parts/contrast.ts";
import { LookPicture } from "../../../parts/look-picture.tsx";
import { LOOK } from "../words.ts";
import { isSameStyle, type LookParts } from "./parts.ts";
import classes from "./preset-choice.module.css";
import { isPreset, PRESETS, withPreset } from "./presets.ts";

interface PresetChoiceProps {
  look: LookParts;
  change: (part: Partial<LookParts>) => void;
  /** The frame text, kept while there is no frame. */
  words: string | null;
  /** Next to the heading. */
  aside: ReactNode;
}

/** Colours for the presets' images: debounced, and never incomplete. */
function useSettledColors({ foregroundColor, backgroundColor }: LookParts) {
  const isWhole = ![foregroundColor, backgroundColor].some(colorProblem);
  const [settled] = useDebouncedValue(isWhole ? `${foregroundColor} ${backgroundColor}` : null, 300);
  const last = useRef(settled);
  if (settled !== null) last.current = settled;
  const [front, back] = last.current?.split(" ") ?? [];
  return front && back ? { foregroundColor: front, backgroundColor: back } : {};
}

/** Whole looks: the workspace's own, then presets. */
export function PresetChoice({ look, change, words, aside }: PresetChoiceProps) {
  const saved = useSavedLooks().data ?? [];
  const colors = useSettledColors(look);
  const isShown = (other: Style) => isSameStyle(other, look.style);
  return (
    <>
      {saved.length > 0 && (
        <Looks label={LOOK.ownLooks} aside={aside}>
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
      <Looks label={LOOK.ready} aside={saved.length === 0 && aside}>
        {PRESETS.map((preset) => (
          <LookButton
            key={preset.name}
            name={preset.name}
            isChosen={isPreset(look, preset, words)}
            choose={() => change(withPreset(look, preset, words))}
          >
            <LookPicture {...preset} />
          </LookButton>
        ))}
      </Looks>
    </>
  );
}

function Looks({ label, aside, children }: { label: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <Fieldset variant="unstyled" legend={label} classNames={{ root: classes.group, legend: classes.legend }}>
      {aside && <div className={classes.aside}>{aside}</div>}
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
      <Text fz={12} lh={1.3} mt={4} ta="center" truncate>
        {name}
      </Text>
    </UnstyledButton>
  );
}
