import { Checkbox, Text, TextInput } from "@mantine/core";
import { type SavedLook, useSavedLooks, useSaveLook } from "../api/looks.ts";
import { required, useCallForm } from "../forms/call-form.ts";
import { saveLook as words } from "./dialog-words.ts";
import { FormDialog } from "./form-dialog.tsx";
import { tell } from "./notices.tsx";

interface SaveLookDialogProps {
  /** Without an id: a new look. */
  look: Pick<SavedLook, "style"> & Partial<SavedLook>;
  onClose: () => void;
}

/** The name of a look, and whether it is the default. */
export function SaveLookDialog({ look, onClose }: SaveLookDialogProps) {
  const save = useSaveLook();
  const saved = useSavedLooks().data;
  const initialValues = { name: look.name ?? "", isDefault: look.isDefault ?? false };
  const form = useCallForm(
    { initialValues, validate: { name: required(words.noName) } },
    async ({ name, isDefault }) => {
      const wanted = name.trim();
      // Only changed fields: others may have been changed elsewhere.
      const change = look.id
        ? { name: wanted, ...(form.isDirty("isDefault") ? { isDefault } : {}) }
        : { name: wanted, isDefault, style: look.style };
      const id = look.id ?? other?.id;
      await save.mutateAsync({ ...change, ...(id ? { id } : {}) });
      tell(isDefault ? words.savedAsDefault(wanted) : words.saved);
      onClose();
    },
  );
  const other = saved?.find(({ name }) => name === form.values.name.trim());
  const isReplaced = look.id === undefined && other !== undefined;
  return (
    <FormDialog
      form={form}
      title={look.id ? words.renameTitle : words.title}
      action={isReplaced ? words.replace : words.save}
      cancel={words.cancel}
      onClose={onClose}
    >
      <TextInput
        name="name"
        label={words.name}
        required
        withAsterisk={false}
        data-autofocus
        maxLength={100}
        autoComplete="off"
        description={isReplaced && words.replaces}
        inputWrapperOrder={["label", "input", "description", "error"]}
        {...form.getInputProps("name")}
      />
      {!look.id && (
        <Text size="sm" c="dimmed">
          {words.includes}
        </Text>
      )}
      <Checkbox
        label={words.isDefault}
        description={words.isDefaultHint}
        {...form.getInputProps("isDefault", { type: "checkbox" })}
      />
    </FormDialog>
  );
}
