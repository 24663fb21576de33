import { Alert, Box, Button, Card, Group, Stack, Tabs, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { Code, Me } from "../../api/types.ts";
import { useCallForm } from "../../forms/call-form.ts";
import { LeaveQuestion } from "../../forms/leave-question.tsx";
import { doubtsOf } from "../../forms/problems.ts";
import { contrastProblem, FAILING, inkProblem } from "../../parts/contrast.ts";
import { Icon } from "../../parts/icon.tsx";
import { ask, tellUntil } from "../../parts/notices.tsx";
import { Page } from "../../parts/page.tsx";
import { isUnread } from "../../parts/verdict.tsx";
import { ContentStep, OwnId, WorksUntil } from "./content-step.tsx";
import {
  changedNetwork,
  contentOf,
  type Draft,
  isChanged,
  problemsOfDraft,
  refusalAt,
  type Settled,
  settle,
} from "./draft.ts";
import classes from "./editor.module.css";
import { useKeptDraft } from "./kept-draft.ts";
import { useLookHistory } from "./look/history.ts";
import { Look } from "./look/look.tsx";
import { SaveLook } from "./look/look-bar.tsx";
import { type Change, type LookParts, lookOf, made } from "./look/parts.ts";
import { LookQuestion, type PoorLook, useMakeItScan } from "./look-question.tsx";
import { Preview, SaveBar } from "./preview.tsx";
import { Advanced, placeOf, type Step, StepTabs } from "./steps.tsx";
import { type PreviewState, usePreview } from "./use-preview.ts";
import { WORDS } from "./words.ts";

/** Closes the notice about the last draft that was left. */
let closeNotice = (): void => {};

interface EditorProps {
  title: string;
  lead?: string;
  start: Draft;
  /** Null for a new code. */
  code: Code | null;
  /** Where Cancel leads if there is no previous page. */
  home: string;
  /** Saves the draft and returns the next page. `start` is what the draft began from. */
  save: (draft: Settled, start: Settled) => Promise<Next>;
}

interface Next {
  to: string;
  /** Set if the code was created but its look could not be saved. */
  state?: Unfinished;
}

interface Unfinished {
  unfinished: string;
}

/** Problems of a changed look, from the verdict so far. Saving does not wait for a pending verdict. */
function poorLook(draft: Draft, saved: Draft | null, judged: PreviewState["judged"]): PoorLook | null {
  if (saved && JSON.stringify(lookOf(saved)) === JSON.stringify(lookOf(draft))) return null;
  if (judged?.verdict && !judged.isOld) {
    const { grade, advice } = judged.verdict;
    return grade === "F" ? { why: advice, isUnread: isUnread(judged.verdict) } : null;
  }
  const problem = contrastProblem(draft, FAILING) ?? inkProblem(draft, FAILING);
  return problem === null ? null : { why: [problem], isUnread: false };
}

/** What is probably wrong with a content that the draft changes. */
function doubtOf(draft: Draft, saved: Draft | null): string | null {
  if (saved && contentOf(saved) === contentOf(draft)) return null;
  return Object.values(doubtsOf(draft.type, draft.values))[0] ?? null;
}

export function Editor({ title, lead, start: given, code, home, save }: EditorProps) {
  const kept = useKeptDraft(given);
  const { start } = kept;
  const navigate = useNavigate();
  const { key, hash, state } = useLocation();
  const saved = code ? start : null;
  const element = useRef<HTMLFormElement>(null);
  const [poor, setPoor] = useState<PoorLook | null>(null);
  /** What the user confirmed, until the next attempt. */
  const isSure = useRef({ doubt: false, look: false });
  const isLeft = useRef(false);

  const { shareBase } = useQueryClient().getQueryData<Me>(["me"])!;
  const asSaved = (wanted: Draft) => settle(wanted, shareBase, code);

  const [step, setStep] = useState<Step>(hash === "#look" ? "look" : "content");
  const [open, setOpen] = useState({
    content: code !== null && (code.expiresFixed || code.externalId !== undefined),
    look: false,
  });
  const toggle = (which: Step, isOpen = !open[which]) => setOpen((now) => ({ ...now, [which]: isOpen }));
  /** Shows the first invalid input: it may be in the other step, or collapsed. */
  function reveal(paths: string[]): void {
    const places = paths.filter((path) => path !== "form").map(placeOf);
    const first = places.find((place) => place.step === "content") ?? places[0];
    if (!first) return;
    setStep(first.step);
    if (places.some((place) => place.step === first.step && place.isAdvanced)) toggle(first.step, true);
  }

  const form = useCallForm<Draft>(
    {
      initialValues: kept.found,
      // A code that cannot be drawn cannot be saved.
      validate: (draft) => ({ ...preview.problems, ...problemsOfDraft(draft, saved) }),
      place: (fields, draft) => refusalAt(draft, fields),
      failAt: "form",
      reveal,
    },
    async (wanted) => {
      const sure = isSure.current;
      const doubt = sure.doubt ? null : doubtOf(wanted, saved);
      if (doubt !== null) return askAbout(doubt);
      const question = sure.look ? null : poorLook(wanted, saved, preview.judged);
      if (question) return setPoor(question);
      isSure.current = { doubt: false, look: false };
      const { to, state } = await save(asSaved(wanted), asSaved(start));
      letGo();
      navigate(to, { replace: code === null, state });
    },
  );
  const draft = form.values;
  const isUnsaved = useCallback(() => !isLeft.current && isChanged(form.getValues(), start), [form.getValues, start]);
  /** Not if another tab has overwritten or removed the draft. */
  const isKept = useCallback(() => kept.isKept(form.getValues()), [form.getValues]);
  const letGo = () => {
    isLeft.current = true;
    kept.forget();
  };
  useEffect(() => {
    if (!isLeft.current) kept.keep(draft);
  }, [draft]);
  useEffect(() => {
    // It would discard what is edited now.
    closeNotice();
    return () => {
      // Signing out has asked, and removes it.
      if (!isUnsaved() || !isKept() || window.location.pathname.endsWith("/sign-in")) return;
      closeNotice = tellUntil(WORDS.draftKept, { next: { label: WORDS.discard, act: kept.forget } });
    };
  }, []);

  const history = useLookHistory(form.getValues, (look) => form.setValues(look));
  const changeLook = useCallback((wanted: Change<LookParts>) => {
    const now = form.getValues();
    const part = made(wanted, lookOf(now));
    history.note({ ...now, ...part });
    form.setErrors({});
    form.setValues(part);
  }, []);
  const settled = asSaved(draft);
  const preview = usePreview(settled, code, shareBase);
  const making = useMakeItScan(draft, preview.findNearest, changeLook);

  const goOn = (about: keyof typeof isSure.current) => {
    isSure.current[about] = true;
    element.current?.requestSubmit();
  };
  const askAbout = (doubt: string) =>
    ask({
      title: WORDS.poorTitle(verb),
      words: doubt,
      confirm: WORDS.poorSave(verb),
      cancel: WORDS.goBack,
      isGrave: false,
      act: () => goOn("doubt"),
    });

  const [button, verb] = code ? [WORDS.save, WORDS.save] : [WORDS.create, WORDS.createVerb];
  const cancel = () => (key === "default" ? navigate(home) : navigate(-1));
  return (
    <form ref={element} {...form.props} className={classes.form}>
      <Tabs value={step} onChange={(next) => setStep(next as Step)} variant="unstyled" keepMountedMode="display-none">
        <Page
          title={title}
          lead={lead}
          actions={
            <Group className={classes.actions}>
              <StepTabs />
              <Button variant="subtle" color="gray" onClick={cancel}>
                {WORDS.cancel}
              </Button>
            </Group>
          }
        >
          <div className={classes.columns}>
            {/* Disabled while saving: the page is left afterwards, and later input would be lost. */}
            <Stack inert={form.submitting} miw={0}>
              <SavingFailure what={form.errors.form ?? (state as Unfinished | null)?.unfinished} />
              <Card padding={0}>
                <Tabs.Panel value="content">
                  <ContentStep
                    form={form}
                    isNew={code === null}
                    printed={changedNetwork(draft, code)}
                    base={shareBase}
                    level={settled.errorCorrection}
                  />
                  <Advanced hint={WORDS.endHint(draft.expiry)} isOpen={open.content} toggle={() => toggle("content")}>
                    <WorksUntil form={form} endsNow={code?.expiresAt} />
                    <OwnId form={form} />
                  </Advanced>
                  <Foot>
                    {isChanged(draft, start) && (
                      <DraftLine kept={kept} isNew={code === null} startOver={() => form.setValues(start)} />
                    )}
                    <Button
                      variant="default"
                      onClick={() => setStep("look")}
                      rightSection={<Icon name="leads" size={16} />}
                    >
                      {code === null ? WORDS.chooseLook : WORDS.steps.look}
                    </Button>
                  </Foot>
                </Tabs.Panel>
                <Tabs.Panel value="look">
                  <Look
                    look={lookOf(draft)}
                    level={settled.errorCorrection}
                    advice={preview.judged?.verdict?.advice ?? []}
                    change={changeLook}
                    problems={{ ...preview.problems, ...(form.errors as Record<string, string>) }}
                    history={history}
                    isAdvanced={open.look}
                    toggleAdvanced={() => toggle("look")}
                  />
                  <Foot>
                    <Button
                      variant="subtle"
                      color="gray"
                      onClick={() => setStep("content")}
                      leftSection={<Icon name="back" size={16} />}
                    >
                      {WORDS.steps.content}
                    </Button>
                    <SaveLook style={draft.style} />
                  </Foot>
                </Tabs.Panel>
              </Card>
            </Stack>
            <Box className={classes.side} visibleFrom="md">
              <Card padding={0} className={classes.seen}>
                <Preview preview={preview} draft={draft} making={making} />
                <div className={classes.submit}>
                  <Button type="submit" size="md" fullWidth loading={form.submitting}>
                    {button}
                  </Button>
                </div>
              </Card>
            </Box>
          </div>
        </Page>
      </Tabs>
      <SaveBar preview={preview} draft={draft} making={making} button={button} busy={form.submitting} />
      <LeaveQuestion isUnsaved={isUnsaved} leave={letGo} isKept={isKept} />
      {poor && (
        <LookQuestion
          poor={poor}
          verb={verb}
          making={making}
          back={() => {
            isSure.current = { doubt: false, look: false };
            setPoor(null);
          }}
          save={() => {
            setPoor(null);
            goOn("look");
          }}
        />
      )}
    </form>
  );
}

const Foot = ({ children }: { children: ReactNode }) => <div className={classes.foot}>{children}</div>;

interface DraftLineProps {
  kept: ReturnType<typeof useKeptDraft>;
  isNew: boolean;
  startOver: () => void;
}

/** Below the fields, so that it moves none of them. */
function DraftLine({ kept: { wasKept, lacksSecret, isReplaced }, isNew, startOver }: DraftLineProps) {
  const found = lacksSecret ? WORDS.draftWithoutPassword : WORDS.draftFound;
  const saved = isNew ? WORDS.draftOnDevice : null;
  return (
    <Group gap="xs" flex={1} miw={0}>
      <Text size="sm" c="var(--text-3)" role="status">
        {isReplaced ? WORDS.draftReplaced : wasKept ? found : saved}
      </Text>
      {wasKept && !isReplaced && (
        <Button size="compact-sm" variant="default" onClick={startOver}>
          {WORDS.startOver}
        </Button>
      )}
    </Group>
  );
}

function SavingFailure({ what }: { what: ReactNode }) {
  const alert = useRef<HTMLDivElement>(null);
  // The button is always visible, but this message is at the top of the form.
  useEffect(() => {
    if (what) alert.current?.scrollIntoView({ block: "center" });
  }, [what]);
  if (!what) return null;
  return (
    <Alert ref={alert} color="red" variant="light" icon={<Icon name="alert" />} role="alert">
      {what}
    </Alert>
  );
}
