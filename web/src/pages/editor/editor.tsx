import {
  Alert,
  Autocomplete,
  Button,
  Card,
  Grid,
  Group,
  Stack,
  TextInput,
  Title,
} from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router";
import type { CallError } from "../../api/call.ts";
import { useCategories } from "../../api/queries.ts";
import type { CodeType } from "../../api/types.ts";
import { Fields } from "../../forms/fields.tsx";
import { FORMS, problemOf } from "../../forms/index.ts";
import { Icon } from "../../parts/icon.tsx";
import { capital } from "../../parts/words.ts";
import { contentOf, type Draft } from "./draft.ts";
import { KindChoice } from "./kind-choice.tsx";
import { Look } from "./look.tsx";
import { Preview } from "./preview.tsx";

interface EditorProps {
  start: Draft;
  /** The type of a code that exists stays what it is. */
  fixedType: boolean;
  shareToken?: string;
  button: string;
  save: (draft: Draft) => Promise<void>;
}

export function Editor({ start, fixedType, shareToken, button, save }: EditorProps) {
  const [draft, setDraft] = useState(start);
  const [asked, setAsked] = useState(false);
  const [failure, setFailure] = useState<CallError | null>(null);
  const [busy, setBusy] = useState(false);
  const categories = useCategories();
  const navigate = useNavigate();
  const change = (part: Partial<Draft>) => setDraft((current) => ({ ...current, ...part }));

  const problem = problemOf(draft.type, contentOf(draft));
  const nameless = draft.name.trim() === "";

  async function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    setFailure(null);
    if (problem || nameless) return;
    setBusy(true);
    try {
      await save(draft);
    } catch (error) {
      setFailure(error as CallError);
      setBusy(false);
    }
  }

  const fieldError = (field: string) => failure?.fields[field] && capital(failure.fields[field]);
  return (
    <form onSubmit={submit} noValidate>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7.5 }}>
          <Stack>
            {failure && (
              <Alert color="red" variant="light" icon={<Icon name="alert" />} role="alert">
                {failure.message}
              </Alert>
            )}
            <Card>
              <Stack>
                {!fixedType && (
                  <KindChoice
                    value={draft.type}
                    change={(type: CodeType) =>
                      change({ type, form: FORMS[type], values: FORMS[type].empty, kept: null })
                    }
                  />
                )}
                <TextInput
                  label="Name"
                  description="For you and for the share page."
                  required
                  maxLength={100}
                  value={draft.name}
                  onChange={(event) => change({ name: event.currentTarget.value })}
                  error={(asked && nameless && "Give it a name.") || fieldError("name")}
                />
                <Fields
                  form={draft.form}
                  values={draft.values}
                  change={(values) => change({ values, kept: null })}
                  error={(asked && problem) || fieldError("content") || null}
                />
                <Autocomplete
                  label="Category"
                  description="Any word you like, to find it by. May be left empty."
                  data={categories.data ?? []}
                  maxLength={100}
                  value={draft.category}
                  onChange={(category) => change({ category })}
                  error={fieldError("category")}
                />
              </Stack>
            </Card>
            <Card>
              <Title order={2} size="h5" mb="md">
                Look
              </Title>
              <Look draft={draft} change={change} />
            </Card>
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4.5 }}>
          <Stack style={{ position: "sticky", top: 84 }}>
            <Preview draft={draft} shareToken={shareToken} />
            <Group justify="flex-end">
              <Button variant="default" onClick={() => navigate(-1)}>
                Cancel
              </Button>
              <Button type="submit" loading={busy}>
                {button}
              </Button>
            </Group>
          </Stack>
        </Grid.Col>
      </Grid>
    </form>
  );
}
