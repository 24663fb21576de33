import { NumberInput, SimpleGrid } from "@mantine/core";
import type { Sheet } from "../../api/sheets.ts";

interface SheetMeasuresProps {
  measures: Sheet;
  onChange: (measures: Sheet) => void;
}

type Length = Exclude<keyof Sheet, "page">;

const FIELDS: [Length, string, isCount?: true][] = [
  ["columns", "Columns", true],
  ["rows", "Rows", true],
  ["width", "Label width"],
  ["height", "Label height"],
  ["left", "Left margin"],
  ["top", "Top margin"],
  ["pitchX", "Label to label, across"],
  ["pitchY", "Label to label, down"],
];

/** All measures of a sheet that has no name here. */
export function SheetMeasures({ measures, onChange }: SheetMeasuresProps) {
  const { page } = measures;
  const length = (label: string, value: number, set: (value: number) => void, isCount = false) => (
    <NumberInput
      key={label}
      label={label}
      suffix={isCount ? "" : " mm"}
      min={isCount ? 1 : 0}
      decimalScale={isCount ? 0 : 2}
      allowNegative={false}
      value={value}
      // A field that is empty stands for no number, and then nothing is asked.
      onChange={(next) => set(next as number)}
    />
  );
  return (
    <SimpleGrid cols={2} spacing="sm">
      {length("Page width", page.width, (width) => onChange({ ...measures, page: { ...page, width } }))}
      {length("Page height", page.height, (height) => onChange({ ...measures, page: { ...page, height } }))}
      {FIELDS.map(([field, label, isCount]) =>
        length(label, measures[field], (value) => onChange({ ...measures, [field]: value }), isCount),
      )}
    </SimpleGrid>
  );
}
