import { Badge, Box, Card, Group, Stack, Switch, Table, Text, Title } from "@mantine/core";
import { useState } from "react";
import { KINDS } from "../../parts/kinds.ts";
import { useIsNarrow } from "../../parts/narrow.ts";
import { Pages } from "../../parts/pages.tsx";
import { inWords } from "../../parts/words.ts";
import { type Columns, FIELDS, type Field } from "./columns.ts";
import classes from "./import.module.css";
import type { Draft } from "./rows.ts";

const PER_PAGE = 20;

export const isRight = ({ problems }: Draft): boolean => Object.keys(problems).length === 0;

interface PreviewProps {
  drafts: readonly Draft[];
  columns: Columns;
}

/** What would be made, row by row, with what is wrong at its cell. */
export function Preview({ drafts, columns }: PreviewProps) {
  const wrong = drafts.filter((draft) => !isRight(draft));
  const [onlyWrong, setOnlyWrong] = useState(false);
  const [page, setPage] = useState(1);
  const isNarrow = useIsNarrow("tablet");
  const shown = onlyWrong && wrong.length > 0 ? wrong : drafts;
  const pages = Math.ceil(shown.length / PER_PAGE);
  const at = Math.min(page, Math.max(1, pages));
  const rows = shown.slice((at - 1) * PER_PAGE, at * PER_PAGE);
  const fields = [
    ...new Set<Field>(["name", "content", "type"]),
    ...columns.filter((field) => field !== null && !["name", "content", "type"].includes(field)),
  ] as Field[];
  return (
    <Card component="section" aria-label="Rows">
      <Group justify="space-between" mb="sm" gap="sm">
        <Title order={2} size="h5">
          What will be made
        </Title>
        {wrong.length > 0 && (
          <Switch
            label={`Only rows with a problem (${inWords.number(wrong.length)})`}
            checked={onlyWrong}
            onChange={(event) => {
              setOnlyWrong(event.currentTarget.checked);
              setPage(1);
            }}
          />
        )}
      </Group>
      {isNarrow ? <Cards rows={rows} fields={fields} /> : <Rows rows={rows} fields={fields} />}
      <Group justify="flex-end" mt="md">
        <Pages total={pages} page={at} onChange={setPage} />
      </Group>
    </Card>
  );
}

interface RowsProps {
  rows: readonly Draft[];
  fields: readonly Field[];
}

function Rows({ rows, fields }: RowsProps) {
  return (
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
          {rows.map((draft) => (
            <Table.Tr key={draft.row.number}>
              <Table.Td c="dimmed" className="numbers">
                {draft.row.number}
              </Table.Td>
              {fields.map((field) => (
                <Table.Td key={field} className={draft.problems[field] && classes.wrong}>
                  <Cell draft={draft} field={field} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Box>
  );
}

function Cards({ rows, fields }: RowsProps) {
  return (
    <Stack gap="xs" component="ul" m={0} p={0}>
      {rows.map((draft) => (
        <li key={draft.row.number} className={classes.card}>
          <Group justify="space-between" wrap="nowrap" gap="xs">
            <Text fw={600} size="sm" className={classes.words}>
              {draft.body.name || "No name"}
            </Text>
            <Badge variant="default" styles={{ label: { color: "var(--mantine-color-text)" } }}>
              Row {draft.row.number}
            </Badge>
          </Group>
          {fields
            .filter((field) => field !== "name" || draft.problems.name)
            .map((field) => (
              <Cell key={field} draft={draft} field={field} isLabelled />
            ))}
        </li>
      ))}
    </Stack>
  );
}

interface CellProps {
  draft: Draft;
  field: Field;
  /** Where no head of a column says what it is. */
  isLabelled?: boolean;
}

function Cell({ draft, field, isLabelled }: CellProps) {
  const value = field === "type" ? KINDS[draft.body.type].label : shownOf(draft.body[field]);
  const problem = draft.problems[field];
  const isPlain = !isLabelled || field === "content" || value === "";
  return (
    <>
      <Text size="sm" lineClamp={3} className={classes.words}>
        {isPlain ? value : `${FIELDS[field].label}: ${value}`}
      </Text>
      {problem && (
        <Text size="xs" c="var(--mantine-color-error)" className={classes.words}>
          {problem}
        </Text>
      )}
    </>
  );
}

function shownOf(value: unknown): string {
  if (typeof value === "boolean") return value ? "Active" : "Paused";
  return String(value ?? "");
}
