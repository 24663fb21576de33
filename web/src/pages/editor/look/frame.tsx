import { Stack, TextInput } from "@mantine/core";
import { FRAME_KINDS, type FrameKind, MAX_FRAME_TEXT_LENGTH } from "../../../../../src/rendering/style.ts";
import type { Style } from "../../../api/types.ts";
import { ColorField } from "../../../parts/color-field.tsx";
import { LOOK } from "../words.ts";
import { DARK, firstFrame, type StyleProps } from "./parts.ts";
import { FramePicture } from "./shape-pictures.tsx";
import { PictureChoice } from "./shapes.tsx";

const KINDS: Record<FrameKind, string> = { label: "Label", banner: "Banner", badge: "Badge", ticket: "Ticket" };

type Frame = NonNullable<Style["frame"]>;

interface FrameChoiceProps extends StyleProps {
  /** The owner's frame text. */
  words: string | null;
  foregroundColor: string;
}

/** The frame around the code and its text. */
export function FrameChoice(props: FrameChoiceProps) {
  const { style, change, problems, foregroundColor, words } = props;
  const { frame } = style;
  const set = (part: Partial<Frame>) =>
    change({ frame: { ...(frame ?? firstFrame(foregroundColor, words)), ...part } });
  return (
    <Stack gap="xs">
      <PictureChoice<FrameKind | "none">
        label={LOOK.frame}
        value={frame?.kind ?? "none"}
        change={(kind) => (kind === "none" ? change({ frame: null }) : set({ kind }))}
        choices={[
          { value: "none", label: LOOK.none, picture: <FramePicture kind={null} /> },
          ...FRAME_KINDS.map((value) => ({ value, label: KINDS[value], picture: <FramePicture kind={value} /> })),
        ]}
      />
      {frame && (
        <Stack gap="xs">
          <FrameText text={frame.text} change={(text) => set({ text })} problem={problems["style.frame.text"]} />
          <ColorField
            label={LOOK.frameColor}
            name="style.frame.color"
            value={frame.color}
            change={(color) => set({ color })}
            swatches={DARK}
            problem={problems["style.frame.color"]}
          />
        </Stack>
      )}
    </Stack>
  );
}

interface FrameTextProps {
  text: string;
  change: (text: string) => void;
  problem: string | undefined;
}

function FrameText({ text, change, problem }: FrameTextProps) {
  const letters = [...text];
  return (
    <TextInput
      name="style.frame.text"
      data-path="style.frame.text"
      label={LOOK.frameText}
      autoComplete="off"
      value={text}
      // Count characters like the server does; maxLength counts UTF-16 units.
      onChange={(event) => change([...event.currentTarget.value].slice(0, MAX_FRAME_TEXT_LENGTH).join(""))}
      error={problem}
      rightSection={
        <span aria-hidden className="numbers" style={{ fontSize: 11 }}>
          {letters.length}/{MAX_FRAME_TEXT_LENGTH}
        </span>
      }
      rightSectionWidth={48}
      rightSectionPointerEvents="none"
    />
  );
}
