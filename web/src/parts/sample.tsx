import { Box, Code, Group, Text } from "@mantine/core";
import { CopyIcon } from "./copy.tsx";
import { words } from "./words.ts";

/** A sample for programmers, below an empty state. */
export function Sample({ label, children }: { label: string; children: string }) {
  return (
    <Box w="100%" ta="left">
      <Group justify="space-between" mih={36}>
        <Text size="sm" fw={500}>
          {label}
        </Text>
        <CopyIcon value={children} label={words.copySample} />
      </Group>
      <Code block style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }}>
        {children}
      </Code>
    </Box>
  );
}
