import { Button, Checkbox, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { type SavedLook, useSavedLooks, useSaveLook } from "../api/looks.ts";
import { tell } from "./notices.tsx";
import { FILL_IN, useSmallForm, wrongOf } from "./small-form.ts";
import { capital } from "./words.ts";

interface SaveLookDialogProps {
  /** Without an id it is a new one. */
  look: Pick<SavedLook, "style"> & Partial<SavedLook>;
  onClose: () => void;
}

/** A name for a look, and whether new codes get it. */
export function SaveLookDialog({ look, onClose }: SaveLookDialogProps) {
  const save = useSaveLook();
  const [name, setName] = useState(look.name ?? "");
  const [chosen, setDefault] = useState<boolean | null>(null);
  const other = useSavedLooks().data?.find((saved) => saved.name === name.trim());
  const isReplaced = look.id === undefined && other !== undefined;
  const id = look.id ?? other?.id;
  const isDefault = chosen ?? look.isDefault ?? other?.isDefault ?? false;
  const { form, busy, wrong, failure } = useSmallForm({
    check: () => wrongOf({ name: name.trim() === "" ? FILL_IN : null }),
    async send() {
      const wanted = name.trim();
      // Only what was changed here: the rest may have been changed elsewhere meanwhile.
      const change = look.id
        ? { name: wanted, ...(chosen === null ? {} : { isDefault }) }
        : { name: wanted, isDefault, style: look.style };
      await save.mutateAsync({ ...change, ...(id ? { id } : {}) });
      tell(isDefault ? `“${wanted}” is kept, and new codes get it.` : "The look is kept.");
      onClose();
    },
  });
  const others = failure && !wrong.name ? failure.message : undefined;
  return (
    <Modal opened onClose={onClose} title={look.id ? "Rename the look" : "Save this look"}>
      <form
        {...form}
        onSubmit={(event) => {
          // It lies over another form, which would take it for its own.
          event.stopPropagation();
          void form.onSubmit(event);
        }}
      >
        <Stack>
          <TextInput
            name="name"
            label="Name of the look"
            required
            data-autofocus
            maxLength={100}
            autoComplete="off"
            description={isReplaced && "There is a look of this name: this one takes its place."}
            inputWrapperOrder={["label", "input", "description", "error"]}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={wrong.name ? capital(wrong.name) : others}
          />
          {!look.id && (
            <Text size="sm" c="dimmed">
              Kept are shapes, gradient, eyes, logo and frame. The two colours, squares and background, stay each code's
              own.
            </Text>
          )}
          <Checkbox
            label="New codes get it"
            description="Those made by programs too. Codes that exist stay as they are."
            checked={isDefault}
            onChange={(event) => setDefault(event.currentTarget.checked)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={busy}>
              {isReplaced ? "Replace" : "Save"}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
