import { ActionIcon, Box, Button, Group, Text, Tooltip } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useRef } from "react";
import type { Code } from "../../api/types.ts";
import { Icon } from "../../parts/icon.tsx";
import { leadsTo } from "../../parts/leads-to.ts";
import { Destination } from "./destination.tsx";
import { LeadsToForm } from "./leads-to-form.tsx";

/** Where the code leads, to be tried and to be changed on the spot. */
export function LeadsTo({ code }: { code: Code }) {
  const [isEdited, edit] = useDisclosure();
  const pencil = useRef<HTMLButtonElement>(null);
  const { href } = leadsTo(code.type, code.content);
  const done = () => {
    edit.close();
    // The pencil is drawn again first.
    requestAnimationFrame(() => pencil.current?.focus());
  };
  return (
    <Box component="section" aria-label="Leads to">
      <Text size="xs" c="dimmed">
        Leads to
      </Text>
      {isEdited ? (
        <LeadsToForm code={code} done={done} />
      ) : (
        <>
          <Group gap={4} align="flex-start" wrap="nowrap">
            <Box style={{ minWidth: 0 }}>
              <Destination type={code.type} content={code.content} />
            </Box>
            <Tooltip label="Change where it leads">
              <ActionIcon
                ref={pencil}
                variant="subtle"
                color="gray"
                mt={-3}
                aria-label="Change where it leads"
                onClick={edit.open}
              >
                <Icon name="edit" size={16} />
              </ActionIcon>
            </Tooltip>
          </Group>
          {href && (
            <Button
              component="a"
              href={href}
              {...(/^https?:/.test(href) ? { target: "_blank", rel: "noreferrer" } : {})}
              variant="light"
              size="compact-sm"
              mt={6}
              leftSection={<Icon name="open" size={14} />}
            >
              Open it
            </Button>
          )}
        </>
      )}
    </Box>
  );
}
