import { Autocomplete, Card, Radio, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useEffect, useRef } from "react";
import { useCategories } from "../../api/queries.ts";
import type { CodeType } from "../../api/types.ts";
import { Fields } from "../../forms/fields.tsx";
import { formOf } from "../../forms/index.ts";
import { doubtsOf } from "../../forms/problems.ts";
import { dayOf } from "../../parts/expiry.ts";
import { Icon } from "../../parts/icon.tsx";
import { KIND_NAMES, KINDS } from "../../parts/kinds.ts";
import { inWords } from "../../parts/words.ts";
import { type Draft, withType } from "./draft.ts";
import classes from "./kind-choice.module.css";

function KindChoice({ value, change }: { value: CodeType; change: (type: CodeType) => void }) {
  return (
    <Radio.Group
      label="What should it do?"
      description={KINDS[value].does}
      value={value}
      onChange={(type) => change(type as CodeType)}
    >
      <SimpleGrid cols={{ base: 3, xs: 5 }} spacing="xs" mt="xs">
        {KIND_NAMES.map((kind) => (
          <Radio.Card key={kind} value={kind} className={classes.kind} aria-label={KINDS[kind].label}>
            <Icon name={kind} size={22} />
            <Text size="xs" mt={4} lh={1.2}>
              {KINDS[kind].label}
            </Text>
          </Radio.Card>
        ))}
      </SimpleGrid>
    </Radio.Group>
  );
}

interface WorksUntilProps {
  form: UseFormReturnType<Draft>;
  /** When the code ends as it is saved now; none for a new one. */
  endsNow: string | undefined;
}

/** Until when the code works: as long as it is scanned, or a fixed day. */
export function WorksUntil({ form, endsNow }: WorksUntilProps) {
  const { fixed } = form.values.expiry;
  return (
    <Radio.Group
      label="Works until"
      description={endsNow && `As saved now: ${inWords.day(endsNow)}.`}
      value={fixed ? "fixed" : "sliding"}
      onChange={(value) => form.setFieldValue("expiry.fixed", value === "fixed")}
    >
      <Stack gap="sm" mt="xs">
        <Radio
          value="sliding"
          label="As long as it is scanned"
          description="It ends a year after the last scan, so a code in use never dies."
        />
        <Radio
          value="fixed"
          label="A day I choose"
          description="For a campaign or an event. Visitors then read that it has ended."
        />
        {fixed && (
          <TextInput
            type="date"
            name="until"
            label="Last day"
            required
            maw={260}
            ml={32}
            min={dayOf(new Date())}
            {...form.getInputProps("expiry.until")}
          />
        )}
      </Stack>
    </Radio.Group>
  );
}

interface ContentCardProps {
  form: UseFormReturnType<Draft>;
  /** The type of a code that exists stays what it is. */
  isNew: boolean;
}

/** What the code does, what it is called, and where it is filed. */
export function ContentCard({ form, isNew }: ContentCardProps) {
  const categories = useCategories();
  const name = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // On a phone the keyboard would cover the page before it was read.
    if (isNew && matchMedia("(pointer: fine)").matches) name.current?.focus();
  }, [isNew]);
  const { type, values } = form.values;
  return (
    <Card>
      <Stack>
        {isNew && (
          <KindChoice
            value={type}
            change={(next) => {
              form.clearErrors();
              form.setValues(withType(form.getValues(), next));
            }}
          />
        )}
        <TextInput
          ref={name}
          name="name"
          label="Name"
          description="For you and for the share page."
          required
          maxLength={100}
          autoComplete="off"
          {...form.getInputProps("name")}
        />
        <Fields
          form={formOf(type, values)}
          values={values}
          inputProps={(field) => form.getInputProps(`values.${field}`)}
          doubts={doubtsOf(type, values)}
        />
        <Autocomplete
          name="category"
          label="Category"
          description="Any word you like, to find it by. May be left empty."
          data={categories.data ?? []}
          maxLength={100}
          {...form.getInputProps("category")}
        />
      </Stack>
    </Card>
  );
}
