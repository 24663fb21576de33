import { Alert, Box, Button, Center, Drawer, Loader, Stack, Text, UnstyledButton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { CodeType } from "../../api/types.ts";
import { HoldsChoice } from "../../parts/holds-choice.tsx";
import { Icon } from "../../parts/icon.tsx";
import { VerdictAwaited, VerdictCard, verdictText } from "../../parts/verdict.tsx";
import type { Draft } from "./draft.ts";
import { MakeItScan, type MakingItScan } from "./look-question.tsx";
import classes from "./preview.module.css";
import type { PreviewState } from "./use-preview.ts";
import type { VerdictPlace } from "./verdict-place.ts";

interface PreviewProps {
  preview: PreviewState;
  draft: Draft;
}

interface PreviewSectionProps extends PreviewProps {
  making: MakingItScan;
}

/** What will be printed, and what a camera makes of it. */
export function Preview({ preview, draft, making }: PreviewSectionProps) {
  const { judged } = preview;
  return (
    <Stack component="section" aria-label="Preview">
      <div>
        <Picture preview={preview} draft={draft} />
        <Caption preview={preview} draft={draft} />
      </div>
      {preview.error && (
        <Alert color="red" variant="light" icon={<Icon name="alert" />}>
          {preview.error.message}
        </Alert>
      )}
      {judged?.verdict === null && <VerdictAwaited title={judged.title}>{judged.what}</VerdictAwaited>}
      {judged?.verdict && (
        <VerdictCard {...judged} action={!judged.verdict.passes && !judged.isOld && <MakeItScan {...making} />} />
      )}
    </Stack>
  );
}

function Picture({ preview, draft }: PreviewProps) {
  return (
    <Center className={`tile ${classes.picture}`}>
      {preview.source ? (
        <img
          src={preview.source}
          data-old={preview.isOld || undefined}
          alt={`${preview.isSample ? "Sample" : "Preview"} of ${draft.name || "the code"}`}
        />
      ) : (
        <Loader aria-label="Drawing" />
      )}
      {preview.isSample && preview.source && (
        <span className={classes.stamp} data-framed={draft.style.frame ? true : undefined}>
          Sample
        </span>
      )}
    </Center>
  );
}

const DOES: Record<CodeType, string> = {
  url: "Leads to",
  social: "Leads to",
  text: "Shows",
  geo: "Shows",
  wifi: "Joins",
  vcard: "Saves",
  phone: "Calls",
  email: "Writes to",
  sms: "Writes to",
  whatsapp: "Writes to",
};

function Caption({ preview: { isSample, holds, lead }, draft }: PreviewProps) {
  return (
    <Text size="sm" ta="center" mt="xs" component="div" style={{ overflowWrap: "anywhere" }}>
      {lead ? (
        <Text inherit lineClamp={2}>
          {DOES[draft.type]} <strong>{lead}</strong>
        </Text>
      ) : (
        "Fill in the form, and the picture follows."
      )}
      {isSample && (
        <Text size="xs" c="dimmed" mt={2}>
          {holds === "share"
            ? "A sample: scanned now, it only says so. The real picture comes when you create the code."
            : "A sample, not saved yet. It already holds the content, so you can try it with your phone."}
        </Text>
      )}
    </Text>
  );
}

/** For the preview alone: a code is saved without it. */
export function Holds({ preview, draft }: PreviewProps) {
  return (
    <HoldsChoice
      note="Here only the preview changes; choose again when you download."
      value={preview.holds}
      onChange={preview.choose}
      isWifi={draft.type === "wifi"}
      canHoldContent={preview.fits}
    />
  );
}

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
