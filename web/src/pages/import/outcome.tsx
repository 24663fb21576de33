import { Alert, Button, Card, Group, List, Progress, Stack, Text, Title } from "@mantine/core";
import { Link } from "react-router";
import { useSignal } from "../../api/signal.ts";
import { Icon } from "../../parts/icon.tsx";
import { inWords } from "../../parts/words.ts";
import type { Row } from "./read-table.ts";
import type { Progress as Done, Failed, Sending } from "./send-rows.ts";
import { download, failedTable, madeTable, reasonOf } from "./tables.ts";

const LISTED = 10;

interface OutcomeProps {
  sending: Sending;
  header: Row | null;
  width: number;
  /** Rows that were not sent, since something was wrong with them before. */
  leftOut: readonly Failed[];
  again: (rows: Row[]) => void;
  restart: () => void;
}

/** How far it is, then what has become of every row. */
export function Outcome({ sending, header, width, leftOut, again, restart }: OutcomeProps) {
  const progress = useSignal(sending.progress);
  const { made, state } = progress;
  const failed = [...leftOut, ...progress.failed];
  const isOver = state === "done" || state === "stopped";
  return (
    <Stack>
      <HowFar progress={progress} sending={sending} />
      {isOver && (
        <Group gap="sm">
          <Button component={Link} to="/" leftSection={<Icon name="codes" size={16} />}>
            See the codes
          </Button>
          {made.length > 0 && (
            <Button
              variant="default"
              leftSection={<Icon name="download" size={16} />}
              onClick={() => download(madeTable(made), "codes made.csv")}
            >
              Made codes as CSV
            </Button>
          )}
          <Button variant="default" onClick={restart}>
            Import more
          </Button>
        </Group>
      )}
      {isOver && failed.length > 0 && (
        <NotMade failed={failed} table={() => failedTable(failed, header, width)} again={again} />
      )}
    </Stack>
  );
}

function titleOf({ state, made, total }: Done): string {
  if (state === "done") return `${inWords.times(made.length, "code")} made`;
  const so = `${inWords.number(made.length)} of ${inWords.times(total, "code")} made`;
  return { sending: so, waiting: `Waiting: ${so}`, stopped: `Stopped: ${so}` }[state];
}

function HowFar({ progress, sending }: { progress: Done; sending: Sending }) {
  const { state, made, failed, total, message } = progress;
  const isOver = state === "done" || state === "stopped";
  const through = total === 0 ? 100 : (100 * (made.length + failed.length)) / total;
  return (
    <Card component="section" aria-label="Progress">
      <div role="status">
        <Title order={2} size="h4" mb="sm">
          {titleOf(progress)}
        </Title>
      </div>
      <Progress value={through} size="lg" aria-label="Rows that are through" animated={!isOver} />
      {message && (
        <Alert mt="md" color={state === "waiting" ? "clay" : "red"} variant="light">
          {message} {state === "waiting" && "It goes on by itself."}
        </Alert>
      )}
      {state !== "done" && (
        <Group mt="md" gap="sm">
          {state === "stopped" ? (
            <Button onClick={() => void sending.run()}>Go on</Button>
          ) : (
            <Button variant="default" onClick={sending.stop}>
              Stop
            </Button>
          )}
          <Text size="sm" c="dimmed">
            {state === "stopped" ? "What was made stays; nothing is made twice." : "Keep this page open."}
          </Text>
        </Group>
      )}
    </Card>
  );
}

interface NotMadeProps {
  failed: readonly Failed[];
  table: () => string;
  again: (rows: Row[]) => void;
}

function NotMade({ failed, table, again }: NotMadeProps) {
  return (
    <Card component="section" aria-label="Rows that were not made">
      <Title order={2} size="h5" mb="sm">
        {inWords.times(failed.length, "row")} not made
      </Title>
      <List size="sm" spacing={4} listStyleType="none">
        {failed.slice(0, LISTED).map((each) => (
          <List.Item key={each.draft.row.number} style={{ overflowWrap: "anywhere" }}>
            <b>Row {each.draft.row.number}</b> {reasonOf(each)}
          </List.Item>
        ))}
      </List>
      {failed.length > LISTED && (
        <Text size="sm" c="dimmed" mt="xs">
          and {inWords.number(failed.length - LISTED)} more
        </Text>
      )}
      <Group mt="md" gap="sm">
        <Button
          variant="default"
          leftSection={<Icon name="download" size={16} />}
          onClick={() => download(table(), "codes not made.csv")}
        >
          These rows as CSV
        </Button>
        <Button variant="default" onClick={() => again(failed.map(({ draft }) => draft.row))}>
          Try these rows again
        </Button>
      </Group>
    </Card>
  );
}
