import { Alert, Box, Button, Checkbox, Group, Switch, Table, Text, VisuallyHidden } from "@mantine/core";
import { useState } from "react";
import { inWords } from "../../parts/formats.ts";
import { Icon } from "../../parts/icon.tsx";
import { KINDS } from "../../parts/kinds.ts";
import { Pages } from "../../parts/page.tsx";
import type { Begun } from "./begun.ts";
import classes from "./import.module.css";
import { Section } from "./outcome.tsx";
import { type Columns, type Draft, type Field, isRight } from "./table.ts";
import { words } from "./words.ts";

const PER_PAGE = 20;
const FIRST_FIELDS: Field[] = ["name", "content", "type"];
/** Others are short and stay on one line. */
const WORDS = new Set<Field>(["name", "content", "tags"]);

export function BegunNotice({ begun, goOn, startOver }: { begun: Begun; goOn: () => void; startOver: () => void }) {
  const { at, made, total } = begun;
  return (
    <Alert color="amber" variant="light" icon={<Icon name="renew" />} title={words.unfinished}>
      <Text size="sm">{words.unfinishedText(at, made, total)}</Text>
      <Group gap="sm" mt="sm">
        <Button onClick={goOn}>{words.continue}</Button>
        <Button variant="default" onClick={startOver}>
          {words.startOver}
        </Button>
      </Group>
    </Alert>
  );
}

interface ExistingNoticeProps {
  rows: ReadonlySet<number>;
  error: Error | null;
  isTicked: (row: number) => boolean;
  include: () => void;
}

export function ExistingNotice({ rows, error, isTicked, include }: ExistingNoticeProps) {
  if (error) {
    return (
      <Alert color="amber" variant="light" icon={<Icon name="alert" />}>
        {words.notChecked(error.message)}
      </Alert>
    );
  }
  const left = [...rows].filter((row) => !isTicked(row)).length;
  if (left === 0) return null;
  return (
    <Alert color="amber" variant="light" icon={<Icon name="alert" />}>
      <Group gap="sm" justify="space-between">
        <Text size="sm">{words.existing(left)}</Text>
        <Button variant="default" size="xs" onClick={include}>
          {words.createAgain(left)}
        </Button>
      </Group>
    </Alert>
  );
}

interface PreviewProps {
  drafts: readonly Draft[];
  columns: Columns;
  /** Numbers of rows that already exist as a code. */
  existing: ReadonlySet<number>;
  isTicked: (row: number) => boolean;
  tick: (rows: Iterable<number>, value: boolean) => void;
}

/** The codes to be created, row by row, with errors at their cells. */
export function Preview({ drafts, columns, existing, isTicked, tick }: PreviewProps) {
  const wrong = drafts.filter((draft) => !isRight(draft));
  const [onlyWrong, setOnlyWrong] = useState(false);
  const [page, setPage] = useState(1);
  const shown = onlyWrong && wrong.length > 0 ? wrong : drafts;
  const pages = Math.ceil(shown.length / PER_PAGE);
  const at = Math.min(page, Math.max(1, pages));
  const fields = [...new Set([...FIRST_FIELDS, ...columns.filter((field) => field !== null)])];
  const onlyProblems = (
    <Switch
      label={words.onlyProblems(wrong.length)}
      checked={onlyWrong}
      onChange={(event) => {
        setOnlyWrong(event.currentTarget.checked);
        setPage(1);
      }}
    />
  );
  return (
    <Section title={words.toCreate} aside={wrong.length > 0 && onlyProblems}>
      <Box className={classes.wide} tabIndex={0} role="region" aria-label={words.table}>
        <Table verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>
                <VisuallyHidden>{words.create}</VisuallyHidden>
              </Table.Th>
              <Table.Th>{words.row}</Table.Th>
              {fields.map((field) => (
                <Table.Th key={field}>{words.fields[field]}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.slice((at - 1) * PER_PAGE, at * PER_PAGE).map((draft) => (
              <Table.Tr key={draft.row.number}>
                <Table.Td>
                  <Checkbox
                    aria-label={words.createRow(draft.row.number)}
                    disabled={!isRight(draft)}
                    checked={isRight(draft) && isTicked(draft.row.number)}
                    onChange={(event) => tick([draft.row.number], event.currentTarget.checked)}
                  />
                </Table.Td>
                <Table.Td c="dimmed" className="numbers">
                  {draft.row.number}
                  {existing.has(draft.row.number) && (
                    <Text size="xs" className={classes.unbroken}>
                      {words.exists}
                    </Text>
                  )}
                </Table.Td>
                {fields.map((field) => (
                  <Table.Td key={field} className={draft.problems[field] && classes.wrong}>
                    <Text size="sm" lineClamp={3} className={WORDS.has(field) ? classes.words : classes.unbroken}>
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
      {pages > 1 && (
        <Group justify="flex-end" mt="md">
          <Pages total={pages} page={at} onChange={setPage} />
        </Group>
      )}
    </Section>
  );
}

function shownOf({ body }: Draft, field: Field): string {
  const value = body[field];
  if (field === "type") return KINDS[body.type].label;
  if (field === "expiresAt" && body.expiresAt) return inWords.day(String(value));
  if (Array.isArray(value)) return value.join(", ");
  if (typeof value === "boolean") return value ? words.active : words.paused;
  return String(value ?? "");
}
