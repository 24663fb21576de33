import { Anchor, Box, Group, Text, Title } from "@mantine/core";
import { type ReactNode, useRef } from "react";
import { Link } from "react-router";
import { asLeft, useArrival } from "../frame/arrival.tsx";
import { Icon } from "./icon.tsx";
import { useIsNarrow } from "./narrow.ts";

interface PageProps {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  /** The page above this one. */
  back?: { to: string; label: string };
  children: ReactNode;
}

/** A page's heading and what can be done on it, always in the same place. */
export function Page({ title, lead, actions, back, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useArrival(title, heading);
  // On a phone a long name has a line of its own, elsewhere as much as its longest word needs.
  const width = useIsNarrow() && !lead ? "auto" : "min-content";
  return (
    <Box>
      {back && (
        <Anchor component={Link} to={asLeft(back.to)} size="sm" c="dimmed" className="back">
          <Icon name="back" size={16} />
          {back.label}
        </Anchor>
      )}
      <Group justify="space-between" align="flex-start" mb="lg" gap="sm">
        <Box style={{ minWidth: 0, flex: `1 1 ${width}` }}>
          <Title
            order={1}
            size="h2"
            ref={heading}
            tabIndex={-1}
            className="arrived-at"
            style={{ overflowWrap: "break-word" }}
          >
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
