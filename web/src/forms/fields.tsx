import { PasswordInput, Select, SimpleGrid, Switch, Textarea, TextInput } from "@mantine/core";
import type { ContentForm, Field, Values } from "./form.ts";

interface FieldsProps {
  form: ContentForm;
  values: Values;
  change: (values: Values) => void;
  /** Shown at the first field. */
  error: string | null;
}

export function Fields({ form, values, change, error }: FieldsProps) {
  const shown = form.fields.filter((field) => field.when?.(values) ?? true);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
      {shown.map((field, i) => (
        <div key={field.name} style={field.half ? undefined : { gridColumn: "1 / -1" }}>
          <OneField
            field={field}
            value={values[field.name] ?? ""}
            change={(value) => change({ ...values, [field.name]: value })}
            error={i === 0 ? error : null}
          />
        </div>
      ))}
    </SimpleGrid>
  );
}

interface OneFieldProps {
  field: Field;
  value: string;
  change: (value: string) => void;
  error: string | null;
}

const TYPES = { email: "email", tel: "tel", url: "url" } as const;

function OneField({ field, value, change, error }: OneFieldProps) {
  const { label, description, placeholder, kind = "text", required } = field;
  const common = {
    label,
    description,
    placeholder,
    required,
    error,
    name: `content-${field.name}`,
  };
  const typed = {
    ...common,
    value,
    autoComplete: "off",
    onChange: (event: { currentTarget: { value: string } }) => change(event.currentTarget.value),
  };
  switch (kind) {
    case "long":
      return <Textarea {...typed} autosize minRows={3} maxRows={12} />;
    case "secret":
      return (
        <PasswordInput
          {...typed}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ "aria-label": "Show or hide the password" }}
        />
      );
    case "choice":
      return (
        <Select
          {...common}
          data={field.choices ?? []}
          value={value}
          onChange={(chosen) => change(chosen ?? "")}
          allowDeselect={false}
        />
      );
    case "switch":
      return (
        <Switch
          label={label}
          description={description}
          checked={value !== ""}
          onChange={(event) => change(event.currentTarget.checked ? "true" : "")}
        />
      );
    case "text":
      return <TextInput {...typed} />;
    default:
      return <TextInput {...typed} inputMode={TYPES[kind]} />;
  }
}
