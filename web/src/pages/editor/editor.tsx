import { Alert, Button, Card, Grid, Group, Stack } from "@mantine/core";
import { useCallback, useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import type { Code } from "../../api/types.ts";
import { LeaveQuestion } from "../../forms/leave-question.tsx";
import { Icon } from "../../parts/icon.tsx";
import { ContentCard } from "./content-card.tsx";
import type { Draft } from "./draft.ts";
import { DraftNotice } from "./draft-notice.tsx";
import classes from "./editor.module.css";
import { useKeptDraft } from "./kept-draft.ts";
import { LookBar } from "./look/look-bar.tsx";
import { useMakeItScan } from "./look/make-it-scan.tsx";
import { type Change, type LookParts, lookOf, made } from "./look/parts.ts";
import { UnreadLook } from "./look/unread-look.tsx";
import { useLookHistory } from "./look/use-look-history.ts";
import { Look } from "./look.tsx";
import { PoorLookQuestion } from "./poor-look.tsx";
import { Holds, Preview } from "./preview.tsx";
import { SaveBar } from "./save-bar.tsx";
import { usePreview } from "./use-preview.ts";
import { useSaving } from "./use-saving.ts";
import { WorksUntil } from "./works-until.tsx";

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

/** A draft that asks before it is left, until it is saved or thrown away. */
function useDraft(given: Draft) {
  const kept = useKeptDraft(given);
  const unsaved = useRef(false);
  useEffect(() => {
    unsaved.current = kept.changed;
  }, [kept.changed]);
  const isUnsaved = useCallback(() => unsaved.current, []);
  const letGo = () => {
    unsaved.current = false;
    kept.forget();
  };
  return { ...kept, isUnsaved, letGo };
}

/** The same function at every drawing, which does what the one of the last drawing does. */
function useSteady<T, R>(act: (given: T) => R): (given: T) => R {
  const latest = useRef(act);
  latest.current = act;
  return useCallback((given: T) => latest.current(given), []);
}

export function Editor({ start: given, code, home, save }: EditorProps) {
  const { start, draft, setDraft, isUnsaved, letGo, ...kept } = useDraft(given);
  const navigate = useNavigate();
  const { key, hash, state } = useLocation();
  const isFirstPage = key === "default";
  const look = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (hash !== "#look") return;
    look.current?.focus({ preventScroll: true });
    look.current?.scrollIntoView();
  }, [hash]);
  const preview = usePreview(draft, code?.shareToken);
  const saving = useSaving({
    draft,
    saved: code ? start : null,
    judge: preview.judge,
    async save(wanted) {
      const { to, state } = await save(wanted, start);
      letGo();
      navigate(to, { replace: code === null, state });
    },
  });
  const latest = useRef(draft);
  latest.current = draft;
  const change = (part: Partial<Draft>) => {
    // The page is left when it is saved, and what came in between would be lost unseen.
    if (saving.isBusy()) return;
    saving.forgetRefusal();
    latest.current = { ...latest.current, ...part };
    setDraft((current) => ({ ...current, ...part }));
  };
  const history = useLookHistory({ present: () => latest.current, show: change, isHeld: saving.isBusy });
  /** False when nothing may be changed now. */
  const changeLook = useSteady((wanted: Change<LookParts>): boolean => {
    if (saving.isBusy()) return false;
    const part = made(wanted, latest.current);
    history.note({ ...latest.current, ...part });
    change(part);
    return true;
  });
  const making = useMakeItScan(draft, preview.findNearest, changeLook);
  const [button, verb] = code ? ["Save", "Save"] : ["Create the code", "Create"];
  const cancel = () => (isFirstPage ? navigate(home) : navigate(-1));
  return (
    <form ref={saving.form} onSubmit={saving.submit} noValidate className={classes.form}>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7.5 }}>
          <Stack>
            <DraftNotice {...kept} />
            <SavingFailure what={saving.failure ?? (state as Unfinished | null)?.unfinished} />
            <ContentCard draft={draft} change={change} problems={saving.problems} isNew={code === null} />
            <Card>
              <WorksUntil
                expiry={draft.expiry}
                change={(expiry) => change({ expiry })}
                error={saving.problems.until}
                endsNow={code?.expiresAt}
              />
            </Card>
            <Card id="look" ref={look} tabIndex={-1} className={classes.look}>
              <LookBar history={history} style={draft.style} />
              <Look look={lookOf(draft)} change={changeLook} problems={{ ...preview.problems, ...saving.problems }} />
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
              <Button type="submit" loading={saving.busy}>
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
      <SaveBar preview={preview} draft={draft} making={making} button={button} busy={saving.busy} />
      <LeaveQuestion isUnsaved={isUnsaved} leave={letGo} />
      <UnreadLook isOpen={saving.isUnreadable} close={saving.closeQuestion} making={making} />
      <PoorLookQuestion
        poor={saving.poor}
        verb={verb}
        back={saving.closeQuestion}
        save={(judged) => {
          setDraft(() => judged);
          saving.store(judged);
        }}
      />
    </form>
  );
}

function SavingFailure({ what }: { what: string | null | undefined }) {
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
