import { Box, Card, Collapse, Group, Title, UnstyledButton } from "@mantine/core";
import { useDisclosure, useId } from "@mantine/hooks";
import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";
import { useIsNarrow } from "./narrow.ts";

interface SectionProps {
  title: string;
  /** Its name for screen readers, when the title is not clear by itself. */
  label?: string;
  order?: 2 | 3;
  /** Beside the title. */
  aside?: ReactNode;
  /** On a phone it opens when its title is tapped. */
  folded?: boolean;
  children: ReactNode;
}

/** A card with a title. On a phone it folds, so that a page of many is not endless. */
export function Section({ title, label, order = 3, aside, folded, children }: SectionProps) {
  const isNarrow = useIsNarrow();
  const [open, { toggle }] = useDisclosure(!folded);
  const id = useId();
  const shown = open || !isNarrow;
  const size = order === 2 ? "h4" : "h5";
  return (
    <Card component="section" aria-label={label ?? title}>
      <Group justify="space-between" gap="sm">
        <Title order={order} size={size} style={isNarrow ? { flex: 1 } : undefined}>
          {isNarrow ? (
            <UnstyledButton
              onClick={toggle}
              aria-expanded={open}
              aria-controls={id}
              fw="inherit"
              fz="inherit"
              w="100%"
              mih={44}
              my={-8}
            >
              <Group gap={8} wrap="nowrap">
                <Box
                  component="span"
                  lh={0}
                  c="dimmed"
                  style={{ transform: open ? "rotate(-90deg)" : "rotate(180deg)" }}
                >
                  <Icon name="back" size={16} />
                </Box>
                {title}
              </Group>
            </UnstyledButton>
          ) : (
            title
          )}
        </Title>
        {shown && aside}
      </Group>
      <Collapse expanded={shown} id={id} transitionDuration={isNarrow ? 150 : 0}>
        <Box pt="sm">{children}</Box>
      </Collapse>
    </Card>
  );
}
