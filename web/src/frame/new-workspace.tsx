import { TextInput } from "@mantine/core";
import { call } from "../api/call.ts";
import type { Workspace } from "../api/types.ts";
import { required, useCallForm } from "../forms/call-form.ts";
import { FormDialog } from "../parts/form-dialog.tsx";
import { ownZone } from "../parts/formats.ts";
import { openWorkspace } from "./commands.ts";
import { newWorkspace as words } from "./words.ts";

export default function NewWorkspace({ onClose }: { onClose: () => void }) {
  const input = { initialValues: { name: "" }, validate: { name: required(words.noName) } };
  const form = useCallForm(input, async (values) =>
    openWorkspace((await call.post<Workspace>("/workspaces", { ...values, zone: ownZone() })).id),
  );
  return (
    <FormDialog form={form} title={words.title} action={words.create} cancel={words.cancel} onClose={onClose}>
      <TextInput label={words.name} maxLength={100} data-autofocus {...form.getInputProps("name")} />
    </FormDialog>
  );
}
