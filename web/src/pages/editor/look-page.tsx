import { Alert, Box, Button, Card, Stack } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useNavigate, useParams } from "react-router";
import { PLAIN } from "../../../../src/rendering/style.ts";
import { type SavedLook, useSavedLooks } from "../../api/looks.ts";
import type { Me, Style } from "../../api/types.ts";
import type { Problems } from "../../forms/form.ts";
import { LeaveQuestion } from "../../forms/leave-question.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Failure, Waiting } from "../../parts/notices.tsx";
import { Page } from "../../parts/page.tsx";
import { LookFields, useLookForm } from "../../parts/save-look-dialog.tsx";
import { emptyDraft, problemsOfDraft, settle } from "./draft.ts";
import classes from "./editor.module.css";
import { useLookHistory } from "./look/history.ts";
import { Look } from "./look/look.tsx";
import { type Change, type LookParts, lookOf, made } from "./look/parts.ts";
import { useMakeItScan } from "./look-question.tsx";
import { Preview, SaveBar } from "./preview.tsx";
import { Section } from "./steps.tsx";
import { usePreview } from "./use-preview.ts";
import { LOOK_PAGE as words } from "./words.ts";

const problemsOfStyle = (style: Style): Problems =>
  Object.fromEntries(
    Object.entries(problemsOfDraft(emptyDraft(style), null)).filter(([path]) => path.startsWith("style.")),
  );

/** A look on its own: a new one, or a saved one. */
export default function LookPage() {
  const { id } = useParams();
  const looks = useSavedLooks();
  if (id === undefined) return <Form look={{ style: PLAIN }} />;
  if (looks.isPending) return <Waiting />;
  const look = looks.data?.find((one) => one.id === id);
  if (look) return <Form key={id} look={look} />;
  return (
    <Page title={words.editFailed} back={words.back}>
      {looks.isError ? <Failure error={looks.error} retry={() => looks.refetch()} /> : words.gone}
    </Page>
  );
}

function Form({ look }: { look: Pick<SavedLook, "style"> & Partial<SavedLook> }) {
  const navigate = useNavigate();
  // At once, unlike a state: the next page follows immediately.
  const isSaved = useRef(false);
  const { shareBase } = useQueryClient().getQueryData<Me>(["me"])!;
  const leave = () => {
    isSaved.current = true;
    navigate("/looks");
  };
  const looking = useLookForm(look, leave, ({ style }) => ({
    ...preview.problems,
    ...problemsOfStyle(style),
  }));
  const { form, isReplaced } = looking;
  const draft = settle(emptyDraft(form.values.style), shareBase);
  const preview = usePreview(draft, null, shareBase);
  // Colours belong to codes: those of a ready-made look are left out.
  const set = ({ style }: Partial<LookParts>) => style && form.setFieldValue("style", style);
  const now = () => lookOf(emptyDraft(form.getValues().style));
  const history = useLookHistory(now, set);
  const change = (wanted: Change<LookParts>) => {
    const part = made(wanted, now());
    history.note({ ...now(), style: part.style ?? now().style });
    set(part);
  };
  const making = useMakeItScan(draft, preview.findNearest, change);
  const [isAdvanced, setAdvanced] = useState(false);
  const button = isReplaced ? words.replace : words.save;
  const problems = { ...preview.problems, ...(form.errors as Record<string, string>) };
  return (
    <form {...form.props} className={classes.form}>
      <Page
        title={look.id ? words.editTitle(look.name ?? "") : words.newTitle}
        lead={look.id ? words.editLead : words.newLead}
        back={words.back}
      >
        <div className={classes.columns}>
          <Stack inert={form.submitting} miw={0}>
            {form.errors.style && (
              <Alert color="red" variant="light" icon={<Icon name="alert" />} role="alert">
                {form.errors.style}
              </Alert>
            )}
            <Card padding={0}>
              <Section>
                <Stack>
                  <LookFields {...looking} />
                </Stack>
              </Section>
              <Look
                look={lookOf(draft)}
                level={draft.errorCorrection}
                change={change}
                problems={problems}
                history={history}
                isAdvanced={isAdvanced}
                toggleAdvanced={() => setAdvanced(!isAdvanced)}
                isOfCode={false}
              />
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
      <SaveBar preview={preview} draft={draft} making={making} button={button} busy={form.submitting} />
      <LeaveQuestion isUnsaved={() => !isSaved.current && form.isDirty()} />
    </form>
  );
}
