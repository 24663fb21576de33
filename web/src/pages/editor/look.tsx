import { ColorInput, SegmentedControl, SimpleGrid, Slider, Stack, Text } from "@mantine/core";
import type { Level } from "../../api/types.ts";
import { LEVELS } from "../../parts/kinds.ts";
import type { Draft } from "./draft.ts";

const DARK = ["#1a1410", "#000000", "#0e5a54", "#1f3a68", "#5a2350", "#7a2e16"];
const LIGHT = ["#ffffff", "#fffaf0", "#f4f0ea", "#e6f4f1", "#eef2fb", "#fdf0e8"];

interface LookProps {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
}

/** Colours, size and error correction, each with a sentence on what it is for. */
export function Look({ draft, change }: LookProps) {
  const color = (
    field: "foregroundColor" | "backgroundColor",
    label: string,
    swatches: string[],
  ) => (
    <ColorInput
      label={label}
      format="hex"
      value={draft[field]}
      onChange={(value) => {
        if (/^#[0-9a-f]{6}$/i.test(value)) change({ [field]: value });
      }}
      swatches={swatches}
      swatchesPerRow={6}
      eyeDropperButtonProps={{ "aria-label": `Pick the ${label.toLowerCase()} from the screen` }}
    />
  );
  return (
    <Stack gap="lg">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {color("foregroundColor", "Colour of the squares", DARK)}
        {color("backgroundColor", "Background", LIGHT)}
      </SimpleGrid>
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
