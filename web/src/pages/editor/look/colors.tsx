import { ColorInput, SegmentedControl, SimpleGrid, Slider, Stack, Switch, Text } from "@mantine/core";
import { useState } from "react";
import type { Style } from "../../../api/types.ts";
import { contrastProblem, inkProblem } from "../../../parts/contrast.ts";
import { colorProblem } from "../draft.ts";
import { DARK, firstEyeColor, type LookParts, type StyleProps } from "./parts.ts";

/** People write #abc, or leave the # out. */
function wholeColor(text: string): string {
  const digits = text.trim().replace(/^#/, "");
  if (/^[\da-f]{3}$/i.test(digits)) return `#${digits.replace(/./g, "$&$&")}`.toLowerCase();
  return /^[\da-f]{6}$/i.test(digits) ? `#${digits}`.toLowerCase() : text;
}

interface ColorFieldProps {
  label: string;
  name: string;
  value: string;
  change: (color: string) => void;
  swatches: string[];
  problem: string | undefined;
}

/** What is half typed is wrong only once one has left the field. */
export function ColorField({ label, name, value, change, swatches, problem }: ColorFieldProps) {
  const [typing, setTyping] = useState(false);
  return (
    <ColorInput
      label={label}
      name={name}
      data-path={name}
      format="hex"
      value={value}
      onChange={change}
      onFocus={() => setTyping(true)}
      onBlur={() => {
        setTyping(false);
        change(wholeColor(value));
      }}
      fixOnBlur={false}
      error={problem ?? (!typing && colorProblem(value))}
      swatches={swatches}
      swatchesPerRow={6}
      eyeDropperButtonProps={{ "aria-label": `Pick the ${label.toLowerCase()} from the screen` }}
    />
  );
}

const LIGHT = ["#ffffff", "#fffaf0", "#f4f0ea", "#e6f4f1", "#eef2fb", "#fdf0e8"];

type Gradient = NonNullable<Style["gradient"]>;
const SHADINGS = [
  { value: "none", label: "One colour" },
  { value: "linear", label: "Linear" },
  { value: "radial", label: "Radial" },
];
const FIRST: Gradient = { kind: "linear", to: "#0e5a54", angle: 45 };

interface ColorsProps extends Pick<StyleProps, "problems"> {
  look: LookParts;
  change: (part: Partial<LookParts>) => void;
  changeStyle: StyleProps["change"];
}

/** The two colours, a gradient between two dark ones, and the eyes' own. */
export function Colors({ look, change, changeStyle, problems }: ColorsProps) {
  const { foregroundColor, backgroundColor, style } = look;
  const inks = [style.gradient?.to, style.eyeColor].filter((ink) => ink != null);
  const readable = ![foregroundColor, backgroundColor, ...inks].some(colorProblem);
  const warning = readable ? (contrastProblem(look) ?? inkProblem(look)) : null;
  return (
    <Stack gap="xs">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <ColorField
          label="Colour of the squares"
          name="foregroundColor"
          value={foregroundColor}
          change={(color) => change({ foregroundColor: color })}
          swatches={DARK}
          problem={problems.foregroundColor}
        />
        <ColorField
          label="Background"
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
      <Shading style={style} change={changeStyle} problems={problems} />
      <EyeColor style={style} problems={problems} foregroundColor={foregroundColor} change={changeStyle} />
    </Stack>
  );
}

function Shading({ style: { gradient }, change, problems }: StyleProps) {
  const set = (part: Partial<Gradient>) => change({ gradient: { ...(gradient ?? FIRST), ...part } });
  return (
    <Stack gap="xs">
      <div>
        <Text size="sm" fw={600} id="gradient-label" mb={4}>
          Gradient
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
            label="Second colour"
            name="style.gradient.to"
            value={gradient.to}
            change={(to) => set({ to })}
            swatches={DARK}
            problem={problems["style.gradient.to"]}
          />
          {gradient.kind === "linear" && (
            <div>
              <Text size="sm" fw={600} mb={8}>
                Direction: {gradient.angle}°
              </Text>
              <Slider
                min={0}
                max={345}
                step={15}
                value={gradient.angle}
                onChange={(angle) => set({ angle })}
                label={(angle) => `${angle}°`}
                thumbLabel="Direction of the gradient in degrees"
              />
            </div>
          )}
        </SimpleGrid>
      )}
    </Stack>
  );
}

function EyeColor(props: StyleProps & { foregroundColor: string }) {
  const { style, change, problems, foregroundColor } = props;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} style={{ alignItems: "end" }}>
      <Switch
        label="Eyes in a colour of their own"
        checked={style.eyeColor !== null}
        onChange={(event) => change({ eyeColor: event.currentTarget.checked ? firstEyeColor(foregroundColor) : null })}
        my={8}
      />
      {style.eyeColor !== null && (
        <ColorField
          label="Colour of the eyes"
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
