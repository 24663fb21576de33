import { Group, Input, SegmentedControl, Select, Switch, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import type { FormatName } from "../../../../src/rendering/sheet/formats.ts";
import { capital } from "../../parts/formats.ts";
import { choicesOf } from "./list-query.ts";
import { words } from "./print-words.ts";
import { chooseFormat, formatsOf, isFormat, type SheetChoice } from "./sheet-options.ts";

interface DesignFieldsProps {
  form: UseFormReturnType<SheetChoice>;
  headline: string;
  filled: boolean;
  hasBrand: boolean;
  /** What the server refuses, by field. */
  problems: Record<string, string>;
  isOfMany: boolean;
}

/** Format, words and ground of a poster, tent, card or sticker. */
export function DesignFields({ form, headline, filled, hasBrand, problems, isOfMany }: DesignFieldsProps) {
  const choice = form.values;
  const { kind } = choice;
  const problemOf = (field: string) => problems[`design.${field}`] && `${capital(problems[`design.${field}`]!)}.`;
  const tooLong = problems.design && words.noWords(problems.design);
  return (
    <>
      {isFormat(kind) && (
        <Select
          label={words.size}
          data={formatsOf(kind)}
          value={choice.formats[kind]}
          onChange={(name) => name && form.setValues(chooseFormat(choice, kind, name as FormatName))}
          allowDeselect={false}
        />
      )}
      <TextInput
        label={words.headline}
        description={isOfMany ? words.headlineOfMany : undefined}
        maxLength={60}
        value={headline}
        onChange={(event) => form.setFieldValue("headline", event.currentTarget.value)}
        error={problemOf("headline") ?? tooLong}
      />
      <TextInput label={words.line} maxLength={120} {...form.getInputProps("line")} error={problemOf("line")} />
      <Group gap="lg" align="flex-end">
        <Input.Wrapper label={words.ground} labelElement="div" style={{ flex: "1 1 12rem" }}>
          <SegmentedControl
            fullWidth
            aria-label={words.ground}
            data={choicesOf(words.grounds)}
            value={filled ? "filled" : "white"}
            onChange={(ground) => form.setFieldValue("filled", ground === "filled")}
          />
        </Input.Wrapper>
        {hasBrand && <Switch label={words.brand} mb={8} {...form.getInputProps("brand", { type: "checkbox" })} />}
      </Group>
    </>
  );
}
