import { Alert, Button, Card, Grid, Group, Stack, Text } from "@mantine/core";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import type { Code } from "../../api/types.ts";
import { useCallForm } from "../../forms/call-form.ts";
import { LeaveQuestion } from "../../forms/leave-question.tsx";
import { contrastProblem, FAILING, inkProblem } from "../../parts/contrast.ts";
import { Icon } from "../../parts/icon.tsx";
import { isUnread } from "../../parts/verdict.tsx";
import { ContentCard, WorksUntil } from "./content-card.tsx";
import { type Draft, isChanged, problemsOfDraft, refusalAt } from "./draft.ts";
import classes from "./editor.module.css";
import { useKeptDraft } from "./kept-draft.ts";
import { useLookHistory } from "./look/history.ts";
import { Look } from "./look/look.tsx";
import { LookBar } from "./look/look-bar.tsx";
import { type Change, type LookParts, lookOf, made } from "./look/parts.ts";
import { LookQuestion, type PoorLook, useMakeItScan } from "./look-question.tsx";
import { Holds, Preview, SaveBar } from "./preview.tsx";
import { type PreviewState, usePreview } from "./use-preview.ts";

interface EditorProps {
  start: Draft;
  /** Null for a new one. */
  code: Code | null;
  /** Where to when it is cancelled and there is nothing to go back to. */
  home: string;
  /** Given what it was begun from as well; says where to go from there. */
  save: (draft: Draft, start: Draft) => Promise<Next>;
}

interface Next {
  to: string;
  /** For the form of a code that was made while not all of it could be saved. */
  state?: Unfinished;
}

interface Unfinished {
  unfinished: string;
}

/** What is known to be poor in a look that is new. Saving does not wait for a verdict that has not come. */
function poorLook(draft: Draft, saved: Draft | null, judged: PreviewState["judged"]): PoorLook | null {
  if (saved && JSON.stringify(lookOf(saved)) === JSON.stringify(lookOf(draft))) return null;
  if (judged?.verdict && !judged.isOld) {
    const { grade, advice } = judged.verdict;
    return grade === "F" ? { why: advice, isUnread: isUnread(judged.verdict) } : null;
  }
  const problem = contrastProblem(draft, FAILING) ?? inkProblem(draft, FAILING);
  return problem === null ? null : { why: [problem], isUnread: false };
}

export function Editor({ start: given, code, home, save }: EditorProps) {
  const kept = useKeptDraft(given);
  const { start } = kept;
  const navigate = useNavigate();
  const { key, hash, state } = useLocation();
  const saved = code ? start : null;
  const element = useRef<HTMLFormElement>(null);
  const [poor, setPoor] = useState<PoorLook | null>(null);
  /** True from the answer to the question to the saving. */
  const isSure = useRef(false);
  const isLeft = useRef(false);

  const form = useCallForm<Draft>(
    {
      initialValues: kept.found,
      // What cannot be drawn could not be saved either.
      validate: (draft) => ({ ...preview.problems, ...problemsOfDraft(draft, saved) }),
      place: (fields, draft) => refusalAt(draft, fields),
      failAt: "form",
    },
    async (wanted) => {
      const question = isSure.current ? null : poorLook(wanted, saved, preview.judged);
      isSure.current = false;
      if (question) return setPoor(question);
      const { to, state } = await save(wanted, start);
      letGo();
      navigate(to, { replace: code === null, state });
    },
  );
  const draft = form.values;
  const isUnsaved = useCallback(() => !isLeft.current && isChanged(form.getValues(), start), [form.getValues, start]);
  const letGo = () => {
    isLeft.current = true;
    kept.forget();
  };
  useEffect(() => {
    if (!isLeft.current) kept.keep(draft);
  }, [draft]);

  const history = useLookHistory(form.getValues, (look) => form.setValues(look));
  const changeLook = useCallback((wanted: Change<LookParts>) => {
    const now = form.getValues();
    const part = made(wanted, lookOf(now));
    history.note({ ...now, ...part });
    form.setErrors({});
    form.setValues(part);
  }, []);
  const preview = usePreview(draft, code?.shareToken);
  const making = useMakeItScan(draft, preview.findNearest, changeLook);

  const look = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (hash !== "#look") return;
    look.current?.focus({ preventScroll: true });
    look.current?.scrollIntoView();
  }, [hash]);
  const [button, verb] = code ? ["Save", "Save"] : ["Create the code", "Create"];
  const cancel = () => (key === "default" ? navigate(home) : navigate(-1));
  return (
    <form ref={element} {...form.props} className={classes.form}>
      <Grid gap="lg">
        {/* The page is left when it is saved: what was typed meanwhile would be lost unseen. */}
        <Grid.Col span={{ base: 12, md: 7.5 }} inert={form.submitting}>
          <Stack>
            {kept.wasKept && isChanged(draft, start) && <DraftNotice startAfresh={() => form.setValues(start)} />}
            <SavingFailure what={form.errors.form ?? (state as Unfinished | null)?.unfinished} />
            <ContentCard form={form} isNew={code === null} />
            <Card>
              <WorksUntil form={form} endsNow={code?.expiresAt} />
            </Card>
            <Card id="look" ref={look} tabIndex={-1} className={classes.look}>
              <LookBar history={history} style={draft.style} />
              <Look
                look={lookOf(draft)}
                change={changeLook}
                problems={{ ...preview.problems, ...(form.errors as Record<string, string>) }}
              />
            </Card>
            <Button variant="default" size="md" hiddenFrom="md" onClick={cancel}>
              Cancel
            </Button>
          </Stack>
        </Grid.Col>
        <Grid.Col span={4.5} visibleFrom="md">
          <Stack className={classes.side}>
            {/* Above all that grows: a button that moves while it is pressed misses the press. */}
            <Group justify="flex-end">
              <Button variant="default" onClick={cancel}>
                Cancel
              </Button>
              <Button type="submit" loading={form.submitting}>
                {button}
              </Button>
            </Group>
            <Stack className={classes.seen}>
              <Card>
                <Preview preview={preview} draft={draft} making={making} />
              </Card>
              <Card>
                <Holds preview={preview} draft={draft} />
              </Card>
            </Stack>
          </Stack>
        </Grid.Col>
      </Grid>
      <SaveBar preview={preview} draft={draft} making={making} button={button} busy={form.submitting} />
      <LeaveQuestion isUnsaved={isUnsaved} leave={letGo} />
      {poor && (
        <LookQuestion
          poor={poor}
          verb={verb}
          making={making}
          back={() => setPoor(null)}
          save={() => {
            setPoor(null);
            isSure.current = true;
            element.current?.requestSubmit();
          }}
        />
      )}
    </form>
  );
}

function DraftNotice({ startAfresh }: { startAfresh: () => void }) {
  return (
    <Alert variant="light" icon={<Icon name="edit" />} role="status">
      <Group justify="space-between" gap="xs">
        <Text size="sm">Your draft was kept: this is what you typed before.</Text>
        <Button size="compact-sm" variant="default" onClick={startAfresh}>
          Start afresh
        </Button>
      </Group>
    </Alert>
  );
}

function SavingFailure({ what }: { what: ReactNode }) {
  const alert = useRef<HTMLDivElement>(null);
  // The button is in sight wherever one is in the form, and this stands at its top.
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
