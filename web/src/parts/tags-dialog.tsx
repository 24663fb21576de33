import { Button, Group, Modal, Stack } from "@mantine/core";
import { useState } from "react";
import { saveTags, useChangeTags } from "../api/tags.ts";
import type { Code } from "../api/types.ts";
import { tell, tellError } from "./notices.tsx";
import { TagField } from "./tag-field.tsx";
import { tagWords as words } from "./words.ts";

/** The tags of one code. */
export default function TagsDialog({
  code,
  onClose,
}: {
  code: Pick<Code, "id" | "name" | "tags">;
  onClose: () => void;
}) {
  const [names, setNames] = useState(code.tags.map(({ name }) => name));
  const change = useChangeTags();
  const save = () =>
    change
      .mutateAsync(() => saveTags(code.id, names))
      .then(() => {
        tell(words.saved);
        onClose();
      })
      .catch(tellError);
  return (
    <Modal opened onClose={onClose} title={words.of(code.name)}>
      <Stack>
        <TagField value={names} onChange={setNames} description={words.hint} data-autofocus />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button loading={change.isPending} onClick={save}>
            {words.save}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
