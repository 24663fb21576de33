import { PasswordInput, Select, SimpleGrid, Switch, Text, Textarea, TextInput } from "@mantine/core";
import { type ContentForm, type Field, inputName, type Problems, shownFields, type Values } from "./form.ts";

interface FieldsProps {
  form: ContentForm;
  values: Values;
  change: (values: Values) => void;
  /** Each is shown at its field. */
  problems: Problems;
  /** What is accepted but seldom right, shown at its field too. */
  doubts?: Problems;
}

export function Fields({ form, values, change, problems, doubts = {} }: FieldsProps) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
      {shownFields(form, values).map((field) => (
        <div key={field.name} style={field.half ? undefined : { gridColumn: "1 / -1" }}>
          <OneField
            field={field}
            value={values[field.name] ?? ""}
            change={(value) => change({ ...values, [field.name]: value })}
            error={problems[field.name] ?? null}
          />
          {!problems[field.name] && doubts[field.name] && (
            <Text size="xs" c="var(--star)" mt={5} role="status">
              {doubts[field.name]}
            </Text>
          )}
        </div>
      ))}
      {form.note && (
        <Text size="sm" c="dimmed" style={{ gridColumn: "1 / -1" }}>
          {form.note}
        </Text>
      )}
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
  const common = { label, description, placeholder, required, error, name: inputName(field.name) };
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
