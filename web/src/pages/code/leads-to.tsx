import {
  ActionIcon,
  Anchor,
  Box,
  Button,
  DataList,
  Group,
  Spoiler,
  Text,
  Tooltip,
} from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useRef } from "react";
import type { Code } from "../../api/types.ts";
import { Icon } from "../../parts/icon.tsx";
import { type Detail, leadsTo } from "../../parts/leads-to.ts";
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
              <Destination code={code} />
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

/** A text as it is; whatever else it holds in one line, and below it in parts. */
function Destination({ code }: { code: Code }) {
  const { line, details } = leadsTo(code.type, code.content);
  if (code.type === "text") {
    return (
      <Spoiler maxHeight={110} showLabel="Show all of it" hideLabel="Show less">
        <Text style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }} dir="auto">
          {code.content}
        </Text>
      </Spoiler>
    );
  }
  const isListed = details.some(({ value }) => value === line);
  return (
    <>
      {!isListed && (
        <Text fw={600} style={{ overflowWrap: "anywhere" }} dir="auto">
          {line}
        </Text>
      )}
      {details.length > 0 && (
        <DataList size="sm" gap={4} labelWidth="6.5rem" mt={isListed ? 2 : 4}>
          {details.map((detail, i) => (
            <DataList.Item key={`${detail.label} ${i}`}>
              <DataList.ItemLabel c="dimmed">{detail.label}</DataList.ItemLabel>
              <DataList.ItemValue style={{ overflowWrap: "anywhere", whiteSpace: "pre-line" }}>
                <DetailValue detail={detail} />
              </DataList.ItemValue>
            </DataList.Item>
          ))}
        </DataList>
      )}
    </>
  );
}

function DetailValue({ detail }: { detail: Detail }) {
  const [isShown, { toggle }] = useDisclosure();
  if (detail.secret) {
    return (
      <Group gap={6} wrap="nowrap" component="span">
        <span>{isShown ? detail.value : "••••••••"}</span>
        <Button variant="subtle" size="compact-xs" onClick={toggle} aria-pressed={isShown}>
          {isShown ? "Hide" : "Show"}
        </Button>
      </Group>
    );
  }
  if (!detail.href) return <bdi>{detail.value}</bdi>;
  return (
    <Anchor href={detail.href} inherit target="_blank" rel="noreferrer">
      {detail.value}
    </Anchor>
  );
}
