import { SegmentedControl, SimpleGrid, Slider, Stack, Switch, Text } from "@mantine/core";
import { QUIET_ZONES } from "../../../../../src/rendering/style.ts";
import type { Level } from "../../../api/types.ts";
import { LEVELS } from "../../../parts/kinds.ts";
import type { LookParts, StyleProps } from "./parts.ts";

interface DetailsProps {
  look: LookParts;
  change: (part: Partial<LookParts>) => void;
  changeStyle: StyleProps["change"];
}

/** Margin, ground, error correction and size, each with a sentence on what it is for. */
export function Details({ look, change, changeStyle }: DetailsProps) {
  const { style } = look;
  return (
    <Stack gap="lg">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <div>
          <Text size="sm" fw={600} mb={4}>
            Margin: {style.quietZone} modules
          </Text>
          <Slider
            min={QUIET_ZONES.least}
            max={QUIET_ZONES.most}
            value={style.quietZone}
            onChange={(quietZone) => changeStyle({ quietZone })}
            thumbLabel="Margin in modules"
          />
          <Text size="xs" c="dimmed" mt={6}>
            Four are the least that cameras need.
          </Text>
        </div>
        <Switch
          label="No background"
          description="See-through: for a light, even ground. It is judged on the background colour."
          checked={style.transparent}
          onChange={(event) => changeStyle({ transparent: event.currentTarget.checked })}
        />
      </SimpleGrid>
      <div>
        <Text size="sm" fw={600} id="level-label" mb={4}>
          Error correction
        </Text>
        <SegmentedControl
          fullWidth
          data={["L", "M", "Q", "H"]}
          value={look.errorCorrection}
          onChange={(value) => change({ errorCorrection: value as Level })}
          aria-labelledby="level-label"
        />
        <Text size="xs" c="dimmed" mt={6}>
          {LEVELS[look.errorCorrection]}
        </Text>
      </div>
      <div>
        <Text size="sm" fw={600} mb={4}>
          Size: {look.size} pixels
        </Text>
        <Slider
          min={128}
          max={2048}
          step={64}
          value={look.size}
          onChange={(size) => change({ size })}
          label={(size) => `${size} px`}
          thumbLabel="Size in pixels"
        />
        <Text size="xs" c="dimmed" mt={6}>
          Of the PNG. {look.size} pixels print sharply up to {Math.round((look.size / 300) * 2.54)} cm; SVG and PDF are
          sharp at any size.
        </Text>
      </div>
    </Stack>
  );
}
