import { SegmentedControl, SimpleGrid, Slider, Stack, Switch, Text } from "@mantine/core";
import { QUIET_ZONES } from "../../../../../src/rendering/style.ts";
import type { Level } from "../../../api/types.ts";
import { LEVELS } from "../../../parts/kinds.ts";
import { LOOK } from "../words.ts";
import type { LookParts, StyleProps } from "./parts.ts";

interface DetailsProps {
  look: LookParts;
  /** The level drawn. */
  level: Level;
  change: (part: Partial<LookParts>) => void;
  changeStyle: StyleProps["change"];
}

/** Error correction, margin, background and size, each with a hint. */
export function Details({ look, level, change, changeStyle }: DetailsProps) {
  const { style } = look;
  const choices = [{ value: "auto", label: LOOK.automatic }, ...(["L", "M", "Q", "H"] as const)];
  return (
    <Stack gap="lg">
      <div>
        <Text size="sm" fw={500} id="level-label" mb={4}>
          {LOOK.level}
        </Text>
        <SegmentedControl
          fullWidth
          data={choices}
          value={look.errorCorrection}
          onChange={(value) => change({ errorCorrection: value as LookParts["errorCorrection"] })}
          aria-labelledby="level-label"
        />
        <Text size="sm" c="var(--text-3)" mt={6}>
          {look.errorCorrection === "auto" ? LOOK.automaticHint(level) : LEVELS[look.errorCorrection]}
        </Text>
      </div>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <div>
          <Text size="sm" fw={500} mb={4}>
            {LOOK.margin(style.quietZone)}
          </Text>
          <Slider
            min={QUIET_ZONES.least}
            max={QUIET_ZONES.most}
            value={style.quietZone}
            onChange={(quietZone) => changeStyle({ quietZone })}
            thumbLabel={LOOK.marginLabel}
          />
          <Text size="sm" c="var(--text-3)" mt={6}>
            {LOOK.marginHint}
          </Text>
        </div>
        <Switch
          label={LOOK.transparent}
          description={LOOK.transparentHint}
          checked={style.transparent}
          onChange={(event) => changeStyle({ transparent: event.currentTarget.checked })}
        />
      </SimpleGrid>
      <div>
        <Text size="sm" fw={500} mb={4}>
          {LOOK.size(look.size)}
        </Text>
        <Slider
          min={128}
          max={2048}
          step={64}
          value={look.size}
          onChange={(size) => change({ size })}
          label={(size) => `${size} px`}
          thumbLabel={LOOK.sizeLabel}
        />
        <Text size="sm" c="var(--text-3)" mt={6}>
          {LOOK.sizeHint(look.size)}
        </Text>
      </div>
    </Stack>
  );
}
