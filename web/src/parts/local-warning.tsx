import { Alert, Button, Code, Group, Modal, Stack, Text } from "@mantine/core";
import { useDisclosure, useSessionStorage } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import type { Me } from "../api/types.ts";
import { CopyIcon } from "./copy.tsx";
import { Icon } from "./icon.tsx";
import classes from "./local-warning.module.css";
import { words as shared, local as words } from "./words.ts";

const useService = () => useQueryClient().getQueryData<Me>(["me"])?.service;

/**
 * Warns if BASE_URL is localhost, which phones cannot reach. On pages one line, which `canClose` hides until the tab is
 * closed; in the Download dialog the whole text.
 */
export function LocalWarning({ canClose = false }: { canClose?: boolean }) {
  const service = useService();
  if (!service?.local) return null;
  const title = words.title(new URL(service.baseUrl).host);
  if (canClose) return <LocalLine title={title} local={service.local} />;
  return (
    <Alert role="note" variant="light" color="amber" icon={<Icon name="alert" />} title={title}>
      <HowToStart {...service.local} />
    </Alert>
  );
}

type Local = NonNullable<Me["service"]["local"]>;

function LocalLine({ title, local }: { title: string; local: Local }) {
  const [closed, setClosed] = useSessionStorage({ key: "local-warning-closed", defaultValue: false });
  const [opened, { open, close }] = useDisclosure();
  if (closed) return null;
  return (
    <div className={classes.line} role="note">
      <Icon name="alert" size={16} />
      <Text size="sm" inherit truncate>
        {title}
      </Text>
      <button type="button" className={classes.how} onClick={open}>
        {words.how}
      </button>
      <button type="button" className={classes.close} aria-label={shared.closeNotice} onClick={() => setClosed(true)}>
        <Icon name="close" size={16} />
      </button>
      <Modal opened={opened} onClose={close} title={title}>
        <Stack>
          <HowToStart {...local} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {words.done}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </div>
  );
}

function HowToStart({ lanUrl, startLine }: Local) {
  return (
    <Stack gap={8}>
      <Text size="sm">{lanUrl ? words.withNetwork : words.withoutNetwork}</Text>
      <Group gap={4} wrap="nowrap">
        <Code style={{ overflowWrap: "anywhere" }}>{startLine}</Code>
        <CopyIcon value={startLine} label={words.copy} />
      </Group>
    </Stack>
  );
}
