import {
  ActionIcon,
  Badge,
  Button,
  Drawer,
  Group,
  Select,
  type SelectProps,
  Stack,
  Switch,
  TextInput,
  Tooltip,
  VisuallyHidden,
} from "@mantine/core";
import { useDebouncedCallback, useDisclosure } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";
import { useHref } from "react-router";
import { useCategories } from "../../api/queries.ts";
import { Icon } from "../../parts/icon.tsx";
import { KIND_NAMES, KINDS } from "../../parts/kinds.ts";
import { useIsNarrow } from "../../parts/narrow.ts";
import { LONGEST_SEARCH, STATES, sortsOf } from "./list-query.ts";

export interface ChoicesProps {
  params: URLSearchParams;
  /** Empty values take filters away. */
  set: (values: Record<string, string>) => void;
}

/** Filters and order, one select each; `look` is how they stand in their place. */
function Selects({ params, set, look }: ChoicesProps & { look: SelectLook }) {
  const categories = useCategories();
  const sorts = sortsOf(params);
  const usual = sorts[0]!.value;
  const choice = (name: string, title: string, data: { value: string; label: string }[]) => (
    <Select
      placeholder={title}
      {...look(title)}
      data={data}
      value={params.get(name)}
      onChange={(value) => set({ [name]: value ?? "" })}
      clearable
      clearButtonProps={{ "aria-label": `Any ${title.toLowerCase()}` }}
    />
  );
  return (
    <>
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
        {...look("Order")}
        data={sorts}
        value={params.get("sort") ?? usual}
        onChange={(value) => set({ sort: value === usual ? "" : (value ?? "") })}
        allowDeselect={false}
      />
    </>
  );
}

type SelectLook = (title: string) => Pick<SelectProps, "label" | "aria-label" | "placeholder" | "w" | "size">;

/** All of them in a row. */
function Choices({ params, set }: ChoicesProps) {
  const favorite = params.get("favorite") === "true";
  const label = favorite ? "All codes" : "Favourites only";
  return (
    <>
      <Selects
        params={params}
        set={set}
        look={(title) => ({ "aria-label": title, w: title === "Order" ? 170 : 150 })}
      />
      <Tooltip label={label}>
        <ActionIcon
          size={36}
          variant={favorite ? "light" : "default"}
          aria-label={label}
          aria-pressed={favorite}
          onClick={() => set({ favorite: favorite ? "" : "true" })}
        >
          <Icon name="star" filled={favorite} />
        </ActionIcon>
      </Tooltip>
    </>
  );
}

const CHOSEN = ["type", "state", "category", "favorite", "sort"];

/** On a phone: one button that tells how many filters are on, and a sheet with all of them. */
function FilterSheet({ params, set }: ChoicesProps) {
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
              <VisuallyHidden>chosen</VisuallyHidden>
            </>
          )
        }
      >
        Filter
        <VisuallyHidden> and sort</VisuallyHidden>
      </Button>
      <Drawer
        opened={isOpen}
        onClose={close}
        position="bottom"
        size="auto"
        title="Filter and sort"
        styles={{
          title: { fontWeight: 650 },
          content: { borderRadius: "1rem 1rem 0 0", height: "auto", maxHeight: "90dvh" },
        }}
      >
        <Stack gap="sm">
          <Selects params={params} set={set} look={(title) => ({ label: title, placeholder: "Any", size: "md" })} />
          <Switch
            label="Favourites only"
            size="md"
            my="xs"
            checked={params.get("favorite") === "true"}
            onChange={(event) => set({ favorite: event.currentTarget.checked ? "true" : "" })}
          />
          <Group grow>
            <Button
              variant="default"
              size="md"
              disabled={count === 0}
              onClick={() => set(Object.fromEntries(CHOSEN.map((name) => [name, ""])))}
            >
              Clear all
            </Button>
            <Button size="md" onClick={close}>
              Show the codes
            </Button>
          </Group>
        </Stack>
      </Drawer>
    </>
  );
}

const isAt = (path: string): boolean => window.location.pathname.replace(/\/$/, "") === path.replace(/\/$/, "");

/** Search and filters: in a row on a desk, on a phone or tablet behind one button. */
export function Filters({ params, set }: ChoicesProps) {
  const given = params.get("q") ?? "";
  const [words, setWords] = useState(given);
  const sent = useRef(given);
  const list = useHref("/");
  const search = useDebouncedCallback((value: string) => {
    // While the script of the page one goes to is on the way, this would lead back.
    if (!isAt(list)) return;
    sent.current = value;
    set({ q: value });
  }, 250);
  const isNarrow = useIsNarrow("tablet");
  // Back and forward change the address alone. What was sent from here is older than what is typed.
  useEffect(() => {
    if (given === sent.current) return;
    sent.current = given;
    setWords(given);
  }, [given]);
  return (
    <Group mb="md" gap="sm" role="search" wrap={isNarrow ? "nowrap" : "wrap"}>
      <TextInput
        type="search"
        aria-label="Search names and contents"
        placeholder={isNarrow ? "Search" : "Search names and contents"}
        leftSection={<Icon name="search" />}
        size={isNarrow ? "md" : "sm"}
        maxLength={LONGEST_SEARCH}
        value={words}
        onChange={(event) => {
          setWords(event.currentTarget.value);
          search(event.currentTarget.value);
        }}
        style={{ flex: "1 1 12rem" }}
      />
      {isNarrow ? <FilterSheet params={params} set={set} /> : <Choices params={params} set={set} />}
    </Group>
  );
}
