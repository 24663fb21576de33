import { Alert, Button, Checkbox, Group, Select, SimpleGrid, Stack, Text, Textarea } from "@mantine/core";
import { Dropzone } from "@mantine/dropzone";
import "@mantine/dropzone/styles.css";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { call } from "../../api/call.ts";
import { session } from "../../api/session.ts";
import { tagIds } from "../../api/tags.ts";
import type { CodeType, Me } from "../../api/types.ts";
import { isEditor } from "../../api/workspace.ts";
import { openWorkspace } from "../../frame/commands.ts";
import { Icon } from "../../parts/icon.tsx";
import { KIND_NAMES, KINDS } from "../../parts/kinds.ts";
import { Notice, tellFailure } from "../../parts/notices.tsx";
import { Page } from "../../parts/page.tsx";
import { type ChangeGroup, changeMany } from "../codes/selection.ts";
import { type Begun, createBegunImports, importHash, rowsOf } from "./begun.ts";
import classes from "./import.module.css";
import { Outcome, SaveButton, Section, saveCsv } from "./outcome.tsx";
import { type PeerFile, peerJson, peerTable } from "./peer-file.ts";
import { Peers } from "./peers.tsx";
import { BegunNotice, ExistingNotice, Preview } from "./preview.tsx";
import { createSending, type Sending } from "./send-rows.ts";
import * as tables from "./table.ts";
import {
  type Columns,
  type Draft,
  draftOf,
  FIELD_NAMES,
  type Field,
  guessColumns,
  guessTypeOfAll,
  hasHeader,
  isRight,
  REPEATS,
} from "./table.ts";
import { words } from "./words.ts";

const MAX_ROWS = 10_000;
const MAX_BYTES = 20 << 20;

const begunImports = createBegunImports(() => localStorage);

/** Creates codes from a table: choose a file, map columns, preview, send. */
export default function ImportPage({ me }: { me: Me }) {
  const [table, setTable] = useState<tables.Table | null>(null);
  const [peer, setPeer] = useState<PeerFile | null>(null);
  const restart = () => {
    setTable(null);
    setPeer(null);
  };
  const take = (text: string): string | null => {
    const json = peerJson(text);
    if (json) {
      if (json.records.length > MAX_ROWS) return words.tooManyRows(json.records.length, MAX_ROWS);
      setPeer(json);
      return null;
    }
    const read = tables.readTable(text);
    if (read.rows.length === 0) return words.noRows;
    if (read.rows.length > MAX_ROWS + 1) return words.tooManyRows(read.rows.length, MAX_ROWS);
    setTable(read);
    setPeer(peerTable(read));
    return null;
  };
  return (
    <Page title={words.title} lead={words.lead} back={{ to: "/codes", label: words.allCodes }}>
      <div className={classes.page}>
        {peer ? (
          <Peers file={peer} renounce={table ? () => setPeer(null) : undefined} restart={restart} />
        ) : table ? (
          <Rows table={table} restart={restart} />
        ) : (
          <ChooseFile me={me} take={take} />
        )}
      </div>
    </Page>
  );
}

/** `take` returns an error message or null. */
function ChooseFile({ me, take }: { me: Me; take: (text: string) => string | null }) {
  const [problem, setProblem] = useState<string | null>(null);
  const [pasted, setPasted] = useState("");
  const [last] = useState(begunImports.last);
  async function open([file]: File[]) {
    if (!file) return;
    if (file.size > MAX_BYTES) return setProblem(words.tooLarge);
    try {
      const text = tables.decode(new Uint8Array(await file.arrayBuffer()));
      // Spreadsheet programs' own formats, pictures and the like contain NUL characters.
      setProblem(text.includes("\0") ? words.notCsv : take(text));
    } catch {
      setProblem(words.unreadable);
    }
  }
  return (
    <Stack>
      <WorkspaceChoice me={me} />
      {last && <Notice role="status">{words.unfinishedBefore(last.at, last.made, last.total)}</Notice>}
      <Dropzone onDrop={open} multiple={false} radius="lg" p="xl" inputProps={{ "aria-label": words.file }}>
        <Stack align="center" gap="xs" ta="center" style={{ pointerEvents: "none" }}>
          <Text c="dimmed" component="span" lh={0}>
            <Icon name="upload" size={36} />
          </Text>
          <Text fw={600}>{words.drop}</Text>
          <Text size="sm" c="dimmed">
            {words.dropHint(MAX_ROWS)}
          </Text>
        </Stack>
      </Dropzone>
      {problem && (
        <Text c="var(--mantine-color-error)" size="sm" role="alert">
          {problem}
        </Text>
      )}
      <Section title={words.pasteTitle} label={words.paste}>
        <Textarea
          label={words.rows}
          description={words.rowsHint}
          placeholder={words.rowsPlaceholder}
          autosize
          minRows={4}
          maxRows={12}
          value={pasted}
          onChange={(event) => setPasted(event.currentTarget.value)}
        />
        <Group mt="md" gap="sm">
          <Button disabled={pasted.trim() === ""} onClick={() => setProblem(take(pasted))}>
            {words.preview}
          </Button>
          <SaveButton onClick={() => saveCsv(tables.SAMPLE, words.templateFile)}>{words.template}</SaveButton>
        </Group>
      </Section>
    </Stack>
  );
}

/** For a user who may import into several. The page starts again in the chosen one. */
function WorkspaceChoice({ me }: { me: Me }) {
  const data = me.workspaces.filter(isEditor).map(({ id, name }) => ({ value: id, label: name }));
  if (data.length < 2) return null;
  return (
    <Select
      label={words.workspace}
      data={data}
      value={me.workspaceId}
      allowDeselect={false}
      maw={360}
      onChange={(id) => id && openWorkspace(id, "/import")}
    />
  );
}

/** Columns, preview and sending. */
interface RowsProps {
  table: tables.Table;
  restart: () => void;
}

function Rows({ table, restart }: RowsProps) {
  const [header, setHeader] = useState(() => (hasHeader(table.rows) ? table.rows[0]! : null));
  const rows = useMemo(() => (header ? table.rows.slice(1) : table.rows), [table, header]);
  const [columns, setColumns] = useState<Columns>(() => guessColumns(header, rows, table.width));
  const [type, setType] = useState<CodeType | null>(() => guessTypeOfAll(header, columns));
  const drafts = useMemo(() => rows.map((row) => draftOf(row, columns, type)), [rows, columns, type]);
  const [sending, send] = useSending();
  const right = useMemo(() => drafts.filter(isRight), [drafts]);
  const mark = useMemo(
    () =>
      importHash(
        `${session.lastUser()} ${session.workspace()}`,
        right.map(({ body }) => body),
      ),
    [right],
  );
  const [begun, setBegun] = useState<Begun | null>(null);
  useEffect(() => setBegun(begunImports.find(mark)), [mark]);
  const existing = useExisting(right, mark);
  /** Rows selected or deselected by hand; others are selected unless they already exist. */
  const [byHand, setByHand] = useState<ReadonlyMap<number, boolean>>(new Map());
  const isWanted = (row: number, known: ReadonlySet<number>) => byHand.get(row) ?? !known.has(row);
  const isTicked = (row: number) => isWanted(row, existing.rows);
  const tick = (some: Iterable<number>, value: boolean) =>
    setByHand((before) => new Map([...before, ...[...some].map((number) => [number, value] as const)]));
  const chosen = right.filter(({ row }) => isTicked(row.number));
  const goOn = (at: Begun) => send(rowsOf(at, right), at);
  const start = async () => {
    // Another tab may have created them meanwhile.
    const known = await existing.check();
    const ticks = right.map(({ row }) => isWanted(row.number, known));
    if (ticks.includes(true)) goOn(begunImports.begin(mark, ticks));
  };
  const leftOut = drafts.filter((draft) => !isRight(draft)).map((draft) => ({ draft, problems: draft.problems }));
  if (sending) return <Outcome sending={sending} leftOut={leftOut} header={header} {...{ table, restart }} />;
  const setHasHeader = (has: boolean) => {
    const next = has ? table.rows[0]! : null;
    setHeader(next);
    const guessed = guessColumns(next, has ? table.rows.slice(1) : table.rows, table.width);
    setColumns(guessed);
    setType(guessTypeOfAll(next, guessed));
  };
  return (
    <Stack>
      {table.oddity && (
        <Alert color="amber" variant="light" icon={<Icon name="alert" />}>
          {table.oddity}
        </Alert>
      )}
      <Section title={words.columns}>
        <Text size="sm" c="dimmed" mb="md">
          {words.columnsHint}
        </Text>
        <ColumnChoices {...{ columns, setColumns, header, type, setType }} example={rows[0]} />
        <Checkbox
          mt="md"
          label={words.hasHeadings}
          checked={header !== null}
          onChange={(event) => setHasHeader(event.currentTarget.checked)}
        />
      </Section>
      {begun && (
        <BegunNotice
          begun={begun}
          goOn={() => goOn(begun)}
          startOver={() => {
            begunImports.forget(begun);
            setBegun(null);
          }}
        />
      )}
      {!begun && (
        <ExistingNotice
          rows={existing.rows}
          error={existing.error}
          include={() => tick(existing.rows, true)}
          isTicked={isTicked}
        />
      )}
      <Preview {...{ drafts, columns, isTicked, tick }} existing={existing.rows} />
      <Group gap="sm">
        {!begun && (
          <Button
            disabled={chosen.length === 0}
            loading={existing.isPending}
            onClick={start}
            leftSection={<Icon name="plus" size={16} />}
          >
            {words.createCodes(chosen.length)}
          </Button>
        )}
        <Button variant="default" onClick={restart}>
          {words.otherFile}
        </Button>
        {leftOut.length > 0 && (
          <Text size="sm" c="var(--mantine-color-error)" role="status">
            {words.skipped(leftOut.length)}
          </Text>
        )}
      </Group>
    </Stack>
  );
}

const NONE = "none";
const choice = (value: string, label: string) => ({ value, label });

interface ColumnChoicesProps {
  columns: Columns;
  setColumns: (columns: Columns) => void;
  header: tables.Row | null;
  example: tables.Row | undefined;
  type: CodeType | null;
  setType: (type: CodeType | null) => void;
}

function ColumnChoices({ columns, setColumns, header, example, type, setType }: ColumnChoicesProps) {
  /** A field has one column: the previous one is cleared. */
  const choose = (at: number, field: Field | null) =>
    setColumns(columns.map((held, i) => (i === at ? field : held === field && field !== REPEATS ? null : held)));
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
      {columns.map((field, at) => (
        <Select
          key={at}
          label={header?.cells[at] || words.column(at + 1)}
          description={
            <Text span inherit truncate display="block">
              {example?.cells[at] || words.emptyCell}
            </Text>
          }
          data={[choice(NONE, words.skipColumn), ...FIELD_NAMES.map((name) => choice(name, words.fields[name]))]}
          value={field ?? NONE}
          onChange={(value) => choose(at, value === NONE ? null : (value as Field))}
          allowDeselect={false}
        />
      ))}
      {!columns.includes("type") && (
        <Select
          label={words.typeOfAll}
          description={words.typeOfAllHint}
          data={[choice(NONE, words.detectType), ...KIND_NAMES.map((name) => choice(name, KINDS[name].label))]}
          value={type ?? NONE}
          onChange={(value) => setType(value === NONE ? null : (value as CodeType))}
          allowDeselect={false}
        />
      )}
    </SimpleGrid>
  );
}

interface Created {
  data: { id: string; shareUrl: string }[];
}

/** Codes are created without tags. */
async function tagCreated(bodies: readonly Draft["body"][], { data }: Created): Promise<void> {
  const byTags = Map.groupBy(data.entries(), ([i]) => JSON.stringify(bodies[i]!.tags ?? []));
  byTags.delete("[]");
  const changes: ChangeGroup[] = [];
  for (const [tags, made] of byTags) {
    const addTags = [...new Set(await tagIds(JSON.parse(tags)))];
    changes.push({ ids: made.map(([, { id }]) => id), change: { addTags } });
  }
  if (changes.length === 0) return;
  const { problem } = await changeMany(changes);
  if (problem !== null) throw new Error(problem);
}

/** Sends the rows. Leaving the page stops it. */
function useSending(): [Sending | null, (drafts: Draft[], begun: Begun) => void] {
  const [sending, setSending] = useState<Sending | null>(null);
  const cache = useQueryClient();
  useEffect(() => () => sending?.stop(), [sending]);
  const send = (drafts: Draft[], begun: Begun) => {
    const started = createSending(drafts, {
      importId: begun.importId,
      async post({ qrcodes }, key) {
        const bodies = qrcodes.map(({ tags: _, ...body }) => body);
        const answer = await call.post<Created>("/qrcodes/bulk", { qrcodes: bodies }, { "Idempotency-Key": key });
        await tagCreated(qrcodes, answer).catch((error: Error) => tellFailure(words.notTagged(error.message), ""));
        return answer;
      },
    });
    started.progress.subscribe(() => {
      const { state, made } = started.progress.get();
      if (state !== "done") return begunImports.note(begun, Math.max(begun.made, made.length));
      begunImports.forget(begun);
      void cache.invalidateQueries();
    });
    setSending(started);
    void started.run();
  };
  return [sending, send];
}

const AT_ONCE = 500;

/** Numbers of the rows whose name and content already exist as a code. */
function useExisting(right: readonly Draft[], mark: string) {
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: ["import", mark],
    queryFn: async ({ signal }) => {
      const found = new Set<number>();
      for (let at = 0; at < right.length; at += AT_ONCE) {
        const some = right.slice(at, at + AT_ONCE);
        const rows = some.map(({ body: { name, content } }) => ({ name, content }));
        const answer = await call.made("/preview/import", { rows }, signal);
        const { existing } = (await answer.json()) as { existing: number[] };
        for (const i of existing) found.add(some[i]!.row.number);
      }
      return found;
    },
    enabled: right.length > 0,
    gcTime: 0,
  });
  const check = async () => (await refetch()).data ?? NO_ROWS;
  return { rows: data ?? NO_ROWS, error, isPending: (isPending && right.length > 0) || isFetching, check };
}

const NO_ROWS: ReadonlySet<number> = new Set();
