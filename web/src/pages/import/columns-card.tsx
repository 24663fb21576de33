import { Card, Checkbox, Select, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import type { CodeType } from "../../api/types.ts";
import { KIND_NAMES, KINDS } from "../../parts/kinds.ts";
import { type Columns, FIELDS, type Field } from "./columns.ts";
import type { Row } from "./read-table.ts";

const NONE = "none";
const CHOICES = [
  { value: NONE, label: "Leave out" },
  ...Object.entries(FIELDS).map(([value, { label }]) => ({ value, label })),
];
const GUESS = "guess";
const TYPES = [
  { value: GUESS, label: "As each content looks" },
  ...KIND_NAMES.map((value) => ({ value, label: KINDS[value].label })),
];

interface ColumnsCardProps {
  columns: Columns;
  header: Row | null;
  /** To show what stands in each column. */
  example: Row | undefined;
  setColumns: (columns: Columns) => void;
  setHasHeader: (has: boolean) => void;
  type: CodeType | null;
  setType: (type: CodeType | null) => void;
}

export function ColumnsCard(props: ColumnsCardProps) {
  const { columns, header, example, type } = props;
  /** A field is said by one column: the one that had it gives it up. */
  const choose = (at: number, field: Field | null) =>
    props.setColumns(columns.map((held, i) => (i === at ? field : held === field ? null : held)));
  return (
    <Card component="section" aria-label="Columns">
      <Title order={2} size="h5" mb={4}>
        What each column says
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        This was guessed; change what is not right.
      </Text>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
          {columns.map((field, at) => (
            <Select
              key={at}
              label={header?.cells[at] || `Column ${at + 1}`}
              description={<Example text={example?.cells[at] ?? ""} />}
              data={CHOICES}
              value={field ?? NONE}
              onChange={(value) => choose(at, value === NONE ? null : (value as Field))}
              allowDeselect={false}
            />
          ))}
          {!columns.includes("type") && (
            <Select
              label="Type of all rows"
              description="No column says it."
              data={TYPES}
              value={type ?? GUESS}
              onChange={(value) => props.setType(value === GUESS ? null : (value as CodeType))}
              allowDeselect={false}
            />
          )}
        </SimpleGrid>
        <Checkbox
          label="The first row has the names of the columns"
          checked={header !== null}
          onChange={(event) => props.setHasHeader(event.currentTarget.checked)}
        />
      </Stack>
    </Card>
  );
}

const Example = ({ text }: { text: string }) => (
  <Text span inherit truncate display="block">
    {text === "" ? "Empty in the first row" : text}
  </Text>
);
