import { Alert, Button, Card, Grid, Group, Stack, Title } from "@mantine/core";
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
  save: (draft: Draft, start: Draft) => Promise<string>;
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

export function Editor({ start: given, code, home, save }: EditorProps) {
  const { start, draft, setDraft, isUnsaved, letGo, ...kept } = useDraft(given);
  const navigate = useNavigate();
  const { key, hash } = useLocation();
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
      const next = await save(wanted, start);
      letGo();
      navigate(next, { replace: code === null });
    },
  });
  const change = (part: Partial<Draft>) => {
    saving.forgetRefusal();
    setDraft((current) => ({ ...current, ...part }));
  };
  const [button, verb] = code ? ["Save", "Save"] : ["Create the code", "Create"];
  const cancel = () => (isFirstPage ? navigate(home) : navigate(-1));
  return (
    <form ref={saving.form} onSubmit={saving.submit} noValidate className={classes.form}>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7.5 }}>
          <Stack>
            <DraftNotice {...kept} />
            {saving.failure && (
              <Alert color="red" variant="light" icon={<Icon name="alert" />} role="alert">
                {saving.failure}
              </Alert>
            )}
            <ContentCard
              draft={draft}
              change={change}
              problems={saving.problems}
              isNew={code === null}
            />
            <Card>
              <WorksUntil
                expiry={draft.expiry}
                change={(expiry) => change({ expiry })}
                error={saving.problems.until}
                endsNow={code?.expiresAt}
              />
            </Card>
            <Card id="look" ref={look} tabIndex={-1} className={classes.look}>
              <Title order={2} size="h5" mb="md">
                Look
              </Title>
              <Look draft={draft} change={change} problems={saving.problems} />
            </Card>
            <Button variant="default" size="md" hiddenFrom="md" onClick={cancel}>
              Cancel
            </Button>
          </Stack>
        </Grid.Col>
        <Grid.Col span={4.5} visibleFrom="md">
          <Stack style={{ position: "sticky", top: 84 }}>
            <Card>
              <Preview preview={preview} draft={draft} />
            </Card>
            <Group justify="flex-end">
              <Button variant="default" onClick={cancel}>
                Cancel
              </Button>
              <Button type="submit" loading={saving.busy}>
                {button}
              </Button>
            </Group>
            <Card>
              <Holds preview={preview} draft={draft} />
            </Card>
          </Stack>
        </Grid.Col>
      </Grid>
      <SaveBar preview={preview} draft={draft} button={button} busy={saving.busy} />
      <LeaveQuestion isUnsaved={isUnsaved} leave={letGo} />
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
