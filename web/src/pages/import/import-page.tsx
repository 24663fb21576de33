import {
  Alert,
  Box,
  Button,
  Checkbox,
  Group,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Table,
  Text,
  Textarea,
} from "@mantine/core";
import { Dropzone } from "@mantine/dropzone";
import "@mantine/dropzone/styles.css";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { call, createKeptKey } from "../../api/call.ts";
import type { CodeType } from "../../api/types.ts";
import { Icon } from "../../parts/icon.tsx";
import { KIND_NAMES, KINDS } from "../../parts/kinds.ts";
import { Page, Pages } from "../../parts/page.tsx";
import { inWords } from "../../parts/words.ts";
import classes from "./import.module.css";
import { Outcome, SaveButton, Section, saveCsv } from "./outcome.tsx";
import { createSending, type Sending } from "./send-rows.ts";
import * as tables from "./table.ts";
import {
  type Columns,
  type Draft,
  draftOf,
  FIELDS,
  type Field,
  guessColumns,
  guessTypeOfAll,
  hasHeader,
} from "./table.ts";

const MOST_ROWS = 10_000;
const MOST_BYTES = 20 << 20;
const PER_PAGE = 20;

const importKeys = createKeptKey("tessera.import");

const isRight = ({ problems }: Draft): boolean => Object.keys(problems).length === 0;

/** A table becomes codes: chosen, its columns named, looked at, sent. */
export default function ImportPage() {
  const [table, setTable] = useState<tables.Table | null>(null);
  const take = (text: string): string | null => {
    const read = tables.readTable(text);
    if (read.rows.length === 0) return "There are no rows in it.";
    if (read.rows.length > MOST_ROWS + 1) {
      return `It has ${inWords.number(read.rows.length)} rows; at most ${inWords.number(MOST_ROWS)} go at once. Split it, and import one part after the other.`;
    }
    setTable(read);
    return null;
  };
  return (
    <Page title="Import codes" lead="Make many codes from a table." back={{ to: "/", label: "All codes" }}>
      <div className={classes.page}>
        {table ? <Rows table={table} restart={() => setTable(null)} /> : <ChooseFile take={take} />}
      </div>
    </Page>
  );
}

/** `take` returns what is wrong with the text, or null. */
function ChooseFile({ take }: { take: (text: string) => string | null }) {
  const [problem, setProblem] = useState<string | null>(null);
  const [pasted, setPasted] = useState("");
  async function open([file]: File[]) {
    if (!file) return;
    if (file.size > MOST_BYTES) return setProblem("This file is larger than 20 MB.");
    try {
      setProblem(take(tables.decode(new Uint8Array(await file.arrayBuffer()))));
    } catch {
      setProblem("The browser could not read this file.");
    }
  }
  return (
    <Stack>
      <Dropzone onDrop={open} multiple={false} radius="lg" p="xl" inputProps={{ "aria-label": "A table of codes" }}>
        <Stack align="center" gap="xs" ta="center" style={{ pointerEvents: "none" }}>
          <Text c="dimmed" component="span" lh={0}>
            <Icon name="upload" size={36} />
          </Text>
          <Text fw={600}>Drop a CSV file here, or choose one</Text>
          <Text size="sm" c="dimmed">
            From any spreadsheet: a row for each code, up to {inWords.number(MOST_ROWS)} rows. Nothing is made before
            you have seen it.
          </Text>
        </Stack>
      </Dropzone>
      {problem && (
        <Text c="var(--mantine-color-error)" size="sm" role="alert">
          {problem}
        </Text>
      )}
      <Section title="Or paste rows" label="Paste">
        <Textarea
          label="Rows"
          description="As copied from a spreadsheet, with or without names of columns."
          placeholder={"Name,Content\nTable 1,https://example.com/menu"}
          autosize
          minRows={4}
          maxRows={12}
          value={pasted}
          onChange={(event) => setPasted(event.currentTarget.value)}
        />
        <Group mt="md" gap="sm">
          <Button disabled={pasted.trim() === ""} onClick={() => setProblem(take(pasted))}>
            Look at the rows
          </Button>
          <SaveButton onClick={() => saveCsv(tables.SAMPLE, "codes example.csv")}>Example to fill in</SaveButton>
        </Group>
      </Section>
    </Stack>
  );
}

/** Columns, preview, and below them the sending. */
function Rows({ table, restart }: { table: tables.Table; restart: () => void }) {
  const [header, setHeader] = useState(() => (hasHeader(table.rows) ? table.rows[0]! : null));
  const rows = useMemo(() => (header ? table.rows.slice(1) : table.rows), [table, header]);
  const [columns, setColumns] = useState<Columns>(() => guessColumns(header, rows, table.width));
  const [type, setType] = useState<CodeType | null>(() => guessTypeOfAll(header, columns));
  const drafts = useMemo(() => rows.map((row) => draftOf(row, columns, type)), [rows, columns, type]);
  const [sending, begin] = useSending();
  const right = drafts.filter(isRight);
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
        <Alert color="clay" variant="light" icon={<Icon name="alert" />}>
          {table.oddity}
        </Alert>
      )}
      <Section title="What each column says">
        <Text size="sm" c="dimmed" mb="md">
          This was guessed; change what is not right.
        </Text>
        <ColumnChoices {...{ columns, setColumns, header, type, setType }} example={rows[0]} />
        <Checkbox
          mt="md"
          label="The first row has the names of the columns"
          checked={header !== null}
          onChange={(event) => setHasHeader(event.currentTarget.checked)}
        />
      </Section>
      <Preview drafts={drafts} columns={columns} />
      <Group gap="sm">
        <Button disabled={right.length === 0} onClick={() => begin(right)} leftSection={<Icon name="plus" size={16} />}>
          Make {inWords.times(right.length, "code")}
        </Button>
        <Button variant="default" onClick={restart}>
          Another file
        </Button>
        {leftOut.length > 0 && (
          <Text size="sm" c="var(--mantine-color-error)" role="status">
            {inWords.times(leftOut.length, "row")} with a problem will be left out, and can be taken away as a file
            afterwards.
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
  /** Only one column has a field: the one that had it gives it up. */
  const choose = (at: number, field: Field | null) =>
    setColumns(columns.map((held, i) => (i === at ? field : held === field ? null : held)));
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
      {columns.map((field, at) => (
        <Select
          key={at}
          label={header?.cells[at] || `Column ${at + 1}`}
          description={
            <Text span inherit truncate display="block">
              {example?.cells[at] || "Empty in the first row"}
            </Text>
          }
          data={[choice(NONE, "Leave out"), ...Object.entries(FIELDS).map(([name, { label }]) => choice(name, label))]}
          value={field ?? NONE}
          onChange={(value) => choose(at, value === NONE ? null : (value as Field))}
          allowDeselect={false}
        />
      ))}
      {!columns.includes("type") && (
        <Select
          label="Type of all rows"
          description="No column says it."
          data={[choice(NONE, "As each content looks"), ...KIND_NAMES.map((name) => choice(name, KINDS[name].label))]}
          value={type ?? NONE}
          onChange={(value) => setType(value === NONE ? null : (value as CodeType))}
          allowDeselect={false}
        />
      )}
    </SimpleGrid>
  );
}

const FIRST_FIELDS: Field[] = ["name", "content", "type"];

/** What would be made, row by row, with what is wrong at its cell. */
function Preview({ drafts, columns }: { drafts: readonly Draft[]; columns: Columns }) {
  const wrong = drafts.filter((draft) => !isRight(draft));
  const [onlyWrong, setOnlyWrong] = useState(false);
  const [page, setPage] = useState(1);
  const shown = onlyWrong && wrong.length > 0 ? wrong : drafts;
  const pages = Math.ceil(shown.length / PER_PAGE);
  const at = Math.min(page, Math.max(1, pages));
  const fields = [...new Set([...FIRST_FIELDS, ...columns.filter((field) => field !== null)])];
  const onlyProblems = (
    <Switch
      label={`Only rows with a problem (${inWords.number(wrong.length)})`}
      checked={onlyWrong}
      onChange={(event) => {
        setOnlyWrong(event.currentTarget.checked);
        setPage(1);
      }}
    />
  );
  return (
    <Section title="What will be made" aside={wrong.length > 0 && onlyProblems}>
      <Box className={classes.wide} tabIndex={0} role="region" aria-label="Table of rows">
        <Table verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Row</Table.Th>
              {fields.map((field) => (
                <Table.Th key={field}>{FIELDS[field].label}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.slice((at - 1) * PER_PAGE, at * PER_PAGE).map((draft) => (
              <Table.Tr key={draft.row.number}>
                <Table.Td c="dimmed" className="numbers">
                  {draft.row.number}
                </Table.Td>
                {fields.map((field) => (
                  <Table.Td key={field} className={draft.problems[field] && classes.wrong}>
                    <Text size="sm" lineClamp={3} className={classes.words}>
                      {shownOf(draft, field)}
                    </Text>
                    <Text size="xs" c="var(--mantine-color-error)" className={classes.words}>
                      {draft.problems[field]}
                    </Text>
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Box>
      <Group justify="flex-end" mt="md">
        <Pages total={pages} page={at} onChange={setPage} />
      </Group>
    </Section>
  );
}

function shownOf({ body }: Draft, field: Field): string {
  const value = body[field];
  if (field === "type") return KINDS[body.type].label;
  if (typeof value === "boolean") return value ? "Active" : "Paused";
  return String(value ?? "");
}

/** The rows that are on their way. Leaving the page stops them. */
function useSending(): [Sending | null, (drafts: Draft[]) => void] {
  const [sending, setSending] = useState<Sending | null>(null);
  const cache = useQueryClient();
  useEffect(() => () => sending?.stop(), [sending]);
  const begin = (drafts: Draft[]) => {
    // The same rows have the same key until they are through, so that a reload makes nothing twice.
    const importId = `import-${importKeys.keyFor(JSON.stringify(drafts.map(({ body }) => body)))}`;
    const started = createSending(drafts, {
      importId,
      post: (body, key) => call.post("/qrcodes/bulk", body, { "Idempotency-Key": key }),
    });
    started.progress.subscribe(() => {
      if (started.progress.get().state !== "done") return;
      importKeys.forget();
      void cache.invalidateQueries();
    });
    setSending(started);
    void started.run();
  };
  return [sending, begin];
}
