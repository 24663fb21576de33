import { Button, Collapse, Group, NumberInput, Select, SimpleGrid, Stack, Switch } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import { ink as inkWords } from "../../parts/dialog-words.ts";
import { Icon } from "../../parts/icon.tsx";
import { words } from "./print-words.ts";
import { choose, isFormat, OWN, type SheetChoice, sheetsInGroups } from "./sheet-options.ts";
import { useSheets } from "./sheet-preview.tsx";

const { measures } = words;
const MEASURES: [path: string, label: string, isCount?: true][] = [
  ["page.width", measures.pageWidth],
  ["page.height", measures.pageHeight],
  ["columns", measures.columns, true],
  ["rows", measures.rows, true],
  ["width", measures.width],
  ["height", measures.height],
  ["left", measures.left],
  ["top", measures.top],
  ["pitchX", measures.pitchX],
  ["pitchY", measures.pitchY],
];

const WHOLE = { allowDecimal: false, allowNegative: false, clampBehavior: "blur" } as const;

type Form = UseFormReturnType<SheetChoice>;

/** A sheet of labels by name, or its measures. */
export function SheetField({ form }: { form: Form }) {
  const sheets = useSheets().data ?? [];
  const choice = form.values;
  return (
    <>
      <Select
        label={words.sheet}
        data={sheetsInGroups(sheets)}
        value={choice.sheet}
        onChange={(name) => form.setValues(choose(choice, name ?? choice.sheet, sheets))}
        allowDeselect={false}
        searchable
      />
      {choice.sheet === OWN && (
        <SimpleGrid cols={2} spacing="sm">
          {MEASURES.map(([path, label, isCount]) => (
            <NumberInput
              key={path}
              label={label}
              suffix={isCount ? "" : " mm"}
              min={isCount ? 1 : 0}
              decimalScale={isCount ? 0 : 2}
              allowNegative={false}
              {...form.getInputProps(`measures.${path}`)}
            />
          ))}
        </SimpleGrid>
      )}
    </>
  );
}

export function StartField({ form }: { form: Form }) {
  const { kind, measures: sheet } = form.values;
  return (
    <Group grow gap="sm">
      <NumberInput
        label={words.start}
        min={1}
        max={sheet.columns * sheet.rows}
        {...WHOLE}
        {...form.getInputProps("start")}
      />
      {kind === "labels" && (
        <NumberInput label={words.copies} min={1} max={100} {...WHOLE} {...form.getInputProps("copies")} />
      )}
    </Group>
  );
}

/** What print shops ask for. */
export function ShopFields({ form }: { form: Form }) {
  const [isOpen, { toggle }] = useDisclosure();
  const { kind, ink } = form.values;
  return (
    <div>
      <Button
        variant="subtle"
        color="gray"
        px={0}
        aria-expanded={isOpen}
        onClick={toggle}
        rightSection={
          <span style={{ display: "flex", rotate: isOpen ? "180deg" : "0deg" }}>
            <Icon name="down" size={16} />
          </span>
        }
      >
        {words.advanced}
      </Button>
      <Collapse expanded={isOpen}>
        <Stack gap="sm" mt="xs">
          <Group grow gap="sm" align="flex-start">
            <NumberInput
              label={words.bleed}
              description={isFormat(kind) ? words.bleedHelpOfDesign : words.bleedHelp}
              suffix=" mm"
              min={0}
              max={5}
              decimalScale={1}
              clampBehavior="blur"
              {...form.getInputProps("bleed")}
            />
            <Switch label={words.marks} mt={32} {...form.getInputProps("marks", { type: "checkbox" })} />
          </Group>
          <Switch
            label={inkWords.label}
            description={inkWords.help}
            checked={ink === "black"}
            onChange={(event) => form.setFieldValue("ink", event.currentTarget.checked ? "black" : "own")}
          />
        </Stack>
      </Collapse>
    </div>
  );
}
