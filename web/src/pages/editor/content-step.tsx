import { Radio, Stack, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useEffect, useRef } from "react";
import type { CodeType, Level } from "../../api/types.ts";
import { Fields } from "../../forms/fields.tsx";
import { formOf } from "../../forms/index.ts";
import { doubtsOf } from "../../forms/problems.ts";
import { DayField } from "../../parts/day-field.tsx";
import { dayOf } from "../../parts/expiry.ts";
import { inWords } from "../../parts/formats.ts";
import { Icon } from "../../parts/icon.tsx";
import { KIND_NAMES, KINDS } from "../../parts/kinds.ts";
import { Notice } from "../../parts/notices.tsx";
import { TagField } from "../../parts/tag-field.tsx";
import classes from "./content-step.module.css";
import { type Draft, nameFor, withType } from "./draft.ts";
import { SlugField } from "./slug-field.tsx";
import { Section } from "./steps.tsx";
import { UtmFields } from "./utm.tsx";
import { WORDS } from "./words.ts";

function KindChoice({ value, change }: { value: CodeType; change: (type: CodeType) => void }) {
  return (
    <Radio.Group aria-label={WORDS.kind} value={value} onChange={(type) => change(type as CodeType)}>
      <div className={classes.kinds}>
        {KIND_NAMES.map((kind) => (
          <Radio.Card key={kind} value={kind} className={classes.kind} aria-label={KINDS[kind].label}>
            <Icon name={kind} size={20} />
            <span>{KINDS[kind].label}</span>
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  );
}

interface WorksUntilProps {
  form: UseFormReturnType<Draft>;
  /** The saved expiry date; undefined for a new code. */
  endsNow: string | undefined;
}

/** When the code expires: some time after the last scan, or on a fixed day. */
export function WorksUntil({ form, endsNow }: WorksUntilProps) {
  const { fixed } = form.values.expiry;
  return (
    <Radio.Group
      label={WORDS.until}
      description={endsNow && WORDS.endsNow(inWords.day(endsNow))}
      inputWrapperOrder={["label", "description", "input", "error"]}
      value={fixed ? "fixed" : "sliding"}
      onChange={(value) => form.setFieldValue("expiry.fixed", value === "fixed")}
    >
      <Stack gap="sm" mt="xs">
        <Radio value="sliding" label={WORDS.sliding} description={WORDS.slidingHint} />
        <Radio value="fixed" label={WORDS.fixed} description={WORDS.fixedHint} />
        {fixed && (
          <DayField
            label={WORDS.lastDay}
            required
            withAsterisk={false}
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

export const OwnId = ({ form }: { form: UseFormReturnType<Draft> }) => (
  <TextInput
    name="externalId"
    label={WORDS.externalId}
    description={WORDS.externalIdHint}
    maxLength={200}
    maw={420}
    mt="lg"
    autoComplete="off"
    {...form.getInputProps("externalId")}
  />
);

interface ContentStepProps {
  form: UseFormReturnType<Draft>;
  /** The type of an existing code cannot be changed. */
  isNew: boolean;
  /** The network that printed codes contain, if the form changes it. */
  printed: string | null;
  /** Links of new codes start with it. */
  base: string;
  level: Level;
}

/** Content, name and tags. */
export function ContentStep({ form, isNew, printed, base, level }: ContentStepProps) {
  const fields = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Not on a phone, where the keyboard would cover the page.
    if (isNew && matchMedia("(pointer: fine)").matches) fields.current?.querySelector("input")?.focus();
  }, [isNew]);
  const { type, values } = form.values;
  return (
    <>
      {isNew && (
        <Section>
          <KindChoice
            value={type}
            change={(next) => {
              form.clearErrors();
              form.setValues(withType(form.getValues(), next));
            }}
          />
        </Section>
      )}
      <Section>
        <Stack ref={fields}>
          <Fields
            form={formOf(type, values)}
            values={values}
            inputProps={(field) => form.getInputProps(`values.${field}`)}
            doubts={doubtsOf(type, values)}
          />
          {printed !== null && <Notice role="status">{WORDS.networkChanges(printed)}</Notice>}
          {type === "url" && values.url !== undefined && (
            <UtmFields address={values.url} change={(url) => form.setFieldValue("values.url", url)} />
          )}
          {isNew && <SlugField form={form} base={base} level={level} />}
          <div className={classes.two}>
            <TextInput
              name="name"
              label={WORDS.name}
              description={WORDS.nameHint}
              placeholder={nameFor(form.values)}
              maxLength={100}
              autoComplete="off"
              {...form.getInputProps("name")}
            />
            <TagField name="tags" description={WORDS.tagsHint} {...form.getInputProps("tags")} />
          </div>
        </Stack>
      </Section>
    </>
  );
}
