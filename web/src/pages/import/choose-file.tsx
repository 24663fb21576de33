import { Button, Card, Group, Stack, Text, Textarea, Title } from "@mantine/core";
import { Dropzone } from "@mantine/dropzone";
import "@mantine/dropzone/styles.css";
import { useState } from "react";
import { Icon } from "../../parts/icon.tsx";
import { inWords } from "../../parts/words.ts";
import { decode } from "./read-table.ts";
import { download, SAMPLE } from "./tables.ts";

export const MOST_ROWS = 10_000;
const MOST_BYTES = 20 << 20;

interface ChooseFileProps {
  /** Says what is wrong with it, or null when it is taken. */
  take: (text: string) => string | null;
}

export function ChooseFile({ take }: ChooseFileProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [pasted, setPasted] = useState("");
  async function open(files: File[]) {
    const [file] = files;
    if (!file) return;
    if (file.size > MOST_BYTES) return setProblem("This file is larger than 20 MB.");
    try {
      setProblem(take(decode(new Uint8Array(await file.arrayBuffer()))));
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
      <Card component="section" aria-label="Paste">
        <Title order={2} size="h5" mb="xs">
          Or paste rows
        </Title>
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
          <Button
            variant="default"
            leftSection={<Icon name="download" size={16} />}
            onClick={() => download(SAMPLE, "codes example.csv")}
          >
            Example to fill in
          </Button>
        </Group>
      </Card>
    </Stack>
  );
}
