import { Combobox, Group, UnstyledButton, useCombobox } from "@mantine/core";
import { useState } from "react";
import { Icon } from "../../parts/icon.tsx";
import { TagDot } from "../../parts/tag-chips.tsx";
import classes from "./filter-chip.module.css";
import { words } from "./words.ts";

interface FilterChipProps {
  title: string;
  choices: { value: string; label: string; color?: string }[];
  value: string | null;
  /** Instead of the label of `value`. */
  shown?: string;
  /** If several values can be chosen: those that are. */
  chosen?: readonly string[];
  onChange: (value: string) => void;
}

/** With more choices, show a search field. */
const MANY = 12;

/** A filter: dashed if not set, filled and with a cross if set. */
export function FilterChip({ title, choices, value, shown: label, chosen: several, onChange }: FilterChipProps) {
  const [search, setSearch] = useState("");
  const combobox = useCombobox({
    onDropdownOpen: () => (choices.length > MANY ? combobox.focusSearchInput() : combobox.focusTarget()),
    onDropdownClose: () => setSearch(""),
  });
  const wanted = search.trim().toLowerCase();
  const shown = choices.filter(({ label }) => label.toLowerCase().includes(wanted));
  const chosen = value === null ? null : (label ?? choices.find((choice) => choice.value === value)?.label ?? value);
  return (
    <Combobox
      store={combobox}
      width={220}
      position="bottom-start"
      onOptionSubmit={(next) => {
        onChange(next === value ? "" : next);
        combobox.closeDropdown();
      }}
    >
      <Group gap={0} wrap="nowrap" className={classes.chip} data-on={value !== null || undefined}>
        <Combobox.Target targetType="button">
          <UnstyledButton className={classes.target} onClick={() => combobox.toggleDropdown()}>
            {chosen === null ? title : words.filters.inForce(title, chosen)}
          </UnstyledButton>
        </Combobox.Target>
        {value !== null && <Cross title={title} remove={() => onChange("")} />}
      </Group>
      <Combobox.Dropdown>
        {choices.length > MANY && (
          <Combobox.Search
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
            placeholder={words.filters.find(title)}
            aria-label={words.filters.find(title)}
          />
        )}
        <Combobox.Options mah={320} style={{ overflowY: "auto" }} aria-label={title}>
          {shown.map((choice) => (
            <Combobox.Option
              key={choice.value}
              value={choice.value}
              active={several ? several.includes(choice.value) : choice.value === value}
              className={classes.option}
            >
              {choice.color && <TagDot color={choice.color} />}
              {choice.label}
            </Combobox.Option>
          ))}
          {shown.length === 0 && <Combobox.Empty>{words.filters.noChoice}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

const Cross = ({ title, remove }: { title: string; remove: () => void }) => (
  <UnstyledButton className={classes.cross} aria-label={words.filters.remove(title)} onClick={remove}>
    <Icon name="close" size={14} />
  </UnstyledButton>
);

/** A filter that is on or off. */
export const ToggleChip = ({ title, isOn, set }: { title: string; isOn: boolean; set: (isOn: boolean) => void }) => (
  <Group gap={0} wrap="nowrap" className={classes.chip} data-on={isOn || undefined}>
    <UnstyledButton className={classes.target} aria-pressed={isOn} onClick={() => set(!isOn)}>
      {title}
    </UnstyledButton>
    {isOn && <Cross title={title} remove={() => set(false)} />}
  </Group>
);
