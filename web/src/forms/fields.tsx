import { PasswordInput, Select, SimpleGrid, Switch, Text, Textarea, TextInput } from "@mantine/core";
import type { GetInputPropsReturnType } from "@mantine/form";
import { type ContentForm, type Field, inputName, type Problems, shownFields, type Values } from "./form.ts";
import { PlaceField } from "./place-field.tsx";

interface FieldsProps {
  form: ContentForm;
  values: Values;
  /** As the page's form has them, by the name of the field. */
  inputProps: (name: string) => GetInputPropsReturnType;
  /** What is accepted but seldom right, shown at its field. */
  doubts: Problems;
}

export function Fields({ form, values, inputProps, doubts }: FieldsProps) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
      {shownFields(form, values).map((field) => {
        const props = inputProps(field.name);
        return (
          <div key={field.name} style={field.half ? undefined : { gridColumn: "1 / -1" }}>
            <OneField field={field} {...props} />
            {!props.error && doubts[field.name] && (
              <Text size="xs" c="var(--amber-text)" mt={5} role="status">
                {doubts[field.name]}
              </Text>
            )}
          </div>
        );
      })}
      {form.note && (
        <Text size="sm" c="dimmed" style={{ gridColumn: "1 / -1" }}>
          {form.note}
        </Text>
      )}
    </SimpleGrid>
  );
}

const TYPES = { email: "email", tel: "tel", url: "url" } as const;

function OneField({ field, ...input }: { field: Field } & GetInputPropsReturnType) {
  const { label, description, placeholder, kind = "text", required } = field;
  const common = {
    label,
    description,
    placeholder,
    required,
    withAsterisk: false,
    name: inputName(field.name),
    ...input,
  };
  const typed = { ...common, value: input.value ?? "", autoComplete: "off" };
  switch (kind) {
    case "long":
      return <Textarea {...typed} autosize minRows={3} maxRows={12} />;
    case "secret":
      return <PasswordInput {...typed} autoComplete="new-password" />;
    case "choice":
      return <Select {...common} data={field.choices ?? []} allowDeselect={false} />;
    case "switch":
      return (
        <Switch
          label={label}
          description={description}
          checked={Boolean(input.value)}
          onChange={(event) => input.onChange(event.currentTarget.checked ? "true" : "")}
        />
      );
    case "place":
      return <PlaceField {...typed} change={input.onChange} />;
    case "text":
      return <TextInput {...typed} />;
    default:
      return <TextInput {...typed} inputMode={TYPES[kind]} />;
  }
}
