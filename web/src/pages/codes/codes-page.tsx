import { ActionIcon, Box, Button, Group, NativeSelect, Skeleton, Text } from "@mantine/core";
import { useEffect, useRef } from "react";
import { Link, useLocation, useSearchParams } from "react-router";
import { CallError } from "../../api/call.ts";
import { useCodes } from "../../api/queries.ts";
import { useTags } from "../../api/tags.ts";
import { Part } from "../../frame/boundary.tsx";
import { lazyPart } from "../../frame/lazy-part.ts";
import { Editors } from "../../parts/editors.tsx";
import { ExamplesLine } from "../../parts/examples.tsx";
import { shownZone } from "../../parts/formats.ts";
import { Icon, type IconName } from "../../parts/icon.tsx";
import { type InsightsQuery, NO_FILTERS, readQuery, writeQuery } from "../../parts/insights/period.ts";
import { PeriodPicker } from "../../parts/insights/period-picker.tsx";
import { LocalWarning } from "../../parts/local-warning.tsx";
import { useIsNarrow } from "../../parts/narrow.ts";
import { Failure, Notice } from "../../parts/notices.tsx";
import { Page, Pages } from "../../parts/page.tsx";
import { useRowKeys } from "../../parts/use-row-keys.ts";
import { BinList } from "./bin-list.tsx";
import { CodeCards } from "./code-cards.tsx";
import { CodeList } from "./code-list.tsx";
import { CodesTable } from "./codes-table.tsx";
import { type ChoicesProps, Filters } from "./filters.tsx";
import { PAGE_SIZES, readListQuery, requestOf } from "./list-query.ts";
import { EmptyBin, FirstCode, LostTag, NoMatch, Offline } from "./nothing.tsx";
import { filterOf, type Selection, useSelection } from "./selection.ts";
import { useView, ViewChoice } from "./view-choice.tsx";
import { useOpenView, ViewActions } from "./views.tsx";
import { words } from "./words.ts";

function ImportButton() {
  const isPhone = useIsNarrow();
  if (isPhone) {
    return (
      <ActionIcon component={Link} to="/import" variant="default" size={44} aria-label={words.import}>
        <Icon name="upload" />
      </ActionIcon>
    );
  }
  return (
    <Button component={Link} to="/import" variant="default" leftSection={<Icon name="upload" size={16} />}>
      {words.import}
    </Button>
  );
}

/** Below the list. */
const Aside = ({ to, icon, label }: { to: string; icon: IconName; label: string }) => (
  <Button
    component={Link}
    to={to}
    variant="subtle"
    color="gray"
    size="compact-sm"
    mih={{ base: 44, sm: 0 }}
    leftSection={<Icon name={icon} size={14} />}
  >
    {label}
  </Button>
);

const ToBin = () => <Aside to="/codes?state=deleted" icon="trash" label={words.bin} />;

/** Starts and ends selecting where rows have no checkbox. */
const SelectButton = ({ selection, size }: { selection: Selection; size: number }) => (
  <ActionIcon
    size={size}
    variant="default"
    aria-label={words.select}
    aria-pressed={selection.isPicking}
    onClick={selection.isPicking ? selection.clear : selection.pick}
  >
    <Icon name="select" />
  </ActionIcon>
);

const SelectionBar = lazyPart(() => import("./selection-bar.tsx"));

/** Search, filters, order and page are in the address, so that a list can be bookmarked and shared. */
export function CodesPage() {
  const [params, setParams] = useSearchParams();
  const { understood, page, limit, isFiltered, isBin, leftOut } = readListQuery(params);
  const list = useCodes(requestOf(understood));
  const counted = readQuery(understood);

  const set: ChoicesProps["set"] = (values, replace = "q" in values) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        for (const [name, value] of Object.entries({ page: "", ...values })) {
          next.delete(name);
          for (const one of [value].flat()) if (one) next.append(name, one);
        }
        return next;
      },
      { replace },
    );

  const changePeriod = (next: Partial<InsightsQuery>) =>
    setParams((current) => {
      current.delete("page");
      return writeQuery(current, { ...readQuery(current), ...next, filters: NO_FILTERS });
    });

  const { total = 0, more = false, stopped = false, codes = [], suggestion = null, sparkDays } = list.data ?? {};
  const found = total > 0 || (more && !stopped);
  const isShort = [...(understood.get("q") ?? "").trim()].length < 3;
  const isKnown = list.isSuccess && !list.isPlaceholderData;
  const isEmpty = isKnown && !found && !isFiltered;
  const nothingYet = isEmpty && !isBin;
  const known = Math.ceil(total / limit);
  // If the total is unknown, offer one more page.
  const pages = Math.max(known, more && !stopped && codes.length > 0 ? page + 1 : 0);
  const beyond = isKnown && codes.length === 0 && page > known;
  useEffect(() => {
    if (beyond && known > 0) set({ page: known === 1 ? "" : String(known) }, true);
  });

  const tags = useTags().data;
  const chosenTags = understood.getAll("tag");
  const knownTags = tags ? chosenTags.filter((id) => tags.some((tag) => tag.id === id)) : chosenTags;
  const hasLostTag = knownTags.length < chosenTags.length;
  const openView = useOpenView(understood);
  const [view, setView] = useView();
  const isSmall = useIsNarrow("small");
  const onPage = codes.map(({ id }) => id);
  const selection = useSelection(filterOf(new URLSearchParams(requestOf(understood))), onPage);
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
  const picker = <PeriodPicker query={counted} change={changePeriod} zone={shownZone()} />;
  const create = (
    <Button component={Link} to="/codes/new" leftSection={<Icon name="plus" />}>
      {words.newCode}
    </Button>
  );
  return (
    <Page
      title={isBin ? words.bin : (openView?.name ?? words.codes)}
      lead={isBin && words.binLead}
      actions={
        <Group gap={8} wrap={isSmall ? "nowrap" : "wrap"}>
          {!isSmall && !isBin && !nothingYet && picker}
          {found && !isBin && (isSmall || view === "cards") && (
            <SelectButton selection={selection} size={isSmall ? 44 : 36} />
          )}
          {isBin ? (
            <Button component={Link} to="/codes" variant="default">
              {words.emptyBin.action}
            </Button>
          ) : (
            <Editors>
              <ViewActions search={understood} open={openView} />
              <ImportButton />
              {!nothingYet && <Box visibleFrom="sm">{create}</Box>}
            </Editors>
          )}
        </Group>
      }
    >
      <LocalWarning />
      {leftOut.length > 0 && (
        <LeftOut names={leftOut} onClose={() => set(Object.fromEntries(leftOut.map((name) => [name, ""])), true)} />
      )}
      {!isBin && (
        <Editors>
          <ExamplesLine />
        </Editors>
      )}
      {isSmall && !isBin && !nothingYet && <Box mb="xs">{picker}</Box>}
      {!nothingYet && (
        <Filters params={understood} set={set} view={<ViewChoice view={view} setView={setView} isSmall={isSmall} />} />
      )}
      {(list.isPending || (list.isPlaceholderData && !found)) && <Skeletons />}
      {list.isError && !list.data && <ListError error={list.error} retry={() => list.refetch()} />}
      {nothingYet && <FirstCode action={create} />}
      {isEmpty && isBin && <EmptyBin showAll={() => setParams({})} />}
      {isKnown && !found && hasLostTag && <LostTag drop={() => set({ tag: knownTags })} />}
      {isKnown && !found && isFiltered && !hasLostTag && (
        <NoMatch
          search={understood.get("q")}
          suggestion={suggestion ? { search: suggestion, to: `?${withSearch(params, suggestion)}` } : null}
          isBin={isBin}
          stopped={stopped}
          isShort={isShort}
          showAll={() => setParams(isBin ? { state: "deleted" } : {})}
          toBin={!isBin && <ToBin />}
        />
      )}
      {found && (
        <>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are pressed on the links within. */}
          <div
            ref={rows}
            onKeyDown={selection.onKeyDown}
            aria-busy={list.isPlaceholderData}
            style={{ opacity: list.isPlaceholderData ? 0.6 : 1 }}
          >
            {codes.some(({ deletedAt }) => deletedAt !== null) ? (
              <BinList codes={codes} selection={selection} />
            ) : view === "cards" ? (
              <CodeCards codes={codes} selection={selection} sparkDays={sparkDays!} />
            ) : isSmall ? (
              <CodeList codes={codes} selection={selection} sparkDays={sparkDays!} />
            ) : (
              <CodesTable
                codes={codes}
                selection={selection}
                sparkDays={sparkDays!}
                counted={counted}
                sort={understood.get("sort") ?? ""}
                setSort={(sort) => set({ sort })}
              />
            )}
          </div>
          <Group justify="space-between" mt="lg" gap="sm">
            <Text size="sm" c="dimmed" role="status">
              {words.count(total, more, stopped, isShort)}
            </Text>
            {!isBin && (
              <Group gap={4}>
                <Aside to="/tags" icon="tag" label={words.tags} />
                <ToBin />
              </Group>
            )}
            <Pages total={pages} page={page} onChange={turn} />
            {(total > Number(PAGE_SIZES[0]) || more) && (
              <NativeSelect
                aria-label={words.perPage}
                size="xs"
                w={132}
                data={PAGE_SIZES.map((value) => ({ value, label: words.aPage(value) }))}
                value={String(limit)}
                onChange={({ currentTarget: { value } }) => set({ limit: value === PAGE_SIZES[0] ? "" : value })}
              />
            )}
          </Group>
        </>
      )}
      {/* A bulk action may have emptied the list while its codes are still selected. */}
      {selection.isPicking && (found || selection.ids.size > 0) && (
        <Part fallback={null}>
          <SelectionBar selection={selection} total={total} hasMore={more} isBin={isBin} />
        </Part>
      )}
    </Page>
  );
}

function withSearch(params: URLSearchParams, search: string): URLSearchParams {
  const next = new URLSearchParams(params);
  next.set("q", search);
  next.delete("page");
  return next;
}

/** Filters from an old bookmark or a mistyped address that were ignored. */
function LeftOut({ names, onClose }: { names: readonly string[]; onClose: () => void }) {
  return (
    <Notice role="status" onClose={onClose}>
      {words.leftOut(names)}
    </Notice>
  );
}

function ListError({ error, retry }: { error: Error; retry: () => void }) {
  const isAway = error instanceof CallError && error.error === "offline";
  return isAway ? <Offline retry={retry} /> : <Failure error={error} retry={retry} />;
}

function Skeletons() {
  return (
    <Box role="status" aria-label={words.loading}>
      {Array.from({ length: 12 }, (_, i) => (
        <Skeleton key={i} h={40} radius="md" mb={4} />
      ))}
    </Box>
  );
}
