import { Select, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { type Placement, useChangePlacement } from "../../api/placements.ts";
import { useCodes } from "../../api/queries.ts";
import type { Code } from "../../api/types.ts";
import { required, useCallForm } from "../../forms/call-form.ts";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { tell } from "../../parts/notices.tsx";
import { placementDialogs as words } from "./words.ts";

interface RenameProps {
  codeId: string;
  placement: Placement;
  onClose: () => void;
}

export function RenamePlacement({ codeId, placement, onClose }: RenameProps) {
  const change = useChangePlacement(codeId);
  const form = useCallForm(
    { initialValues: { name: placement.name ?? "" }, validate: { name: required(words.noName) } },
    async ({ name }) => {
      await change.mutateAsync({ id: placement.id, name: name.trim() });
      tell(words.renamed);
      onClose();
    },
  );
  return (
    <FormDialog
      form={form}
      title={placement.name === null ? words.nameTitle : words.renameTitle}
      action={words.save}
      cancel={words.cancel}
      onClose={onClose}
    >
      <TextInput
        name="name"
        label={words.name}
        data-autofocus
        maxLength={100}
        autoComplete="off"
        {...form.getInputProps("name")}
      />
    </FormDialog>
  );
}

interface MoveProps {
  code: Code;
  placement: Placement;
  name: string;
  onClose: () => void;
}

/** To another code of the workspace. Printed copies then lead to what that code leads to. */
export function MovePlacement({ code, placement, name, onClose }: MoveProps) {
  const change = useChangePlacement(code.id);
  const [search, setSearch] = useState("");
  const [q] = useDebouncedValue(search.trim(), 250);
  const [kept, keep] = useState<{ value: string; label: string } | null>(null);
  // A chosen name in the field is no search.
  const found = useCodes(new URLSearchParams({ limit: "20", ...(q && q !== kept?.label ? { q } : {}) }).toString());
  const others = (found.data?.codes ?? []).filter(({ id }) => id !== code.id);
  const options = others.map(({ id, name: label }) => ({ value: id, label }));
  const form = useCallForm(
    { initialValues: { codeId: "" }, validate: { codeId: required(words.noCode) } },
    async ({ codeId }) => {
      const { scansStayed } = await change.mutateAsync({ id: placement.id, codeId });
      tell(words.moved(name, kept?.label ?? "", scansStayed));
      onClose();
    },
  );
  return (
    <FormDialog form={form} title={words.moveTitle(name)} action={words.move} cancel={words.cancel} onClose={onClose}>
      <Select
        label={words.to}
        placeholder={words.findCode}
        data={kept && !options.some(({ value }) => value === kept.value) ? [kept, ...options] : options}
        searchable
        searchValue={search}
        onSearchChange={setSearch}
        nothingFoundMessage={words.nothingFound}
        filter={({ options }) => options}
        data-autofocus
        {...form.getInputProps("codeId")}
        onChange={(value, option) => {
          form.setFieldValue("codeId", value ?? "");
          keep(value === null ? null : option);
        }}
      />
      <Text size="sm">{words.moveText}</Text>
    </FormDialog>
  );
}
