import { Alert, Button, Checkbox, Group, List, Progress, Stack, Text, Title } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { call } from "../../api/call.ts";
import { Icon } from "../../parts/icon.tsx";
import { Failure } from "../../parts/notices.tsx";
import { saveFile } from "../../parts/use-file.ts";
import { SaveButton, Section } from "./outcome.tsx";
import type { PeerFile } from "./peer-file.ts";
import { words } from "./words.ts";

const { peers: said } = words;
/** The server's limit per request. */
const AT_ONCE = 200;
const LISTED = 50;

interface Result {
  codes: number;
  there: number;
  refused: number;
  /** What is lost and skipped, in the words of the command. */
  lines: string[];
}

interface Answer extends Result {
  /** Tokens of the records sent. */
  seen: string[];
}

/** Sends the records some at a time. Importing the same again changes nothing, so a failed import can be repeated. */
async function send(
  { product, records }: PeerFile,
  isDryRun: boolean,
  { onProgress, isLeft }: { onProgress: (done: number) => void; isLeft: () => boolean },
): Promise<Result> {
  const whole: Result = { codes: 0, there: 0, refused: 0, lines: [] };
  const seen: string[] = [];
  for (let at = 0; at < records.length && !isLeft(); at += AT_ONCE) {
    const some = records.slice(at, at + AT_ONCE);
    const body = { source: product.toLowerCase(), records: some, seen: seen.join(" "), isDryRun, planned: whole.codes };
    const answer = await call.post<Answer>("/import/links", body);
    seen.push(...answer.seen);
    for (const name of ["codes", "there", "refused"] as const) whole[name] += answer[name];
    whole.lines.push(...answer.lines);
    onProgress((at + some.length) / records.length);
  }
  return whole;
}

type State = { step: "checking" | "importing"; done: number } | { step: "checked" | "imported"; result: Result };

interface PeersProps {
  file: PeerFile;
  /** Creates the codes with new short links instead; undefined if the file is not a table. */
  renounce: (() => void) | undefined;
  restart: () => void;
}

/** Links of another product under their short names: first what would happen, then the import. */
export function Peers({ file, renounce, restart }: PeersProps) {
  const [state, setState] = useState<State>({ step: "checking", done: 0 });
  const [error, setError] = useState<Error | null>(null);
  const cache = useQueryClient();
  const left = useRef(false);
  const run = async (step: "checking" | "importing") => {
    setError(null);
    setState({ step, done: 0 });
    const onProgress = (done: number) => setState({ step, done });
    try {
      const result = await send(file, step === "checking", { onProgress, isLeft: () => left.current });
      setState({ step: step === "checking" ? "checked" : "imported", result });
      if (step === "importing") void cache.invalidateQueries();
    } catch (caught) {
      setError(caught as Error);
    }
  };
  useEffect(() => {
    left.current = false;
    void run("checking");
    return () => {
      left.current = true;
    };
  }, [file]);
  const result = "result" in state ? state.result : null;
  return (
    <Stack>
      <Section title={said.title(file.product)}>
        <Stack gap="sm">
          <Text size="sm">{said.text(file.product)}</Text>
          <Checkbox
            label={said.keep}
            description={renounce ? said.keepHint : said.keepAlways}
            checked
            disabled={!renounce || state.step === "importing" || state.step === "imported"}
            onChange={() => renounce?.()}
          />
        </Stack>
      </Section>
      {file.missing && (
        <Alert color="amber" variant="light" icon={<Icon name="alert" />}>
          {file.missing}
        </Alert>
      )}
      {error && <Failure error={error} retry={() => void run(state.step === "importing" ? "importing" : "checking")} />}
      {"done" in state && !error && (
        <Section title={state.step === "checking" ? said.checking : said.importing}>
          <Progress value={100 * state.done} size="lg" aria-label={words.processed} animated />
          {state.step === "importing" && (
            <Text size="sm" c="dimmed" mt="sm">
              {words.keepOpen}
            </Text>
          )}
        </Section>
      )}
      {result && (
        <>
          <Section title={said.result} label={words.progress}>
            <Title order={3} size="h5" role="status">
              {state.step === "checked" ? said.would(result.codes) : said.did(result.codes)}
            </Title>
            <Text size="sm" c="dimmed">
              {said.others(result.there, result.refused)}
            </Text>
            <Group mt="md" gap="sm">
              {state.step === "checked" ? (
                <Button
                  disabled={result.codes === 0}
                  leftSection={<Icon name="plus" size={16} />}
                  onClick={() => void run("importing")}
                >
                  {said.importIt(result.codes)}
                </Button>
              ) : (
                <Button component={Link} to="/codes" leftSection={<Icon name="codes" size={16} />}>
                  {words.showCodes}
                </Button>
              )}
              <Button variant="default" onClick={restart}>
                {words.otherFile}
              </Button>
            </Group>
          </Section>
          <Lines lines={result.lines} />
          {state.step === "checked" && result.codes > 0 && (
            <Alert color="amber" variant="light" icon={<Icon name="alert" />}>
              {said.domain(file.product)}
            </Alert>
          )}
        </>
      )}
    </Stack>
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <Section title={said.lines(lines.length)} label={said.linesLabel}>
      <List size="sm" spacing={4} listStyleType="none">
        {lines.slice(0, LISTED).map((line, i) => (
          <List.Item key={i} style={{ overflowWrap: "anywhere" }}>
            {line}
          </List.Item>
        ))}
      </List>
      {lines.length > LISTED && (
        <Text size="sm" c="dimmed" mt="xs">
          {words.andMore(lines.length - LISTED)}
        </Text>
      )}
      <Group mt="md">
        <SaveButton
          onClick={() =>
            saveFile(new Blob([`${lines.join("\n")}\n`], { type: "text/plain;charset=utf-8" }), said.reportFile)
          }
        >
          {said.report}
        </SaveButton>
      </Group>
    </Section>
  );
}
