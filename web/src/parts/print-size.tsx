import { Alert, Group, NumberInput, Stack, Text } from "@mantine/core";
import { printSize as words } from "./dialog-words.ts";
import { capital } from "./formats.ts";
import { Icon } from "./icon.tsx";
import {
  dpiOf,
  isRightSize,
  isSoft,
  isWithin,
  MILLIMETRES,
  PIXELS,
  type PrintSize,
  pixelsFor,
} from "./print-numbers.ts";

interface PrintSizeFieldsProps {
  size: PrintSize;
  setSize: (size: PrintSize) => void;
  /** False for vector formats. */
  hasPixels: boolean;
  /** In millimetres, if known. */
  smallest: number | null;
}

const WHOLE = { allowDecimal: false, allowNegative: false, clampBehavior: "blur" } as const;

/** Width in millimetres and pixels, and the resulting resolution. */
export function PrintSizeFields({ size, setSize, hasPixels, smallest }: PrintSizeFieldsProps) {
  const { millimetres, pixels } = size;
  const resize = (value: number | string) => {
    const fitting = isWithin(value, MILLIMETRES) ? pixelsFor(value) : pixels;
    setSize({ millimetres: value, pixels: fitting, isTyped: true });
  };
  const isSized = isRightSize(millimetres, pixels, hasPixels);
  const dpi = isSized && hasPixels ? dpiOf(Number(pixels), Number(millimetres)) : 0;
  const warnings = [
    isSized && smallest !== null && Number(millimetres) < smallest ? words.tooSmall(smallest) : "",
    isSized && hasPixels && isSoft(dpi) ? words.soft : "",
  ].filter((text) => text !== "");
  const ranges = [
    words.range(MILLIMETRES.least, MILLIMETRES.most, "mm"),
    ...(hasPixels ? [words.range(PIXELS.least, PIXELS.most, "pixels")] : []),
  ];
  return (
    <Stack gap="xs">
      <Group gap="sm" grow>
        <NumberInput
          label={words.width}
          suffix=" mm"
          min={MILLIMETRES.least}
          max={MILLIMETRES.most}
          value={millimetres}
          onChange={resize}
          {...WHOLE}
        />
        {hasPixels && (
          <NumberInput
            label={words.pixels}
            min={PIXELS.least}
            max={PIXELS.most}
            step={128}
            value={pixels}
            onChange={(value) => setSize({ millimetres, pixels: value, isTyped: true })}
            {...WHOLE}
          />
        )}
      </Group>
      <Text size="sm" c="dimmed" role="status">
        {!isSized && `${capital(ranges.join(", "))}.`}
        {isSized && (hasPixels ? words.dpi(dpi) : words.sharp)}
      </Text>
      {warnings.length > 0 && (
        <Alert variant="light" color="amber" icon={<Icon name="alert" />}>
          {warnings.join(" ")}
        </Alert>
      )}
    </Stack>
  );
}
