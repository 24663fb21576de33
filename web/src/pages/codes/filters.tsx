import { ActionIcon, Box, Group, Select, TextInput, Tooltip } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { useCategories } from "../../api/queries.ts";
import { Icon } from "../../parts/icon.tsx";
import { KIND_NAMES, KINDS } from "../../parts/kinds.ts";

interface FiltersProps {
  params: URLSearchParams;
  /** An empty value takes the filter away. */
  set: (name: string, value: string) => void;
}

const STATES = [
  { value: "active", label: "Active" },
  { value: "paused", label: "Paused" },
  { value: "expired", label: "Expired" },
];
const SORTS = [
  { value: "newest", label: "Newest first" },
  { value: "name", label: "By name" },
  { value: "scans", label: "Most scanned" },
  { value: "expires", label: "Soonest to expire" },
];

export function Filters({ params, set }: FiltersProps) {
  const categories = useCategories();
  const given = params.get("q") ?? "";
  const [words, setWords] = useState(given);
  const search = useDebouncedCallback((value: string) => set("q", value), 250);
  // Back and forward change the address alone.
  useEffect(() => setWords(given), [given]);
  const favorite = params.get("favorite") === "true";
  const label = favorite ? "All codes" : "Favourites only";
  const choice = (name: string, title: string, data: { value: string; label: string }[]) => (
    <Select
      aria-label={title}
      placeholder={title}
      data={data}
      value={params.get(name)}
      onChange={(value) => set(name, value ?? "")}
      clearable
      clearButtonProps={{ "aria-label": `Any ${title.toLowerCase()}` }}
      w={{ base: "calc(50% - 6px)", xs: 150 }}
    />
  );
  const star = (
    <Tooltip label={label}>
      <ActionIcon
        size={36}
        variant={favorite ? "light" : "default"}
        aria-label={label}
        aria-pressed={favorite}
        onClick={() => set("favorite", favorite ? "" : "true")}
      >
        <Icon name="star" filled={favorite} />
      </ActionIcon>
    </Tooltip>
  );
  return (
    <Group mb="md" gap="sm" role="search">
      <TextInput
        aria-label="Search names and contents"
        placeholder="Search names and contents"
        leftSection={<Icon name="search" />}
        value={words}
        onChange={(event) => {
          setWords(event.currentTarget.value);
          search(event.currentTarget.value);
        }}
        style={{ flex: "1 1 12rem" }}
      />
      <Box hiddenFrom="xs">{star}</Box>
      {choice(
        "type",
        "Type",
        KIND_NAMES.map((value) => ({ value, label: KINDS[value].label })),
      )}
      {choice("state", "State", STATES)}
      {choice(
        "category",
        "Category",
        (categories.data ?? []).map((value) => ({ value, label: value })),
      )}
      <Select
        aria-label="Order"
        data={SORTS}
        value={params.get("sort") ?? "newest"}
        onChange={(value) => set("sort", value === "newest" ? "" : (value ?? ""))}
        allowDeselect={false}
        w={{ base: "calc(50% - 6px)", xs: 170 }}
      />
      <Box visibleFrom="xs">{star}</Box>
    </Group>
  );
}
