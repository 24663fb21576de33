import { Box, Group, Text, Title } from "@mantine/core";
import { type ReactNode, useEffect } from "react";

interface PageProps {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** A page's heading and what can be done on it, always in the same place. */
export function Page({ title, lead, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Tessera`;
  }, [title]);
  return (
    <Box>
      <Group justify="space-between" align="flex-start" mb="lg" gap="sm">
        <Box style={{ minWidth: 0, flex: "1 1 16rem" }}>
          <Title order={1} size="h2" style={{ overflowWrap: "anywhere" }}>
            {title}
          </Title>
          {lead && (
            <Text c="dimmed" mt={4} component="div">
              {lead}
            </Text>
          )}
        </Box>
        {actions}
      </Group>
      {children}
    </Box>
  );
}
