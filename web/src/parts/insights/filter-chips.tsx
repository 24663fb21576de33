import { Checkbox, Group, Popover, Stack, Text, TextInput, UnstyledButton } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { type Source, useInsights } from "../../api/insights.ts";
import { inWords } from "../formats.ts";
import { Icon } from "../icon.tsx";
import classes from "./filter-chips.module.css";
import { hoursInWords } from "./hours.ts";
import { DIMENSIONS, type Dimension, type InsightsQuery, searchOf } from "./period.ts";
import { valueName, valuesOf } from "./values.ts";
import { filter as words } from "./words.ts";

/** With more values, show a search field. */
const MANY = 8;

const valueNames = (dimension: Dimension, values: readonly string[]): string =>
  dimension === "hour"
    ? hoursInWords(values.map(Number))
    : values.map((value) => valueName(dimension, value)).join(", ");

interface FilterChipsProps {
  source: Source;
  /** Other parameters of its requests. */
  others?: string;
  query: InsightsQuery;
  toggle: (dimension: Dimension, value: string) => void;
  clear: (dimension: Dimension) => void;
  /** Of a code that has placements. */
  hasPlacements?: boolean;
}

/** A chip with a cross for each filter in force, and one to add another. Several values of a filter are "or". */
export function FilterChips({ source, others = "", query, toggle, clear, hasPlacements = false }: FilterChipsProps) {
  const { filters } = query;
  const inForce = DIMENSIONS.filter((name) => filters[name].length > 0);
  return (
    <Group gap="xs">
      {inForce.map((name) => (
        <div key={name} className={classes.chip} data-on data-filter={name}>
          <Chooser {...{ source, others, query, toggle, hasPlacements }} dimension={name}>
            {name === "placement" ? (
              <PlacementNames {...{ source, others, query }} />
            ) : (
              words.chip(words.names[name], valueNames(name, filters[name]))
            )}
          </Chooser>
          <UnstyledButton
            className={classes.cross}
            aria-label={words.remove(words.names[name])}
            onClick={() => clear(name)}
          >
            <Icon name="close" size={14} />
          </UnstyledButton>
        </div>
      ))}
      <div className={classes.chip}>
        <Chooser {...{ source, others, query, toggle, hasPlacements }}>
          <Icon name="plus" size={13} />
          {words.add}
        </Chooser>
      </div>
    </Group>
  );
}

type Choice = Required<Pick<FilterChipsProps, "source" | "others" | "query" | "toggle" | "hasPlacements">>;

/** The insights under all filters but one, so that another of its values can be added. */
function useWithout({ source, others, query }: Pick<Choice, "source" | "others" | "query">, dimension: Dimension) {
  const search = searchOf({ ...query, compare: "none", filters: { ...query.filters, [dimension]: [] } });
  return useInsights(source, [search, others].filter(Boolean).join("&"));
}

/** Their ids are in the address; the names come with the insights, which list all that are chosen. */
function PlacementNames({ source, others, query }: Pick<Choice, "source" | "others" | "query">) {
  const { data } = useInsights(source, [searchOf(query), others].filter(Boolean).join("&"));
  const names = new Map((data ? valuesOf(data, "placement") : []).map(({ value, name }) => [value, name]));
  const shown = query.filters.placement.map((value) => names.get(value) ?? valueName("placement", value));
  return words.chip(words.names.placement, shown.join(", "));
}

interface ChooserProps extends Choice {
  /** Known for a filter in force; otherwise it is chosen first. */
  dimension?: Dimension;
  children: React.ReactNode;
}

function Chooser({ dimension, children, ...choice }: ChooserProps) {
  const [isOpen, setOpen] = useState(false);
  const [chosen, choose] = useState<Dimension | undefined>(dimension);
  const set = (next: boolean) => {
    setOpen(next);
    if (next) choose(dimension);
  };
  return (
    <Popover opened={isOpen} onChange={set} position="bottom-start" width={260} shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton className={classes.target} onClick={() => set(!isOpen)}>
          {children}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p={8}>
        {chosen === undefined ? (
          <ul className={classes.names}>
            {DIMENSIONS.filter((name) => name !== "placement" || choice.hasPlacements).map((name) => (
              <li key={name}>
                <UnstyledButton onClick={() => choose(name)}>{words.names[name]}</UnstyledButton>
              </li>
            ))}
          </ul>
        ) : (
          <Values key={chosen} {...choice} dimension={chosen} />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

/** All values of a dimension under the other filters, so that a second one can be added. */
function Values({
  source,
  others,
  query,
  toggle,
  dimension,
}: Omit<ChooserProps, "children" | "hasPlacements"> & { dimension: Dimension }) {
  const [wanted, setWanted] = useState("");
  const box = useRef<HTMLDivElement>(null);
  const chosen = query.filters[dimension];
  const insights = useWithout({ source, others, query }, dimension);
  const rows = insights.data ? valuesOf(insights.data, dimension) : [];
  const known = new Set(rows.map(({ value }) => value));
  const all: ReturnType<typeof valuesOf> = [
    ...rows,
    ...chosen.filter((value) => !known.has(value)).map((value) => ({ value, scans: 0 })),
  ];
  const named = all.map((row) => ({ ...row, name: row.name ?? valueName(dimension, row.value) }));
  const shown = named.filter(({ name }) => name.toLowerCase().includes(wanted.trim().toLowerCase()));
  const isReady = named.length > 0;
  // The button that was pressed is gone.
  useEffect(() => {
    if (isReady) box.current?.querySelector("input")?.focus();
  }, [isReady]);
  return (
    <Stack gap={8} ref={box}>
      {named.length > MANY && (
        <TextInput
          data-autofocus
          value={wanted}
          onChange={(event) => setWanted(event.currentTarget.value)}
          placeholder={words.find}
          aria-label={words.find}
          leftSection={<Icon name="search" size={16} />}
        />
      )}
      <fieldset aria-label={words.names[dimension]} className={classes.values}>
        {shown.map(({ value, name, scans }) => (
          <Checkbox
            key={value}
            classNames={{ body: classes.value, labelWrapper: classes.grow, label: classes.label }}
            checked={chosen.includes(value)}
            onChange={() => toggle(dimension, value)}
            label={
              <>
                <span>{name}</span>
                <small>{inWords.number(scans)}</small>
              </>
            }
          />
        ))}
      </fieldset>
      {shown.length === 0 && (
        <Text size="sm" c="dimmed" px={8}>
          {insights.isPending ? words.loading : words.none}
        </Text>
      )}
    </Stack>
  );
}
