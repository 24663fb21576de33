import { SegmentedControl, SimpleGrid, Slider, Switch, Text } from "@mantine/core";
import { QUIET_ZONES } from "../../../../../src/rendering/style.ts";
import type { Level } from "../../../api/types.ts";
import { LEVELS } from "../../../parts/kinds.ts";
import { LOOK } from "../words.ts";
import type { LookParts, StyleProps } from "./parts.ts";

type Changes = (part: Partial<LookParts>) => void;

/** `level`: the one drawn. */
export function LevelChoice({ look, level, change }: { look: LookParts; level: Level; change: Changes }) {
  const choices = [{ value: "auto", label: LOOK.automatic }, ...(["L", "M", "Q", "H"] as const)];
  return (
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
  );
}

export const MarginChoice = ({ style, change }: Pick<StyleProps, "style" | "change">) => (
  <SimpleGrid cols={{ base: 1, xs: 2 }}>
    <div>
      <Text size="sm" fw={500} mb={4}>
        {LOOK.margin(style.quietZone)}
      </Text>
      <Slider
        min={QUIET_ZONES.least}
        max={QUIET_ZONES.most}
        value={style.quietZone}
        onChange={(quietZone) => change({ quietZone })}
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
      onChange={(event) => change({ transparent: event.currentTarget.checked })}
    />
  </SimpleGrid>
);

export const SizeChoice = ({ size, change }: { size: number; change: Changes }) => (
  <div>
    <Text size="sm" fw={500} mb={4}>
      {LOOK.size(size)}
    </Text>
    <Slider
      min={128}
      max={2048}
      step={64}
      value={size}
      onChange={(wanted) => change({ size: wanted })}
      label={(pixels) => `${pixels} px`}
      thumbLabel={LOOK.sizeLabel}
    />
    <Text size="sm" c="var(--text-3)" mt={6}>
      {LOOK.sizeHint(size)}
    </Text>
  </div>
);
