import { Box, Card, Center, Group, Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useEffect } from "react";
import { Attribution, Logo, SchemeSwitch } from "../../parts/brand.tsx";

/** The page around whatever lets a user in. */
export function Frame({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Tessera`;
  }, [title]);
  return (
    <Box mih="100vh" p="md" style={{ display: "grid", gridTemplateRows: "auto 1fr auto" }}>
      <Group justify="flex-end">
        <SchemeSwitch />
      </Group>
      <Center component="main">
        <Stack w="100%" maw={400} gap="lg">
          <Logo size={36} />
          <Card padding="xl">
            <Title order={1} size="h3">
              {title}
            </Title>
            <Text c="dimmed" size="sm" mt={4} mb="lg" style={{ overflowWrap: "anywhere" }}>
              {lead}
            </Text>
            {children}
          </Card>
        </Stack>
      </Center>
      <Group justify="center" component="footer" mt="md">
        <Attribution />
      </Group>
    </Box>
  );
}
