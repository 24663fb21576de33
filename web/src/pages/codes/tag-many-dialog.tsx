import { Button, Group, Modal, Stack } from "@mantine/core";
import { useState } from "react";
import { tagIds, useChangeTags, useTags } from "../../api/tags.ts";
import { tellError } from "../../parts/notices.tsx";
import { TagField } from "../../parts/tag-field.tsx";
import { words } from "./words.ts";

interface TagManyProps {
  count: number;
  apply: (change: { addTags: string[] } | { removeTags: string[] }, names: string[]) => void;
  onClose: () => void;
}

/** Adds tags to selected codes, or removes them. */
export default function TagManyDialog({ count, apply, onClose }: TagManyProps) {
  const [names, setNames] = useState<string[]>([]);
  const known = useTags().data ?? [];
  const change = useChangeTags();
  const add = () =>
    change
      .mutateAsync(async () => {
        const addTags = await tagIds(names);
        onClose();
        apply({ addTags }, names);
      })
      .catch(tellError);
  const chosen = known.filter(({ name }) => names.some((one) => one.toLowerCase() === name.toLowerCase()));
  const remove = () => {
    onClose();
    apply({ removeTags: chosen.map(({ id }) => id) }, names);
  };
  return (
    <Modal opened onClose={onClose} title={words.tagMany.title(count)}>
      <Stack>
        <TagField value={names} onChange={setNames} data-autofocus />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" disabled={chosen.length === 0} onClick={remove}>
            {words.tagMany.remove}
          </Button>
          <Button disabled={names.length === 0} loading={change.isPending} onClick={add}>
            {words.tagMany.add}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
