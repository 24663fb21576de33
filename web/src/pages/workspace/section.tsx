import { Card, Title } from "@mantine/core";
import type { ReactNode } from "react";

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card component="section" aria-label={title}>
      <Title order={2} size="h5" mb="md">
        {title}
      </Title>
      {children}
    </Card>
  );
}
