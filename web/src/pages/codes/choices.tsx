import { ActionIcon, Select, type SelectProps, Tooltip } from "@mantine/core";
import { useCategories } from "../../api/queries.ts";
import { Icon } from "../../parts/icon.tsx";
import { KIND_NAMES, KINDS } from "../../parts/kinds.ts";
import { STATES, sortsOf } from "./list-query.ts";

export interface ChoicesProps {
  params: URLSearchParams;
  /** Empty values take filters away. */
  set: (values: Record<string, string>) => void;
}

/** Filters and order, one select each; `look` is how they stand in their place. */
export function Selects({ params, set, look }: ChoicesProps & { look: SelectLook }) {
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
export function Choices({ params, set }: ChoicesProps) {
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
