import { Alert, Button, Card, Group, List, Progress, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useSignal } from "../../api/signal.ts";
import { LeaveQuestion } from "../../forms/leave-question.tsx";
import { Icon } from "../../parts/icon.tsx";
import { saveFile } from "../../parts/use-file.ts";
import { inWords } from "../../parts/words.ts";
import type { Failed, Sending } from "./send-rows.ts";
import * as tables from "./table.ts";

const LISTED = 10;
const LEAVING = {
  title: "Stop the import?",
  text: "Rows are still being sent. What was made stays; the rest is not made.",
};

/** Spreadsheets take a CSV without this mark for another alphabet. */
export const saveCsv = (text: string, name: string) =>
  saveFile(new Blob(["\ufeff", text], { type: "text/csv;charset=utf-8" }), name);

interface OutcomeProps {
  sending: Sending;
  /** Rows that were not sent because something is wrong with them. */
  leftOut: readonly Failed[];
  header: tables.Row | null;
  table: tables.Table;
  restart: () => void;
}

/** How far it is, then what has become of every row. */
export function Outcome({ sending, leftOut, header, table, restart }: OutcomeProps) {
  const progress = useSignal(sending.progress);
  const { state, made, total, message } = progress;
  const failed = [...leftOut, ...progress.failed];
  const isOver = state === "done" || state === "stopped";
  const through = total === 0 ? 100 : (100 * (made.length + progress.failed.length)) / total;
  const so = `${inWords.number(made.length)} of ${inWords.times(total, "code")} made`;
  const titles = {
    done: `${inWords.times(made.length, "code")} made`,
    sending: so,
    waiting: `Waiting: ${so}`,
    stopped: `Stopped: ${so}`,
  };
  return (
    <Stack>
      <LeaveQuestion isUnsaved={() => /sending|waiting/.test(sending.progress.get().state)} words={LEAVING} />
      <Card component="section" aria-label="Progress">
        <div role="status">
          <Title order={2} size="h4" mb="sm">
            {titles[state]}
          </Title>
        </div>
        <Progress value={through} size="lg" aria-label="Rows that are through" animated={!isOver} />
        {message && (
          <Alert mt="md" color={state === "waiting" ? "amber" : "red"} variant="light">
            {message} {state === "waiting" && "It goes on by itself."}
          </Alert>
        )}
        <Group mt="md" gap="sm">
          {state === "stopped" && <Button onClick={() => void sending.run()}>Go on</Button>}
          {!isOver && (
            <Button variant="default" onClick={sending.stop}>
              Stop
            </Button>
          )}
          {state !== "done" && (
            <Text size="sm" c="dimmed">
              {isOver ? "What was made stays; nothing is made twice." : "Keep this page open."}
            </Text>
          )}
          {isOver && (
            <>
              <Button component={Link} to="/" leftSection={<Icon name="codes" size={16} />}>
                See the codes
              </Button>
              {made.length > 0 && (
                <SaveButton onClick={() => saveCsv(tables.madeTable(made), "codes made.csv")}>
                  Made codes as CSV
                </SaveButton>
              )}
              <Button variant="default" onClick={restart}>
                Import more
              </Button>
            </>
          )}
        </Group>
      </Card>
      {isOver && failed.length > 0 && (
        <Section title={`${inWords.times(failed.length, "row")} not made`} label="Rows that were not made">
          <List size="sm" spacing={4} listStyleType="none">
            {failed.slice(0, LISTED).map((each) => (
              <List.Item key={each.draft.row.number} style={{ overflowWrap: "anywhere" }}>
                <b>Row {each.draft.row.number}</b> {tables.reasonOf(each)}
              </List.Item>
            ))}
          </List>
          {failed.length > LISTED && (
            <Text size="sm" c="dimmed" mt="xs">
              and {inWords.number(failed.length - LISTED)} more
            </Text>
          )}
          <Group mt="md" gap="sm">
            <SaveButton onClick={() => saveCsv(tables.failedTable(failed, header, table.width), "codes not made.csv")}>
              These rows as CSV
            </SaveButton>
            <Text size="sm" c="dimmed">
              Put them right there, and import that file.
            </Text>
          </Group>
        </Section>
      )}
    </Stack>
  );
}

interface SectionProps {
  title: string;
  /** Its name for screen readers, where the title changes. */
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
