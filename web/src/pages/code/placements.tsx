import {
  ActionIcon,
  Badge,
  Button,
  Card,
  Checkbox,
  Group,
  Menu,
  Select,
  Skeleton,
  Stack,
  TextInput,
  VisuallyHidden,
} from "@mantine/core";
import { useDebouncedValue, useDisclosure } from "@mantine/hooks";
import { useState } from "react";
import { Link } from "react-router";
import { address } from "../../api/call.ts";
import {
  type ListedPlacement,
  PLACEMENT_SORTS,
  type PlacementAct,
  type PlacementSort,
  useManyPlacements,
  usePlacementCount,
  usePlacements,
} from "../../api/placements.ts";
import type { Code } from "../../api/types.ts";
import { useMayEdit } from "../../api/workspace.ts";
import { CopyIcon } from "../../parts/copy.tsx";
import { PrintSheet, ZipDialog } from "../../parts/dialogs.tsx";
import { inWords, withoutScheme } from "../../parts/formats.ts";
import { Icon } from "../../parts/icon.tsx";
import { ask, Empty, Failure, tell, tellError } from "../../parts/notices.tsx";
import { Pages } from "../../parts/page.tsx";
import { Spark } from "../../parts/spark.tsx";
import { AddPlacements } from "./add-placements.tsx";
import { MovePlacement, RenamePlacement } from "./placement-dialogs.tsx";
import classes from "./placements.module.css";
import { placements as words } from "./words.ts";

const PER_PAGE = 50;

/** The copies of a code: create, find, name, pause, move, print and delete them. */
export function Placements({ code }: { code: Code }) {
  const mayEdit = useMayEdit();
  const count = usePlacementCount(code.id);
  const [isAdding, adding] = useDisclosure();
  const [text, setText] = useState("");
  const [q] = useDebouncedValue(text.trim(), 250);
  const [sort, setSort] = useState<PlacementSort>("name");
  const [page, setPage] = useState(1);
  const list = usePlacements(code.id, { page, limit: PER_PAGE, q, sort });
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set());
  const total = list.data?.total ?? 0;
  const add = mayEdit && (
    <Button variant="default" leftSection={<Icon name="plus" size={16} />} onClick={adding.open}>
      {words.add}
    </Button>
  );
  return (
    <Stack component="section" aria-label={words.region} gap="sm">
      {count === 0 && list.isSuccess && q === "" ? (
        <Empty icon="geo" title={words.empty}>
          <Stack align="center">
            {words.emptyText}
            {add}
          </Stack>
        </Empty>
      ) : (
        <>
          <Group gap="xs">
            <TextInput
              type="search"
              aria-label={words.find}
              placeholder={words.find}
              leftSection={<Icon name="search" size={16} />}
              value={text}
              onChange={(event) => {
                setText(event.currentTarget.value);
                setPage(1);
              }}
              className={classes.find}
            />
            <Select
              aria-label={words.sort}
              data={PLACEMENT_SORTS.map((value) => ({ value, label: words.sorts[value] }))}
              value={sort}
              onChange={(value) => {
                setSort(value as PlacementSort);
                setPage(1);
              }}
              allowDeselect={false}
              className={classes.sort}
            />
            <Group gap="xs" ml="auto">
              <PrintMenu code={code} chosen={[...chosen]} q={q} count={total} />
              {add}
            </Group>
          </Group>
          {chosen.size > 0 && <Chosen code={code} ids={[...chosen]} clear={() => choose(new Set())} />}
          {list.isPending && <Skeleton h={300} role="status" aria-label={words.loading} />}
          {list.isError && <Failure error={list.error} retry={() => void list.refetch()} />}
          {list.isSuccess && total === 0 && (
            <Empty icon="search" title={words.noMatch(q)}>
              {words.noMatchText}
            </Empty>
          )}
          {list.data && total > 0 && (
            <PlacementTable
              {...{ code, chosen, choose }}
              placements={list.data.placements}
              isOld={list.isPlaceholderData}
            />
          )}
          <Pages total={Math.ceil(total / PER_PAGE)} page={page} onChange={setPage} />
        </>
      )}
      {isAdding && <AddPlacements codeId={code.id} onClose={adding.close} />}
    </Stack>
  );
}

/** The chosen placements, or all that are listed. */
function PrintMenu({ code, chosen, q, count }: { code: Code; chosen: string[]; q: string; count: number }) {
  const [isPrinting, print] = useDisclosure();
  const [isZipping, zip] = useDisclosure();
  const ids = chosen.length > 0 ? chosen : null;
  const copies = { codeId: code.id, name: code.name, ids, q, count: ids?.length ?? count };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" disabled={copies.count === 0} leftSection={<Icon name="print" size={16} />}>
            {chosen.length > 0 ? words.printChosen(chosen.length) : words.print}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon name="print" size={16} />} onClick={print.open}>
            {words.sheet}
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="download" size={16} />} onClick={zip.open}>
            {words.zip}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isPrinting && <PrintSheet ids={[]} copies={copies} onClose={print.close} />}
      {isZipping && <ZipDialog ids={[]} copies={copies} onClose={zip.close} />}
    </>
  );
}

function Chosen({ code, ids, clear }: { code: Code; ids: string[]; clear: () => void }) {
  const mayEdit = useMayEdit();
  const change = useManyPlacements(code.id);
  const act = (what: PlacementAct, said: (count: number) => string) =>
    void change.mutateAsync({ ids, ...what }).then((count) => {
      tell(said(count));
      clear();
    }, tellError);
  return (
    <Group gap="xs" className={classes.chosen} role="region" aria-label={words.chosen(ids.length)}>
      <span>{words.chosen(ids.length)}</span>
      {mayEdit && (
        <>
          <Button
            size="xs"
            variant="default"
            loading={change.isPending}
            onClick={() => act({ act: "pause", isPaused: true }, words.paused)}
          >
            {words.pause}
          </Button>
          <Button
            size="xs"
            variant="default"
            loading={change.isPending}
            onClick={() => act({ act: "pause", isPaused: false }, words.activated)}
          >
            {words.activate}
          </Button>
          <Button
            size="xs"
            variant="default"
            c="var(--mantine-color-error)"
            loading={change.isPending}
            onClick={() =>
              ask({
                title: words.deleteMany(ids.length),
                words: words.deleteText(ids.length),
                confirm: words.delete,
                act: () => act({ act: "remove" }, words.deleted),
              })
            }
          >
            {words.delete}…
          </Button>
        </>
      )}
      <Button size="xs" variant="subtle" color="gray" onClick={clear}>
        {words.clear}
      </Button>
    </Group>
  );
}

interface TableProps {
  code: Code;
  placements: ListedPlacement[];
  chosen: ReadonlySet<string>;
  choose: (ids: ReadonlySet<string>) => void;
  isOld: boolean;
}

function PlacementTable({ code, placements, chosen, choose, isOld }: TableProps) {
  const marked = placements.filter(({ id }) => chosen.has(id)).length;
  const isAll = marked === placements.length;
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    choose(next);
  };
  const togglePage = () => {
    const ids = placements.map(({ id }) => id);
    choose(isAll ? new Set([...chosen].filter((id) => !ids.includes(id))) : new Set([...chosen, ...ids]));
  };
  return (
    <Card p={0} aria-busy={isOld} style={{ opacity: isOld ? 0.45 : 1 }}>
      <table className={classes.table} aria-label={words.region}>
        <thead>
          <tr>
            <th className={classes.check}>
              <Checkbox
                size="xs"
                aria-label={words.chooseAll}
                checked={isAll}
                indeterminate={marked > 0 && !isAll}
                onChange={togglePage}
              />
            </th>
            <th scope="col">{words.columns.name}</th>
            <th scope="col" className={classes.wide}>
              {words.columns.link}
            </th>
            <th scope="col" className={classes.wide}>
              {words.columns.spark}
            </th>
            <th scope="col" className={classes.figure}>
              {words.columns.scans}
            </th>
            <th scope="col" className={classes.check}>
              <VisuallyHidden>{words.columns.actions}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {placements.map((placement) => (
            <tr key={placement.id} data-selected={chosen.has(placement.id) || undefined}>
              <td>
                <Checkbox
                  size="xs"
                  aria-label={words.chooseOne(nameOf(placement))}
                  checked={chosen.has(placement.id)}
                  onChange={() => toggle(placement.id)}
                />
              </td>
              <td className={classes.name}>
                <span data-blank={placement.name === null || undefined}>{nameOf(placement)}</span>
                {placement.isPaused && (
                  <Badge color="gray" variant="light" leftSection={<Icon name="pause" size={13} />}>
                    {words.isPaused}
                  </Badge>
                )}
              </td>
              <td className={classes.wide}>
                <Group gap={2} wrap="nowrap" className={classes.link}>
                  <span title={withoutScheme(placement.shareUrl)}>/r/{placement.token}</span>
                  <CopyIcon value={placement.shareUrl} label={words.copy(nameOf(placement))} />
                </Group>
              </td>
              <td className={classes.wide}>
                <Spark values={placement.sparkline} since={placement.createdAt} />
              </td>
              <td className={classes.figure}>{inWords.number(placement.scanCount)}</td>
              <td>
                <PlacementMenu code={code} placement={placement} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

const nameOf = ({ name, token }: Pick<ListedPlacement, "name" | "token">): string => name ?? words.blankCopy(token);

function PlacementMenu({ code, placement }: { code: Code; placement: ListedPlacement }) {
  const mayEdit = useMayEdit();
  const change = useManyPlacements(code.id);
  const [isRenaming, rename] = useDisclosure();
  const [isMoving, move] = useDisclosure();
  const { id, isPaused } = placement;
  const name = nameOf(placement);
  const act = (what: PlacementAct, said: string) =>
    void change.mutateAsync({ ids: [id], ...what }).then(() => tell(said), tellError);
  const image = address(`/qrcodes/${code.id}/placements/${id}/image?format=png&size=1024&download=true`);
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={words.more(name)}>
            <Icon name="dots" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            component={Link}
            to={`/codes/${code.id}?placement=${id}`}
            leftSection={<Icon name="overview" size={16} />}
          >
            {words.insights}
          </Menu.Item>
          <Menu.Item component="a" href={image} download leftSection={<Icon name="download" size={16} />}>
            {words.download}
          </Menu.Item>
          {mayEdit && (
            <>
              <Menu.Item onClick={rename.open} leftSection={<Icon name="edit" size={16} />}>
                {placement.name === null ? words.nameIt : words.rename}
              </Menu.Item>
              <Menu.Item
                onClick={() =>
                  act({ act: "pause", isPaused: !isPaused }, isPaused ? words.activated(1) : words.paused(1))
                }
                leftSection={<Icon name={isPaused ? "play" : "pause"} size={16} />}
              >
                {isPaused ? words.activate : words.pause}
              </Menu.Item>
              <Menu.Item onClick={move.open} leftSection={<Icon name="leads" size={16} />}>
                {words.move}
              </Menu.Item>
              <Menu.Divider />
              <Menu.Item
                color="red"
                leftSection={<Icon name="trash" size={16} />}
                onClick={() =>
                  ask({
                    title: words.deleteOne(name),
                    words: words.deleteText(1),
                    confirm: words.delete,
                    act: () => act({ act: "remove" }, words.deleted(1)),
                  })
                }
              >
                {words.delete}…
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {isRenaming && <RenamePlacement codeId={code.id} placement={placement} onClose={rename.close} />}
      {isMoving && <MovePlacement code={code} placement={placement} name={name} onClose={move.close} />}
    </>
  );
}
