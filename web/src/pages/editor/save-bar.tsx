import { Box, Button, Drawer, Stack, Text, UnstyledButton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { Verdict } from "../../api/types.ts";
import { verdictText } from "../../parts/verdict.tsx";
import type { Draft } from "./draft.ts";
import type { MakingItScan } from "./look/make-it-scan.tsx";
import { Holds, Preview } from "./preview.tsx";
import classes from "./save-bar.module.css";
import type { PreviewState } from "./use-preview.ts";

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
  const { verdict } = preview;
  return (
    <Box className={classes.bar} hiddenFrom="md">
      <UnstyledButton
        className={`tile ${classes.thumb}`}
        onClick={open}
        aria-label="Show the preview"
      >
        {preview.source && <img src={preview.source} alt="" />}
      </UnstyledButton>
      <Box flex={1} miw={0}>
        <Text size="xs" c="dimmed" truncate>
          {preview.isSample ? "Sample" : "Preview"}
        </Text>
        {verdict && <Judgement verdict={verdict} isOld={preview.isJudging} />}
      </Box>
      <Button type="submit" loading={busy} size="md">
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

function Judgement({ verdict, isOld }: { verdict: Verdict; isOld: boolean }) {
  if (isOld) return <Text size="sm">Judging…</Text>;
  return (
    <Text
      size="sm"
      fw={600}
      lh={1.25}
      c={verdict.passes ? undefined : "var(--mantine-color-error)"}
    >
      {verdictText(verdict)}
    </Text>
  );
}
