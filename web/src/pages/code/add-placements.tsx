import {
  Alert,
  Button,
  Checkbox,
  FileButton,
  Group,
  Modal,
  NumberInput,
  Progress,
  SegmentedControl,
  Stack,
  Text,
  Textarea,
} from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { CallError, call } from "../../api/call.ts";
import { Icon } from "../../parts/icon.tsx";
import { useIsNarrow } from "../../parts/narrow.ts";
import { tell } from "../../parts/notices.tsx";
import { decode } from "../import/table.ts";
import { hasRange, MAX_PLACEMENTS, type NewPlacement, rowsOfCsv, rowsOfText } from "./placement-rows.ts";
import { addPlacements as words } from "./words.ts";

/** The server's limit for one request. */
const AT_ONCE = 500;
const SHOWN = 5;

type Draft = Omit<NewPlacement, "name"> & { name: string | null };

interface AddPlacementsProps {
  codeId: string;
  onClose: () => void;
}

/** Creates placements from ranges and lines, a CSV file, or blank copies. */
export function AddPlacements({ codeId, onClose }: AddPlacementsProps) {
  const isPhone = useIsNarrow();
  const client = useQueryClient();
  const [kind, setKind] = useState<"names" | "blank">("names");
  const [text, setText] = useState("");
  const [isExpanded, setExpanded] = useState(true);
  const [file, setFile] = useState<{ name: string; rows: NewPlacement[] } | null>(null);
  const [blanks, setBlanks] = useState<number | string>(20);
  const [done, setDone] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  /** Kept for a second try, so that nothing is created twice. */
  const keys = useRef(new Map<string, string>());

  const named: Draft[] = file ? file.rows : rowsOfText(text, isExpanded);
  const blank = typeof blanks === "number" ? blanks : 0;
  const count = kind === "names" ? named.length : blank;
  const rows = (): Draft[] => (kind === "names" ? named : Array.from({ length: blank }, () => ({ name: null })));

  async function create(): Promise<void> {
    setProblem(null);
    const all = rows();
    let made = 0;
    try {
      for (; made < all.length; made += AT_ONCE) {
        setDone(made);
        const placements = all.slice(made, made + AT_ONCE);
        const body = JSON.stringify(placements);
        const key = keys.current.get(body) ?? crypto.getRandomValues(new Uint32Array(4)).join("-");
        keys.current.set(body, key);
        await call.post(`/qrcodes/${codeId}/placements`, { placements }, { "Idempotency-Key": `placements-${key}` });
        // The next part may have the same names.
        keys.current.delete(body);
      }
      tell(kind === "blank" ? words.createdBlank(all.length) : words.created(all.length));
      onClose();
    } catch (error) {
      setProblem(problemOf(error, all, made));
      if (made > 0 && kind === "names") keepRest(all.slice(made));
    } finally {
      setDone(null);
      const queryKey = ["code", codeId];
      // A list that was requested before would not show them.
      await client.cancelQueries({ queryKey });
      await client.invalidateQueries({ queryKey });
    }
  }

  /** What was created before the error is not to be sent again. */
  function keepRest(rest: Draft[]): void {
    if (file) setFile({ ...file, rows: rest as NewPlacement[] });
    else {
      setText(rest.map(({ name }) => name).join("\n"));
      setExpanded(false);
    }
  }

  const read = (given: File | null) =>
    given?.arrayBuffer().then((bytes) => setFile({ name: given.name, rows: rowsOfCsv(decode(new Uint8Array(bytes))) }));

  return (
    <Modal opened onClose={onClose} title={words.title} size="lg" fullScreen={isPhone}>
      <Stack>
        <SegmentedControl
          fullWidth
          aria-label={words.title}
          value={kind}
          onChange={(value) => setKind(value as typeof kind)}
          data={[
            { value: "names", label: words.named },
            { value: "blank", label: words.blank },
          ]}
        />
        {kind === "blank" ? (
          <>
            <Text size="sm">{words.blankHelp}</Text>
            <NumberInput
              label={words.howMany}
              min={1}
              max={AT_ONCE}
              value={blanks}
              onChange={setBlanks}
              allowDecimal={false}
              allowNegative={false}
              clampBehavior="blur"
              maw={160}
            />
          </>
        ) : file ? (
          <Group justify="space-between" wrap="nowrap">
            <Text size="sm" style={{ overflowWrap: "anywhere" }}>
              {words.fromFile(file.rows.length, file.name)}
            </Text>
            <Button variant="default" size="xs" onClick={() => setFile(null)}>
              {words.removeFile}
            </Button>
          </Group>
        ) : (
          <>
            <Textarea
              label={words.names}
              description={words.namesHelp}
              placeholder={words.example}
              autosize
              minRows={4}
              maxRows={12}
              data-autofocus
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
            {(hasRange(text) || !isExpanded) && (
              <Checkbox
                label={words.expand}
                checked={isExpanded}
                onChange={(event) => setExpanded(event.currentTarget.checked)}
              />
            )}
            <FileButton onChange={(given) => void read(given)} accept=".csv,.txt,.tsv,text/csv,text/plain">
              {(props) => (
                <Group>
                  <Button {...props} variant="default" size="xs" leftSection={<Icon name="upload" size={14} />}>
                    {words.csv}
                  </Button>
                </Group>
              )}
            </FileButton>
          </>
        )}
        {kind === "names" && count > 0 && (
          <Text size="sm" c="var(--text-2)" role="status">
            {words.preview(
              named.slice(0, SHOWN).map(({ name }) => name!),
              count - SHOWN,
            )}
          </Text>
        )}
        {count > MAX_PLACEMENTS && <Text size="sm">{words.tooMany(MAX_PLACEMENTS)}</Text>}
        {problem && (
          <Alert color="red" variant="light" icon={<Icon name="alert" />} role="alert">
            {problem}
          </Alert>
        )}
        {done !== null && count > AT_ONCE && <Progress value={(100 * done) / count} aria-label={words.progress} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button
            disabled={count === 0 || count > MAX_PLACEMENTS}
            loading={done !== null}
            onClick={() => void create()}
          >
            {kind === "blank" ? words.createBlank(count) : words.create(count)}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** Names the first placement that was refused, and says what exists already. */
function problemOf(error: unknown, all: readonly Draft[], made: number): string {
  const why = error instanceof Error ? error.message : String(error);
  const fields = error instanceof CallError ? Object.entries(error.fields) : [];
  const [field, message] = fields[0] ?? [];
  const at = /^placements\[(\d+)\]\.(\w+)$/.exec(field ?? "");
  const name = at && all[made + Number(at[1])]?.name;
  const said = at && name ? words.refused(name, at[2]!, message!, fields.length - 1) : why;
  return made > 0 ? `${words.createdBefore(made)} ${said}` : said;
}
