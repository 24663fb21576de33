import { SegmentedControl, SimpleGrid, Slider, Stack, Switch, Text } from "@mantine/core";
import type { Style } from "../../../api/types.ts";
import { ColorField } from "../../../parts/color-field.tsx";
import { colorProblem, contrastProblem, inkProblem } from "../../../parts/contrast.ts";
import { LOOK } from "../words.ts";
import { DARK, firstEyeColor, type LookParts, type StyleProps } from "./parts.ts";

const LIGHT = ["#ffffff", "#fffaf0", "#f4f0ea", "#e6f4f1", "#eef2fb", "#fdf0e8"];

type Gradient = NonNullable<Style["gradient"]>;
const SHADINGS = [
  { value: "none", label: LOOK.oneColor },
  { value: "linear", label: LOOK.linear },
  { value: "radial", label: LOOK.radial },
];
const FIRST: Gradient = { kind: "linear", to: "#0e5a54", angle: 45 };

interface ColorsProps extends Pick<StyleProps, "problems"> {
  look: LookParts;
  change: (part: Partial<LookParts>) => void;
  advice: readonly string[];
}

/** Foreground and background. */
export function Colors({ look, change, problems, advice }: ColorsProps) {
  const { foregroundColor, backgroundColor, style } = look;
  const inks = [style.gradient?.to, style.eyeColor].filter((ink) => ink != null);
  const readable = ![foregroundColor, backgroundColor, ...inks].some(colorProblem);
  const warning = readable ? (contrastProblem(look) ?? inkProblem(look)) : null;
  return (
    <Stack gap="xs">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <ColorField
          label={LOOK.color}
          name="foregroundColor"
          value={foregroundColor}
          change={(color) => change({ foregroundColor: color })}
          swatches={DARK}
          problem={problems.foregroundColor}
        />
        <ColorField
          label={LOOK.background}
          name="backgroundColor"
          value={backgroundColor}
          change={(color) => change({ backgroundColor: color })}
          swatches={LIGHT}
          problem={problems.backgroundColor}
        />
      </SimpleGrid>
      {warning && (
        <Text size="sm" c="var(--mantine-color-error)" role="status">
          {warning}
        </Text>
      )}
      {/* On a phone the preview is closed. */}
      {!warning &&
        advice.map((line) => (
          <Text key={line} size="sm" c="var(--amber-text)" role="status" hiddenFrom="md">
            {line}
          </Text>
        ))}
    </Stack>
  );
}

/** A gradient from the foreground to a second colour. */
export function Shading({ style: { gradient }, change, problems }: StyleProps) {
  const set = (part: Partial<Gradient>) => change({ gradient: { ...(gradient ?? FIRST), ...part } });
  return (
    <Stack gap="xs">
      <div>
        <Text size="sm" fw={500} id="gradient-label" mb={4}>
          {LOOK.gradient}
        </Text>
        <SegmentedControl
          fullWidth
          data={SHADINGS}
          value={gradient?.kind ?? "none"}
          onChange={(kind) => (kind === "none" ? change({ gradient: null }) : set({ kind: kind as Gradient["kind"] }))}
          aria-labelledby="gradient-label"
        />
      </div>
      {gradient && (
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <ColorField
            label={LOOK.secondColor}
            name="style.gradient.to"
            value={gradient.to}
            change={(to) => set({ to })}
            swatches={DARK}
            problem={problems["style.gradient.to"]}
          />
          {gradient.kind === "linear" && (
            <div>
              <Text size="sm" fw={500} mb={8}>
                {LOOK.direction(gradient.angle)}
              </Text>
              <Slider
                min={0}
                max={345}
                step={15}
                value={gradient.angle}
                onChange={(angle) => set({ angle })}
                label={(angle) => `${angle}°`}
                thumbLabel={LOOK.directionLabel}
              />
            </div>
          )}
        </SimpleGrid>
      )}
    </Stack>
  );
}

export function CornerColor(props: StyleProps & { foregroundColor: string }) {
  const { style, change, problems, foregroundColor } = props;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <Switch
        label={LOOK.ownCornerColor}
        checked={style.eyeColor !== null}
        onChange={(event) => change({ eyeColor: event.currentTarget.checked ? firstEyeColor(foregroundColor) : null })}
        my={8}
      />
      {style.eyeColor !== null && (
        <ColorField
          label={LOOK.cornerColor}
          name="style.eyeColor"
          value={style.eyeColor}
          change={(eyeColor) => change({ eyeColor })}
          swatches={DARK}
          problem={problems["style.eyeColor"]}
        />
      )}
    </SimpleGrid>
  );
}
