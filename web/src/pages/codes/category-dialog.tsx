import { Button, Group, Modal, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { useCategories } from "../../api/queries.ts";
import { useIsNarrow } from "../../parts/narrow.ts";
import { words } from "./words.ts";

interface CategoryDialogProps {
  count: number;
  apply: (category: string | null) => void;
  onClose: () => void;
}

const MAX_SHOWN = 40;

/** Names that contain the text; all if the text is one of them. */
function matchingOf(names: readonly string[], typed: string): string[] {
  const asked = names.includes(typed) ? "" : typed.trim().toLowerCase();
  return names.filter((name) => name.toLowerCase().includes(asked)).slice(0, MAX_SHOWN);
}

/** Sets or removes the category of all selected codes. */
export default function CategoryDialog({ count, apply, onClose }: CategoryDialogProps) {
  const categories = useCategories();
  const isPhone = useIsNarrow();
  const [category, setCategory] = useState("");
  const known = matchingOf(categories.data ?? [], category);
  const take = (value: string | null) => {
    onClose();
    apply(value);
  };
  const height = isPhone ? 44 : undefined;
  return (
    <Modal opened onClose={onClose} title={words.category.title(count)}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (category.trim() !== "") take(category.trim());
        }}
      >
        <Stack>
          <TextInput
            label={words.category.label}
            value={category}
            onChange={(event) => setCategory(event.currentTarget.value)}
            maxLength={100}
            autoComplete="off"
            data-autofocus
          />
          {known.length > 0 && (
            <Group role="group" aria-label={words.category.existing} gap={6} mah={180} style={{ overflowY: "auto" }}>
              {known.map((name) => (
                <Button
                  key={name}
                  variant={name === category ? "light" : "default"}
                  size="compact-sm"
                  h={height}
                  maw="100%"
                  aria-pressed={name === category}
                  onClick={() => setCategory(name)}
                >
                  {name}
                </Button>
              ))}
            </Group>
          )}
          <Group justify="flex-end" gap="sm" grow={isPhone}>
            <Button variant="default" h={height} onClick={() => take(null)}>
              {words.category.remove}
            </Button>
            <Button type="submit" h={height} disabled={category.trim() === ""}>
              {words.category.set}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
