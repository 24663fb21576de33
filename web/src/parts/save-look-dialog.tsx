import { Checkbox, Text, TextInput } from "@mantine/core";
import type { FormErrors } from "@mantine/form";
import { type SavedLook, useSavedLooks, useSaveLook } from "../api/looks.ts";
import { required, useCallForm } from "../forms/call-form.ts";
import { saveLook as words } from "./dialog-words.ts";
import { FormDialog } from "./form-dialog.tsx";
import { tell } from "./notices.tsx";

/** Without an id: a new look. */
type LookToSave = Pick<SavedLook, "style"> & Partial<SavedLook>;
type LookValues = Pick<SavedLook, "name" | "isDefault" | "style">;

/** Saves a look, in place of another one with its name. */
export function useLookForm(
  look: LookToSave,
  done: () => void,
  wrong: (values: LookValues) => FormErrors = () => ({}),
) {
  const save = useSaveLook();
  const saved = useSavedLooks().data;
  const initialValues: LookValues = { name: look.name ?? "", isDefault: look.isDefault ?? false, style: look.style };
  const validate = (values: LookValues) => ({ name: required(words.noName)(values.name), ...wrong(values) });
  const form = useCallForm<LookValues>({ initialValues, validate }, async (values) => {
    const name = values.name.trim();
    const { isDefault, style } = values;
    // Only changed fields: others may have been changed elsewhere.
    const parts = {
      ...(form.isDirty("isDefault") ? { isDefault } : {}),
      ...(form.isDirty("style") ? { style } : {}),
    };
    const id = look.id ?? other?.id;
    await save.mutateAsync({ ...(look.id ? { name, ...parts } : { name, isDefault, style }), ...(id ? { id } : {}) });
    tell(isDefault ? words.savedAsDefault(name) : words.saved);
    done();
  });
  const other = saved?.find(({ name }) => name === form.values.name.trim());
  return { form, isReplaced: look.id === undefined && other !== undefined };
}

/** The name of a look, and whether it is the default. */
export function LookFields({ form, isReplaced }: ReturnType<typeof useLookForm>) {
  return (
    <>
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
      <Checkbox
        label={words.isDefault}
        description={words.isDefaultHint}
        {...form.getInputProps("isDefault", { type: "checkbox" })}
      />
    </>
  );
}

interface SaveLookDialogProps {
  look: LookToSave;
  onClose: () => void;
}

export function SaveLookDialog({ look, onClose }: SaveLookDialogProps) {
  const looking = useLookForm(look, onClose);
  const { form, isReplaced } = looking;
  return (
    <FormDialog
      form={form}
      title={look.id ? words.renameTitle : words.title}
      action={isReplaced ? words.replace : words.save}
      cancel={words.cancel}
      onClose={onClose}
    >
      <LookFields {...looking} />
      {!look.id && (
        <Text size="sm" c="dimmed">
          {words.includes}
        </Text>
      )}
    </FormDialog>
  );
}
