import { Autocomplete, Card, Stack, TextInput } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useCategories } from "../../api/queries.ts";
import { Fields } from "../../forms/fields.tsx";
import { inputName, type Problems } from "../../forms/form.ts";
import { formOf } from "../../forms/index.ts";
import { doubtsOf } from "../../forms/problems.ts";
import { type Draft, withType } from "./draft.ts";
import { KindChoice } from "./kind-choice.tsx";

interface ContentCardProps {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  /** By the name of the input. */
  problems: Problems;
  /** The type of a code that exists stays what it is. */
  isNew: boolean;
}

/** What the code does, what it is called, and where it is filed. */
export function ContentCard({ draft, change, problems, isNew }: ContentCardProps) {
  const categories = useCategories();
  const name = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // On a phone the keyboard would cover the page before it was read.
    if (isNew && matchMedia("(pointer: fine)").matches) name.current?.focus();
  }, [isNew]);
  const form = formOf(draft.type, draft.values);
  const atFields = form.fields.map((field) => [field.name, problems[inputName(field.name)] ?? ""]);
  return (
    <Card>
      <Stack>
        {isNew && <KindChoice value={draft.type} change={(type) => change(withType(draft, type))} />}
        <TextInput
          ref={name}
          name="name"
          label="Name"
          description="For you and for the share page."
          required
          maxLength={100}
          autoComplete="off"
          value={draft.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
          error={problems.name}
        />
        <Fields
          form={form}
          values={draft.values}
          change={(values) => change({ values, kept: null })}
          problems={Object.fromEntries(atFields)}
          doubts={doubtsOf(draft.type, draft.values)}
        />
        <Autocomplete
          name="category"
          label="Category"
          description="Any word you like, to find it by. May be left empty."
          data={categories.data ?? []}
          maxLength={100}
          value={draft.category}
          onChange={(category) => change({ category })}
          error={problems.category}
        />
      </Stack>
    </Card>
  );
}
