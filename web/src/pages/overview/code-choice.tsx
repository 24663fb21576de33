import { Button, NativeSelect, Popover, Stack } from "@mantine/core";
import { useSearchParams } from "react-router";
import { useTags } from "../../api/tags.ts";
import { Icon } from "../../parts/icon.tsx";
import { KIND_NAMES, KINDS } from "../../parts/kinds.ts";
import { choice as words } from "./words.ts";

/** The codes that the numbers are about, in the address: all, or those of a type or tag. */
export function useCodeChoice() {
  const [params, setParams] = useSearchParams();
  const type = KIND_NAMES.find((name) => name === params.get("type"));
  const tag = params.get("tag") ?? "";
  const chosen = new URLSearchParams([...(type ? [["type", type]] : []), ...(tag ? [["tag", tag]] : [])]);
  const choose = (name: "type" | "tag", value: string) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { preventScrollReset: true },
    );
  return { type, tag, search: chosen.toString(), choose };
}

export function CodeChoice({ type, tag, choose }: ReturnType<typeof useCodeChoice>) {
  const tags = useTags().data ?? [];
  const tagName = tag && (tags.find(({ id }) => id === tag)?.name ?? words.noTag);
  const name = [tagName, type && KINDS[type].label].filter(Boolean).join(", ") || words.all;
  return (
    <Popover position="bottom-end" shadow="md" width={260} trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<Icon name="filter" size={16} />}
          rightSection={<Icon name="down" size={14} />}
          justify="space-between"
          aria-label={words.button(name)}
          styles={{ label: { maxWidth: "14rem" } }}
        >
          {name}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={words.label}>
        <Stack gap="sm">
          {(tags.length > 0 || tag) && (
            <NativeSelect
              label={words.tag}
              value={tag}
              onChange={(event) => choose("tag", event.currentTarget.value)}
              data={[{ value: "", label: words.anyTag }, ...tags.map(({ id, name: label }) => ({ value: id, label }))]}
            />
          )}
          <NativeSelect
            label={words.type}
            value={type ?? ""}
            onChange={(event) => choose("type", event.currentTarget.value)}
            data={[
              { value: "", label: words.anyType },
              ...KIND_NAMES.map((value) => ({ value, label: KINDS[value].label })),
            ]}
          />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
