import { Alert, Box, Button, Center, Drawer, List, Loader, Stack, Text, UnstyledButton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { ReactNode } from "react";
import { useSavedLooks } from "../../api/looks.ts";
import { away } from "../../api/reach.ts";
import { useSignal } from "../../api/signal.ts";
import { Icon } from "../../parts/icon.tsx";
import { isUnread, verdictWords } from "../../parts/verdict.tsx";
import { verdicts } from "../../parts/words.ts";
import type { Draft } from "./draft.ts";
import { isSameStyle } from "./look/parts.ts";
import { isPreset, PRESETS } from "./look/presets.ts";
import { MakeItScan, type MakingItScan } from "./look-question.tsx";
import classes from "./preview.module.css";
import type { PreviewState } from "./use-preview.ts";
import type { VerdictPlace } from "./verdict-place.ts";
import { DOES, SLUG, WORDS } from "./words.ts";

interface PreviewProps {
  preview: PreviewState;
  draft: Draft;
}

interface PreviewSectionProps extends PreviewProps {
  making: MakingItScan;
}

/** The image and its verdict. */
export function Preview({ preview, draft, making }: PreviewSectionProps) {
  // On an empty form nothing is said to be checked.
  const isAway = useSignal(away) !== null;
  const isBlank = preview.isSample && preview.lead === "" && !preview.judged?.verdict;
  return (
    // It scrolls if its contents are longer than the page, also with the keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section aria-label={WORDS.preview} tabIndex={0}>
      <div className={classes.box}>
        {preview.isSample && preview.source && <span className={classes.stamp}>{WORDS.sample}</span>}
        <Picture preview={preview} draft={draft} />
      </div>
      <Stack gap={12} className={classes.below}>
        {preview.error && !isAway && (
          <Alert color="red" variant="light" icon={<Icon name="alert" />}>
            {preview.error.message}
          </Alert>
        )}
        {!isBlank && <Judgement judged={preview.judged} making={making} />}
        <Facts preview={preview} draft={draft} />
      </Stack>
    </section>
  );
}

function Picture({ preview, draft }: PreviewProps) {
  return (
    <Center className={`tile ${classes.picture}`}>
      {preview.source ? (
        <img
          src={preview.source}
          data-old={preview.isOld || undefined}
          alt={WORDS.of(preview.isSample ? WORDS.sample : WORDS.preview, draft.name)}
        />
      ) : preview.error ? (
        <Text c="var(--line-strong)" component="span" lh={0}>
          <Icon name="codes" size={120} />
        </Text>
      ) : (
        <Loader aria-label={WORDS.drawing} />
      )}
    </Center>
  );
}

/** The grade as a letter; nothing without a verdict. */
function Grade({ judged }: { judged: VerdictPlace }) {
  if (!judged?.verdict || judged.isOld) {
    return (
      <span className={classes.grade}>{judged && "what" in judged ? <Icon name="alert" /> : <Loader size={16} />}</span>
    );
  }
  const { passes, grade } = judged.verdict;
  return (
    <span className={classes.grade} data-passes={passes} aria-hidden>
      {grade}
    </span>
  );
}

/** The grade in one line, the smallest print size in the next. */
function GradeRow({ judged }: { judged: VerdictPlace }) {
  const isOld = !judged?.verdict || judged.isOld;
  const title =
    judged?.verdict && !judged.isOld
      ? verdictWords(judged.verdict)
      : judged?.verdict === null
        ? judged.title
        : WORDS.checking;
  // No size makes a code readable that many phones cannot read.
  const millimetres = judged?.verdict?.grade === "F" ? null : judged?.verdict?.smallestPrintMillimetres;
  return (
    <div className={classes.verdict} role="status">
      <Grade judged={judged} />
      <div>
        <Text fw={500} lh={1.25}>
          {title}
        </Text>
        {!isOld && millimetres != null && (
          <Text size="sm" c="var(--text-3)" lh={1.25}>
            {WORDS.print(millimetres)}
          </Text>
        )}
      </div>
    </div>
  );
}

function Judgement({ judged, making }: { judged: VerdictPlace; making: MakingItScan }) {
  return (
    <div>
      <GradeRow judged={judged} />
      {judged?.verdict === null && judged.what && (
        <Text size="sm" mt={8}>
          {judged.what}
        </Text>
      )}
      {judged?.verdict && <Reasons judged={judged} making={making} />}
    </div>
  );
}

interface ReasonsProps {
  judged: NonNullable<VerdictPlace> & { verdict: object };
  making: MakingItScan;
}

/** The reasons for the grade, if there are any to give. */
function Reasons({ judged: { verdict, isOld }, making }: ReasonsProps) {
  const { passes, margin, advice } = verdict;
  const hidden = margin && margin.spent > 0 && !isUnread(verdict) ? margin : null;
  if (passes && advice.length === 0 && !hidden) return null;
  return (
    <Box mt={8} opacity={isOld ? 0.4 : 1}>
      {hidden && (
        <Text size="sm" c="var(--text-2)">
          {verdicts.logo(hidden.spent, hidden.correctable, Math.max(0, hidden.left))}
        </Text>
      )}
      {advice.length === 1 && (
        <Text size="sm" mt={4}>
          {advice[0]}
        </Text>
      )}
      {advice.length > 1 && (
        <List size="sm" spacing={4} mt={4}>
          {advice.map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
      )}
      {!passes && !isOld && <MakeItScan {...making} />}
    </Box>
  );
}

/** The destination and the look in words. */
function Facts({ preview: { isSample, holdsContent, lead, link }, draft }: PreviewProps) {
  const saved = useSavedLooks().data ?? [];
  const own = saved.find(({ style }) => isSameStyle(style, draft.style))?.name;
  const look = PRESETS.find((preset) => isPreset(draft, preset))?.name ?? own ?? WORDS.ownLook;
  return (
    <>
      <dl className={classes.facts}>
        {lead !== "" && <Fact label={DOES[draft.type]}>{lead}</Fact>}
        {link !== null && <Fact label={SLUG.label}>{link}</Fact>}
        <Fact label={WORDS.lookRow}>{look}</Fact>
      </dl>
      {isSample && (
        <Text size="sm" c="var(--text-3)">
          {holdsContent ? WORDS.sampleContent : WORDS.sampleLink}
        </Text>
      )}
    </>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface SaveBarProps extends PreviewSectionProps {
  button: string;
  busy: boolean;
}

/** On a phone: a fixed bar with image, grade and button. */
export function SaveBar({ preview, draft, making, button, busy }: SaveBarProps) {
  const [opened, { open, close }] = useDisclosure();
  return (
    <Box className={classes.bar} hiddenFrom="md">
      <div className={classes.open}>
        <UnstyledButton className={classes.show} onClick={open} aria-label={WORDS.showPreview}>
          <span className={`tile ${classes.thumb}`}>{preview.source && <img src={preview.source} alt="" />}</span>
        </UnstyledButton>
        <GradeRow judged={preview.judged} />
      </div>
      <Button type="submit" loading={busy} size="md" className={classes.button}>
        {button}
      </Button>
      <Drawer opened={opened} onClose={close} position="bottom" size="90%" title={WORDS.preview} padding="lg">
        <Preview preview={preview} draft={draft} making={making} />
      </Drawer>
    </Box>
  );
}
