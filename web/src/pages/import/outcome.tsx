import { Alert, Button, Card, Group, List, Progress, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useSignal } from "../../api/signal.ts";
import { LeaveQuestion } from "../../forms/leave-question.tsx";
import { Icon } from "../../parts/icon.tsx";
import { saveFile } from "../../parts/use-file.ts";
import type { Sending } from "./send-rows.ts";
import * as tables from "./table.ts";
import { words } from "./words.ts";

const LISTED = 10;

/** Without a byte order mark, spreadsheets assume another encoding. */
export const saveCsv = (text: string, name: string) =>
  saveFile(new Blob(["\ufeff", text], { type: "text/csv;charset=utf-8" }), name);

interface OutcomeProps {
  sending: Sending;
  /** Invalid rows, which were not sent. */
  leftOut: readonly tables.Failed[];
  header: tables.Row | null;
  table: tables.Table;
  restart: () => void;
}

/** Progress, then the result for every row. */
export function Outcome({ sending, leftOut, header, table, restart }: OutcomeProps) {
  const progress = useSignal(sending.progress);
  const { state, made, total, message } = progress;
  const failed = [...leftOut, ...progress.failed];
  const isOver = state === "done" || state === "stopped";
  const through = total === 0 ? 100 : (100 * (made.length + progress.failed.length)) / total;
  const so = words.sending(made.length, total);
  const titles = {
    done: words.done(made.length),
    sending: so,
    waiting: words.waiting(so),
    stopped: words.stopped(so),
  };
  return (
    <Stack>
      <LeaveQuestion isUnsaved={() => /sending|waiting/.test(sending.progress.get().state)} words={words.leave} />
      <Card component="section" aria-label={words.progress}>
        <div role="status">
          <Title order={2} size="h4" mb="sm">
            {titles[state]}
          </Title>
        </div>
        {state !== "done" && <Progress value={through} size="lg" aria-label={words.processed} animated={!isOver} />}
        {message && (
          <Alert mt="md" color={state === "waiting" ? "amber" : "red"} variant="light">
            {message} {state === "waiting" && words.continuesAlone}
          </Alert>
        )}
        <Group mt="md" gap="sm">
          {state === "stopped" && <Button onClick={() => void sending.run()}>{words.continue}</Button>}
          {!isOver && (
            <Button variant="default" onClick={sending.stop}>
              {words.stop}
            </Button>
          )}
          {state !== "done" && (
            <Text size="sm" c="dimmed">
              {isOver ? words.stays : words.keepOpen}
            </Text>
          )}
          {isOver && (
            <>
              <Button component={Link} to="/codes" leftSection={<Icon name="codes" size={16} />}>
                {words.showCodes}
              </Button>
              {made.length > 0 && (
                <SaveButton onClick={() => saveCsv(tables.madeTable(made), words.madeFile)}>{words.madeCsv}</SaveButton>
              )}
              <Button variant="default" onClick={restart}>
                {words.importMore}
              </Button>
            </>
          )}
        </Group>
      </Card>
      {isOver && failed.length > 0 && (
        <Section title={words.notMade(failed.length)} label={words.notMadeLabel}>
          <List size="sm" spacing={4} listStyleType="none">
            {failed.slice(0, LISTED).map((each) => (
              <List.Item key={each.draft.row.number} style={{ overflowWrap: "anywhere" }}>
                <b>{words.rowNumber(each.draft.row.number)}</b> {tables.reasonOf(each)}
              </List.Item>
            ))}
          </List>
          {failed.length > LISTED && (
            <Text size="sm" c="dimmed" mt="xs">
              {words.andMore(failed.length - LISTED)}
            </Text>
          )}
          <Group mt="md" gap="sm">
            <SaveButton onClick={() => saveCsv(tables.failedTable(failed, header, table.width), words.notMadeFile)}>
              {words.notMadeCsv}
            </SaveButton>
            <Text size="sm" c="dimmed">
              {words.notMadeHint}
            </Text>
          </Group>
        </Section>
      )}
    </Stack>
  );
}

interface SectionProps {
  title: string;
  /** For screen readers, where the title changes. */
  label?: string;
  aside?: ReactNode;
  children: ReactNode;
}

export function Section({ title, label = title, aside, children }: SectionProps) {
  return (
    <Card component="section" aria-label={label}>
      <Group justify="space-between" mb="sm" gap="sm">
        <Title order={2} size="h5">
          {title}
        </Title>
        {aside}
      </Group>
      {children}
    </Card>
  );
}

export function SaveButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button variant="default" leftSection={<Icon name="download" size={16} />} onClick={onClick}>
      {children}
    </Button>
  );
}
