import { ActionIcon, Box, Button, Group, Select, Skeleton, Stack, Text } from "@mantine/core";
import { useEffect, useRef } from "react";
import { Link, useLocation, useSearchParams } from "react-router";
import { CallError } from "../../api/call.ts";
import { useCodes } from "../../api/queries.ts";
import { Part } from "../../frame/boundary.tsx";
import { lazyPart } from "../../frame/lazy-part.ts";
import { Icon } from "../../parts/icon.tsx";
import { useIsNarrow } from "../../parts/narrow.ts";
import { Failure, Notice } from "../../parts/notices.tsx";
import { Page, Pages } from "../../parts/page.tsx";
import { useRowKeys } from "../../parts/use-row-keys.ts";
import { inWords } from "../../parts/words.ts";
import { BinRow, CodeRow } from "./code-row.tsx";
import { Filters } from "./filters.tsx";
import { PAGE_SIZES, readListQuery } from "./list-query.ts";
import { EmptyBin, FirstCode, NoMatch, Offline } from "./nothing.tsx";
import { filterOf, type Selection, useSelection } from "./selection.ts";

/** Leads to the page that makes codes from a table. */
function ImportButton() {
  const isPhone = useIsNarrow();
  if (isPhone) {
    return (
      <ActionIcon component={Link} to="/import" variant="default" size={44} aria-label="Import">
        <Icon name="upload" />
      </ActionIcon>
    );
  }
  return (
    <Button component={Link} to="/import" variant="default" leftSection={<Icon name="upload" size={16} />}>
      Import
    </Button>
  );
}

/** Begins to mark codes, and ends it: where there is no pointer to hover with, this is the way. */
function SelectButton({ selection }: { selection: Selection }) {
  const isPhone = useIsNarrow();
  const shared = {
    variant: "default",
    onClick: selection.isPicking ? selection.clear : selection.pick,
    "aria-pressed": selection.isPicking,
  };
  if (isPhone) {
    return (
      <ActionIcon size={44} aria-label="Select" {...shared}>
        <Icon name="select" />
      </ActionIcon>
    );
  }
  return (
    <Button leftSection={<Icon name="select" />} {...shared}>
      Select
    </Button>
  );
}

const SelectionBar = lazyPart(() => import("./selection-bar.tsx"));

/** Search, filters, order and page stand in the address: a list can be gone back to and sent on. */
export function CodesPage() {
  const [params, setParams] = useSearchParams();
  const { understood, page, limit, isFiltered, isBin, leftOut } = readListQuery(params);
  const list = useCodes(understood.toString());

  const set = (values: Record<string, string>, replace = "q" in values) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        for (const [name, value] of Object.entries({ page: "", ...values })) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace },
    );

  const { total = 0, more = false, stopped = false, codes = [] } = list.data ?? {};
  const found = total > 0 || (more && !stopped);
  const isShort = [...(understood.get("q") ?? "").trim()].length < 3;
  const isKnown = list.isSuccess && !list.isPlaceholderData;
  const isEmpty = isKnown && !found && !isFiltered;
  const nothingYet = isEmpty && !isBin;
  const known = Math.ceil(total / limit);
  // Where the end is not known, there is always one page to go on to.
  const pages = Math.max(known, more && !stopped && codes.length > 0 ? page + 1 : 0);
  const beyond = isKnown && codes.length === 0 && page > known;
  useEffect(() => {
    if (beyond && known > 0) set({ page: known === 1 ? "" : String(known) }, true);
  });

  const onPage = codes.filter(({ deletedAt }) => deletedAt === null).map(({ id }) => id);
  const selection = useSelection(filterOf(understood), onPage);
  const rows = useRef<HTMLDivElement>(null);
  useRowKeys(rows);
  const { state } = useLocation();
  useEffect(() => {
    if (state?.pick) selection.pick();
  }, [state]);
  const turn = (next: number) => {
    set({ page: next === 1 ? "" : String(next) });
    window.scrollTo({ top: 0 });
  };
  const create = (
    <Button component={Link} to="/codes/new" leftSection={<Icon name="plus" />}>
      New code
    </Button>
  );
  return (
    <Page
      title={isBin ? "Bin" : "Codes"}
      lead={isBin && "Deleted codes stay here for 30 days, with all their scans."}
      actions={
        <Group gap={8} wrap="nowrap">
          {found && !isBin && <SelectButton selection={selection} />}
          <ImportButton />
          <Box visibleFrom="sm">{create}</Box>
        </Group>
      }
    >
      {leftOut.length > 0 && (
        <LeftOut names={leftOut} onClose={() => set(Object.fromEntries(leftOut.map((name) => [name, ""])), true)} />
      )}
      {!nothingYet && <Filters params={understood} set={set} />}
      {(list.isPending || (list.isPlaceholderData && !found)) && <Skeletons />}
      {list.isError && !list.data && <Trouble error={list.error} retry={() => list.refetch()} />}
      {nothingYet && <FirstCode action={create} />}
      {isEmpty && isBin && <EmptyBin showAll={() => setParams({})} />}
      {isKnown && !found && isFiltered && (
        <NoMatch
          isBin={isBin}
          stopped={stopped}
          isShort={isShort}
          showAll={() => setParams(isBin ? { state: "deleted" } : {})}
        />
      )}
      {found && (
        <>
          <Stack
            gap="xs"
            component="ul"
            m={0}
            p={0}
            ref={rows}
            onKeyDown={selection.onKeyDown}
            aria-busy={list.isPlaceholderData}
            opacity={list.isPlaceholderData ? 0.6 : 1}
          >
            {codes.map((code) =>
              code.deletedAt === null ? (
                <CodeRow key={code.id} code={code} selection={selection} />
              ) : (
                <BinRow key={code.id} code={code} />
              ),
            )}
          </Stack>
          <Group justify="space-between" mt="lg" gap="sm">
            <Text size="sm" c="dimmed" role="status">
              {countInWords(total, more, stopped, isShort)}
            </Text>
            {!isBin && (
              <Button
                component={Link}
                to="/?state=deleted"
                variant="subtle"
                color="gray"
                size="compact-sm"
                mih={{ base: 44, sm: 0 }}
                leftSection={<Icon name="trash" size={14} />}
              >
                Bin
              </Button>
            )}
            <Pages total={pages} page={page} onChange={turn} />
            {(total > Number(PAGE_SIZES[0]) || more) && (
              <Select
                aria-label="Codes on a page"
                size="xs"
                w={120}
                data={PAGE_SIZES.map((value) => ({ value, label: `${value} a page` }))}
                value={String(limit)}
                onChange={(value) => set({ limit: value === PAGE_SIZES[0] ? "" : (value ?? "") })}
                allowDeselect={false}
              />
            )}
          </Group>
        </>
      )}
      {/* What was done to all of a list may have emptied it, and they are still marked. */}
      {selection.isPicking && (found || selection.ids.size > 0) && (
        <Part fallback={null}>
          <SelectionBar selection={selection} total={total} hasMore={more} />
        </Part>
      )}
    </Page>
  );
}

function countInWords(total: number, more: boolean, stopped: boolean, isShort: boolean): string {
  const count = inWords.times(total, "code");
  const advice = isShort ? " Search for three letters or more to look further." : "";
  if (stopped) return `${count} found among the newest.${advice}`;
  return more ? `More than ${count}` : count;
}

/** An old bookmark, or an address typed by hand. */
function LeftOut({ names, onClose }: { names: readonly string[]; onClose: () => void }) {
  return (
    <Notice role="status" onClose={onClose}>
      {names.map((name) => `“${name}”`).join(" and ")} in the address was not understood and left out.
    </Notice>
  );
}

function Trouble({ error, retry }: { error: Error; retry: () => void }) {
  const isAway = error instanceof CallError && error.error === "offline";
  return isAway ? <Offline retry={retry} /> : <Failure error={error} retry={retry} />;
}

function Skeletons() {
  return (
    <Box role="status" aria-label="Loading the codes">
      {Array.from({ length: 8 }, (_, i) => (
        <Skeleton key={i} h={82} radius="lg" mb="xs" />
      ))}
    </Box>
  );
}
