import { Box, Button, Drawer, Stack, Text, UnstyledButton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { verdictText } from "../../parts/verdict.tsx";
import type { Draft } from "./draft.ts";
import type { MakingItScan } from "./look/make-it-scan.tsx";
import { Holds, Preview } from "./preview.tsx";
import classes from "./save-bar.module.css";
import type { PreviewState } from "./use-preview.ts";
import type { VerdictPlace } from "./verdict-place.ts";

interface SaveBarProps {
  preview: PreviewState;
  draft: Draft;
  making: MakingItScan;
  button: string;
  busy: boolean;
}

/** On a phone: the picture, its verdict and the button, wherever on the page one is. */
export function SaveBar({ preview, draft, making, button, busy }: SaveBarProps) {
  const [opened, { open, close }] = useDisclosure();
  const { judged } = preview;
  return (
    <Box className={classes.bar} hiddenFrom="md">
      <UnstyledButton className={`tile ${classes.thumb}`} onClick={open} aria-label="Show the preview">
        {preview.source && <img src={preview.source} alt="" />}
      </UnstyledButton>
      <Box flex={1} miw={0}>
        <Text size="xs" c="dimmed" truncate>
          {preview.isSample ? "Sample" : "Preview"}
        </Text>
        {judged && <Judgement {...judged} />}
      </Box>
      <Button type="submit" loading={busy} size="md" className={classes.button}>
        {button}
      </Button>
      <Drawer opened={opened} onClose={close} position="bottom" size="90%" title="Preview">
        <Stack gap="lg">
          <Preview preview={preview} draft={draft} making={making} />
          <Holds preview={preview} draft={draft} />
        </Stack>
      </Drawer>
    </Box>
  );
}

function Judgement(judged: NonNullable<VerdictPlace>) {
  const { verdict } = judged;
  if (verdict === null) return <Text size="sm">{judged.title}</Text>;
  if (judged.isOld) return <Text size="sm">Judging…</Text>;
  return (
    <Text size="sm" fw={600} lh={1.25} c={verdict.passes ? undefined : "var(--mantine-color-error)"}>
      {verdictText(verdict)}
    </Text>
  );
}
