import { Group, TagsInput, type TagsInputProps } from "@mantine/core";
import { useTags } from "../api/tags.ts";
import type { Tag } from "../api/types.ts";
import { TagDot } from "./tag-chips.tsx";
import { tagWords as words } from "./words.ts";

/** The server's limits. */
const NAME_LENGTH = 100;
const MAX_TAGS = 20;

/** Tags by name: those of the workspace are suggested, others are created when they are saved. */
export function TagField(props: Omit<TagsInputProps, "data">) {
  const tags = useTags().data ?? [];
  const colorOf = (name: string) => tags.find((tag: Tag) => tag.name === name)?.color ?? "transparent";
  return (
    <TagsInput
      label={words.label}
      placeholder={(props.value?.length ?? 0) === 0 ? words.placeholder : ""}
      maxLength={NAME_LENGTH}
      maxTags={MAX_TAGS}
      clearable={false}
      acceptValueOnBlur
      splitChars={[","]}
      maxDropdownHeight={240}
      // Below it would cover the buttons of a dialog.
      comboboxProps={{ position: "top" }}
      renderOption={({ option }) => (
        <Group gap={8} wrap="nowrap">
          <TagDot color={colorOf(option.value)} />
          {option.value}
        </Group>
      )}
      {...props}
      data={tags.map(({ name }) => name)}
    />
  );
}
