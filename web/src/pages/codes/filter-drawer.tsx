import { Button, Drawer, Group, MultiSelect, Select, Stack, Switch } from "@mantine/core";
import { useTags } from "../../api/tags.ts";
import { CHOSEN, type FiltersProps, OrderSelect } from "./filters.tsx";
import { MAX_TAGS } from "./list-query.ts";
import { words } from "./words.ts";

interface FilterDrawerProps extends FiltersProps {
  filters: { name: string; title: string; choices: { value: string; label: string }[] }[];
  onClose: () => void;
}

/** All filters on a phone. */
export default function FilterDrawer({ params, set, view, filters, onClose }: FilterDrawerProps) {
  const tags = useTags().data ?? [];
  const chosenTags = params.getAll("tag");
  const lostTags = chosenTags.filter((id) => !tags.some((tag) => tag.id === id));
  const isAnyChosen = CHOSEN.some((name) => params.get(name));
  return (
    <Drawer
      opened
      onClose={onClose}
      position="bottom"
      size="auto"
      title={words.filters.title}
      styles={{
        content: { borderRadius: "1rem 1rem 0 0", height: "auto", maxHeight: "90dvh" },
      }}
    >
      <Stack gap="sm">
        {filters.map(({ name, title, choices }) => (
          <Select
            key={name}
            label={title}
            placeholder={words.filters.any}
            size="md"
            data={choices}
            value={params.get(name)}
            onChange={(value) => set({ [name]: value ?? "" })}
            searchable={choices.length > 12}
            clearable
            clearButtonProps={{ "aria-label": words.filters.remove(title) }}
          />
        ))}
        {tags.length + lostTags.length > 0 && (
          <MultiSelect
            label={words.filters.tags}
            placeholder={chosenTags.length === 0 ? words.filters.any : ""}
            size="md"
            data={[
              ...tags.map(({ id, name }) => ({ value: id, label: name })),
              ...lostTags.map((id) => ({ value: id, label: words.filters.noTag })),
            ]}
            value={chosenTags}
            onChange={(ids) => set({ tag: ids })}
            maxValues={MAX_TAGS}
            searchable
          />
        )}
        <OrderSelect params={params} set={set} label={words.filters.order} size="md" />
        <Switch
          label={words.filters.favouritesOnly}
          size="md"
          my="xs"
          checked={params.get("favorite") === "true"}
          onChange={(event) => set({ favorite: event.currentTarget.checked ? "true" : "" })}
        />
        {view}
        <Group grow>
          <Button
            variant="default"
            size="md"
            disabled={!isAnyChosen}
            onClick={() => set(Object.fromEntries(CHOSEN.map((name) => [name, ""])))}
          >
            {words.filters.clear}
          </Button>
          <Button size="md" onClick={onClose}>
            {words.filters.show}
          </Button>
        </Group>
      </Stack>
    </Drawer>
  );
}
