import { Group, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";
import { useHref } from "react-router";
import { Icon } from "../../parts/icon.tsx";
import { useIsNarrow } from "../../parts/narrow.ts";
import { Choices, type ChoicesProps } from "./choices.tsx";
import { FilterSheet } from "./filter-sheet.tsx";
import { LONGEST_SEARCH } from "./list-query.ts";

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
