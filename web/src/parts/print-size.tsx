import { Alert, Group, NumberInput, Stack, Text } from "@mantine/core";
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
import { inWords } from "./words.ts";

interface PrintSizeFieldsProps {
  size: PrintSize;
  setSize: (size: PrintSize) => void;
  /** Drawings have none. */
  hasPixels: boolean;
  /** In millimetres, where it is known. */
  smallest: number | null;
}

const WHOLE = { allowDecimal: false, allowNegative: false, clampBehavior: "blur" } as const;

/** How large it is printed, in pixels too, and what comes of the two together. */
export function PrintSizeFields({ size, setSize, hasPixels, smallest }: PrintSizeFieldsProps) {
  const { millimetres, pixels } = size;
  const resize = (value: number | string) => {
    const fitting = isWithin(value, MILLIMETRES) ? pixelsFor(value) : pixels;
    setSize({ millimetres: value, pixels: fitting, isTyped: true });
  };
  const isSized = isRightSize(millimetres, pixels, hasPixels);
  const dpi = isSized && hasPixels ? dpiOf(Number(pixels), Number(millimetres)) : 0;
  const warnings = [
    isSized && smallest !== null && Number(millimetres) < smallest
      ? `Under ${smallest} mm this code is hard to read at arm's length.`
      : "",
    isSized && hasPixels && isSoft(dpi)
      ? "At this resolution the print looks soft. Use more pixels, or SVG or PDF."
      : "",
  ].filter((text) => text !== "");
  return (
    <Stack gap="xs">
      <Group gap="sm" grow>
        <NumberInput
          label="Printed width"
          suffix=" mm"
          min={MILLIMETRES.least}
          max={MILLIMETRES.most}
          value={millimetres}
          onChange={resize}
          {...WHOLE}
        />
        {hasPixels && (
          <NumberInput
            label="Pixels"
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
        {!isSized &&
          `From ${MILLIMETRES.least} to ${inWords.number(MILLIMETRES.most)} mm${hasPixels ? `, from ${PIXELS.least} to ${inWords.number(PIXELS.most)} pixels` : ""}.`}
        {isSized && hasPixels && `${inWords.number(dpi)} dpi in print.`}
        {isSized && !hasPixels && "Sharp at any resolution."}
      </Text>
      {warnings.length > 0 && (
        <Alert variant="light" color="amber" icon={<Icon name="alert" />}>
          {warnings.join(" ")}
        </Alert>
      )}
    </Stack>
  );
}
