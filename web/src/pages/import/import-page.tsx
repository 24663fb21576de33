import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { call } from "../../api/call.ts";
import type { CodeType } from "../../api/types.ts";
import { LeaveQuestion } from "../../forms/leave-question.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Page } from "../../parts/page.tsx";
import { inWords } from "../../parts/words.ts";
import { ChooseFile, MOST_ROWS } from "./choose-file.tsx";
import { type Columns, guessColumns, hasHeader } from "./columns.ts";
import { ColumnsCard } from "./columns-card.tsx";
import { type DayOrder, orderOf } from "./days.ts";
import classes from "./import.module.css";
import { forgetImport, importKey } from "./import-key.ts";
import { Outcome } from "./outcome.tsx";
import { isRight, Preview } from "./preview.tsx";
import { type Row, readTable, type Table } from "./read-table.ts";
import { draftOf } from "./rows.ts";
import { createSending, type Failed, type Sending } from "./send-rows.ts";

const LEAVING = {
  title: "Stop the import?",
  text: "Rows are still being sent. What was made stays; the rest is not made.",
};

/** A table becomes codes: chosen, looked at, sent. */
export default function ImportPage() {
  const [look, setLook] = useState<Omit<LookProps, "again" | "restart"> | null>(null);
  const [round, setRound] = useState(0);
  function show(next: typeof look): void {
    setLook(next);
    setRound((last) => last + 1);
  }
  function take(text: string): string | null {
    const read = readTable(text);
    if (read.rows.length === 0) return "There are no rows in it.";
    if (read.rows.length > MOST_ROWS + 1) {
      return `It has ${inWords.number(read.rows.length)} rows; at most ${inWords.number(MOST_ROWS)} go at once. Split it, and import one part after the other.`;
    }
    show({ table: read });
    return null;
  }
  return (
    <Page title="Import codes" lead="Make many codes from a table." back={{ to: "/", label: "All codes" }}>
      <div className={classes.page}>
        {look === null ? (
          <ChooseFile take={take} />
        ) : (
          <Look key={round} {...look} again={show} restart={() => setLook(null)} />
        )}
      </div>
    </Page>
  );
}

/** What was chosen for the columns of a table. */
interface Chosen {
  header: Row | null;
  columns: Columns;
  type: CodeType | null;
  /** As the whole table told it, of which some rows are left. */
  order: DayOrder | null;
}

interface LookProps {
  table: Table;
  /** As it was for rows that are tried again; none: it is guessed. */
  chosen?: Chosen;
  again: (look: { table: Table; chosen: Chosen }) => void;
  restart: () => void;
}

function Look({ table, chosen, again, restart }: LookProps) {
  const [header, setHeader] = useState(
    () => chosen?.header ?? (!chosen && hasHeader(table.rows) ? table.rows[0]! : null),
  );
  const rows = useMemo(() => (header ? table.rows.slice(1) : table.rows), [table, header]);
  const [columns, setColumns] = useState<Columns>(() => chosen?.columns ?? guessColumns(header, rows, table.width));
  const [type, setType] = useState(chosen?.type ?? null);
  const order = useMemo(() => {
    const at = columns.indexOf("expiresAt");
    return orderOf(rows.map(({ cells }) => cells[at] ?? "")) ?? chosen?.order ?? null;
  }, [rows, columns, chosen]);
  const drafts = useMemo(() => rows.map((row) => draftOf(row, columns, type, order)), [rows, columns, type, order]);
  const [sending, begin] = useSending();
  const right = drafts.filter(isRight);
  const leftOut: Failed[] = drafts
    .filter((draft) => !isRight(draft))
    .map((draft) => ({ draft, problems: draft.problems }));
  if (sending) {
    const isUnderWay = () => /sending|waiting/.test(sending.progress.get().state);
    return (
      <>
        <LeaveQuestion isUnsaved={isUnderWay} words={LEAVING} />
        <Outcome
          sending={sending}
          header={header}
          leftOut={leftOut}
          restart={restart}
          width={table.width}
          again={(rows) =>
            again({
              table: { ...table, rows: header ? [header, ...rows] : rows, oddity: null },
              chosen: { header, columns, type, order },
            })
          }
        />
      </>
    );
  }
  const setHasHeader = (has: boolean) => {
    const next = has ? table.rows[0]! : null;
    setHeader(next);
    setColumns(guessColumns(next, has ? table.rows.slice(1) : table.rows, table.width));
  };
  return (
    <Stack>
      {table.oddity && (
        <Alert color="clay" variant="light" icon={<Icon name="alert" />}>
          {table.oddity}
        </Alert>
      )}
      <ColumnsCard
        columns={columns}
        header={header}
        setColumns={setColumns}
        setHasHeader={setHasHeader}
        type={type}
        setType={setType}
        example={rows[0]}
      />
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

/** The rows that are on their way, and how to begin. Who leaves meanwhile is asked, and stops them. */
function useSending(): [Sending | null, (drafts: Parameters<typeof createSending>[0]) => void] {
  const [sending, setSending] = useState<Sending | null>(null);
  const cache = useQueryClient();
  useEffect(() => () => sending?.stop(), [sending]);
  return [
    sending,
    (drafts) => {
      const importId = importKey(drafts.map(({ body }) => body));
      const started = createSending(drafts, {
        importId,
        post: (body, key) => call.post("/qrcodes/bulk", body, { "Idempotency-Key": key }),
      });
      started.progress.subscribe(() => {
        if (started.progress.get().state !== "done") return;
        forgetImport();
        void cache.invalidateQueries();
      });
      setSending(started);
      void started.run();
    },
  ];
}
