import {
  Button,
  ColorInput,
  SegmentedControl,
  SimpleGrid,
  Slider,
  Stack,
  Text,
} from "@mantine/core";
import { useState } from "react";
import type { Level } from "../../api/types.ts";
import type { Problems } from "../../forms/form.ts";
import { LEVELS } from "../../parts/kinds.ts";
import { contrastProblem, saferColors } from "./contrast.ts";
import { colorProblem, type Draft } from "./draft.ts";

const DARK = ["#1a1410", "#000000", "#0e5a54", "#1f3a68", "#5a2350", "#7a2e16"];
const LIGHT = ["#ffffff", "#fffaf0", "#f4f0ea", "#e6f4f1", "#eef2fb", "#fdf0e8"];

interface LookProps {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  problems: Problems;
}

/** Colours, size and error correction, each with a sentence on what it is for. */
export function Look({ draft, change, problems }: LookProps) {
  return (
    <Stack gap="lg">
      <Colors draft={draft} change={change} problems={problems} />
      <div>
        <Text size="sm" fw={500} id="level-label" mb={4}>
          Error correction
        </Text>
        <SegmentedControl
          fullWidth
          data={["L", "M", "Q", "H"]}
          value={draft.errorCorrection}
          onChange={(value) => change({ errorCorrection: value as Level })}
          aria-labelledby="level-label"
        />
        <Text size="xs" c="dimmed" mt={6}>
          {LEVELS[draft.errorCorrection]}
        </Text>
      </div>
      <div>
        <Text size="sm" fw={500} mb={4}>
          Size: {draft.size} pixels
        </Text>
        <Slider
          min={128}
          max={2048}
          step={64}
          value={draft.size}
          onChange={(size) => change({ size })}
          label={(size) => `${size} px`}
          thumbLabel="Size in pixels"
        />
        <Text size="xs" c="dimmed" mt={6}>
          Of the PNG. {draft.size} pixels print sharply up to{" "}
          {Math.round((draft.size / 300) * 2.54)} cm; SVG and PDF are sharp at any size.
        </Text>
      </div>
    </Stack>
  );
}

/** People write #abc, or leave the # out. */
function wholeColor(text: string): string {
  const digits = text.trim().replace(/^#/, "");
  if (/^[\da-f]{3}$/i.test(digits)) return `#${digits.replace(/./g, "$&$&")}`.toLowerCase();
  return /^[\da-f]{6}$/i.test(digits) ? `#${digits}`.toLowerCase() : text;
}

function Colors({ draft, change, problems }: LookProps) {
  const { foregroundColor, backgroundColor } = draft;
  const readable = !colorProblem(foregroundColor) && !colorProblem(backgroundColor);
  const warning = readable ? contrastProblem(draft) : null;
  return (
    <Stack gap="xs">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Color
          label="Colour of the squares"
          name="foregroundColor"
          value={foregroundColor}
          change={(color) => change({ foregroundColor: color })}
          swatches={DARK}
          problem={problems.foregroundColor}
        />
        <Color
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
          {warning}{" "}
          <Button size="compact-sm" variant="light" onClick={() => change(saferColors(draft))}>
            Take colours that work
          </Button>
        </Text>
      )}
    </Stack>
  );
}

interface ColorProps {
  label: string;
  name: string;
  value: string;
  change: (color: string) => void;
  swatches: string[];
  problem: string | undefined;
}

/** What is half typed is wrong only once one has left the field. */
function Color({ label, name, value, change, swatches, problem }: ColorProps) {
  const [typing, setTyping] = useState(false);
  return (
    <ColorInput
      label={label}
      name={name}
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
