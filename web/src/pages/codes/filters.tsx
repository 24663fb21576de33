import {
  Badge,
  Button,
  CloseButton,
  Group,
  NativeSelect,
  type NativeSelectProps,
  TextInput,
  VisuallyHidden,
} from "@mantine/core";
import { useDebouncedCallback, useDisclosure } from "@mantine/hooks";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useHref } from "react-router";
import { useTags } from "../../api/tags.ts";
import { lazyDialog } from "../../frame/boundary.tsx";
import { Icon } from "../../parts/icon.tsx";
import { KIND_NAMES, KINDS } from "../../parts/kinds.ts";
import { useIsNarrow } from "../../parts/narrow.ts";
import { FilterChip, ToggleChip } from "./filter-chip.tsx";
import { MAX_SEARCH_LENGTH, MAX_TAGS, STATES, sortsOf } from "./list-query.ts";
import { words } from "./words.ts";

export interface ChoicesProps {
  params: URLSearchParams;
  /** An empty value removes a filter. */
  set: (values: Record<string, string | string[]>, replace?: boolean) => void;
}

export interface FiltersProps extends ChoicesProps {
  /** The view switch. */
  view: ReactNode;
}

/** Filters with one value of several. */
const FILTERS = [
  {
    name: "type",
    title: words.filters.type,
    choices: KIND_NAMES.map((value) => ({ value, label: KINDS[value].label })),
  },
  { name: "state", title: words.filters.state, choices: STATES },
];

export function OrderSelect({ params, set, ...props }: ChoicesProps & NativeSelectProps) {
  const sorts = sortsOf(params);
  const usual = sorts[0]!.value;
  return (
    <NativeSelect
      {...props}
      data={sorts}
      value={params.get("sort") ?? usual}
      onChange={({ currentTarget: { value } }) => set({ sort: value === usual ? "" : value })}
    />
  );
}

/** On a desktop: a chip per filter, then order and view. */
function Chips({ params, set, view }: FiltersProps) {
  const { order, favourites } = words.filters;
  return (
    <>
      {FILTERS.map(({ name, ...filter }) => (
        <FilterChip key={name} {...filter} value={params.get(name)} onChange={(value) => set({ [name]: value })} />
      ))}
      <TagFilter params={params} set={set} />
      <ToggleChip
        title={favourites}
        isOn={params.get("favorite") === "true"}
        set={(isOn) => set({ favorite: isOn ? "true" : "" })}
      />
      <Group gap="xs" ml="auto" wrap="nowrap">
        <OrderSelect params={params} set={set} aria-label={order} w={156} />
        {params.get("state") !== "deleted" && view}
      </Group>
    </>
  );
}

/** A code must have all chosen tags. */
function TagFilter({ params, set }: ChoicesProps) {
  const tags = useTags().data ?? [];
  const chosen = params.getAll("tag");
  if (tags.length === 0 && chosen.length === 0) return null;
  const choices = tags.map(({ id, name, color }) => ({ value: id, label: name, color }));
  const shown = chosen.map((id) => ({ id, label: tags.find((tag) => tag.id === id)?.name ?? words.filters.noTag }));
  return (
    <FilterChip
      title={words.filters.tags}
      choices={choices}
      value={chosen.length === 0 ? null : chosen.join(" ")}
      shown={shown.map(({ label }) => label).join(" + ")}
      chosen={chosen}
      onChange={(value) =>
        set({
          tag:
            value === ""
              ? []
              : chosen.includes(value)
                ? chosen.filter((id) => id !== value)
                : [...chosen, value].slice(-MAX_TAGS),
        })
      }
    />
  );
}

const FilterDrawer = lazyDialog(() => import("./filter-drawer.tsx"));

export const CHOSEN = ["type", "state", "tag", "favorite", "sort"];

/** On a phone: one button with the number of filters, and a sheet with all of them. */
function FilterSheet({ params, set, view }: FiltersProps) {
  const [isOpen, { open, close }] = useDisclosure();
  const count = CHOSEN.filter((name) => params.get(name)).length;
  return (
    <>
      <Button
        variant={count > 0 ? "light" : "default"}
        size="md"
        px="sm"
        onClick={open}
        leftSection={<Icon name="filter" />}
        rightSection={
          count > 0 && (
            <>
              <Badge circle>{count}</Badge>
              <VisuallyHidden>{words.filters.chosen}</VisuallyHidden>
            </>
          )
        }
      >
        {words.filters.filter}
        <VisuallyHidden>{words.filters.andSort}</VisuallyHidden>
      </Button>
      {isOpen && <FilterDrawer params={params} set={set} view={view} filters={FILTERS} onClose={close} />}
    </>
  );
}

const isAt = (path: string): boolean => window.location.pathname.replace(/\/$/, "") === path.replace(/\/$/, "");

/** Search and filters: in a row on a desktop, behind one button on a phone or tablet. */
export function Filters({ params, set, view }: FiltersProps) {
  const given = params.get("q") ?? "";
  const [typed, setTyped] = useState(given);
  const sent = useRef(given);
  const list = useHref("/codes");
  const search = useDebouncedCallback((value: string) => {
    // While another page's script is loading, this would navigate back to the list.
    if (!isAt(list)) return;
    sent.current = value;
    set({ q: value });
  }, 250);
  const type = (value: string) => {
    setTyped(value);
    search(value);
  };
  const isNarrow = useIsNarrow("tablet");
  // Follow Back and Forward. Ignore the address we set ourselves: it may be older than the text in the field.
  useEffect(() => {
    if (given === sent.current) return;
    sent.current = given;
    setTyped(given);
  }, [given]);
  return (
    <Group mb="sm" gap="xs" role="search" className="toolbar" wrap={isNarrow ? "nowrap" : "wrap"}>
      <TextInput
        type="search"
        aria-label={words.filters.search}
        placeholder={isNarrow ? words.filters.searchShort : words.filters.search}
        leftSection={<Icon name="search" />}
        rightSection={
          typed !== "" && <CloseButton size="sm" aria-label={words.filters.clearSearch} onClick={() => type("")} />
        }
        size={isNarrow ? "md" : "sm"}
        maxLength={MAX_SEARCH_LENGTH}
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
        style={isNarrow ? { flex: "1 1 0", minWidth: 0 } : { flex: "0 1 280px", minWidth: 160 }}
      />
      {isNarrow ? (
        <FilterSheet params={params} set={set} view={view} />
      ) : (
        <Chips params={params} set={set} view={view} />
      )}
    </Group>
  );
}
