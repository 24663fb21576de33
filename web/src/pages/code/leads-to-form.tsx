import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { type FormEvent, type KeyboardEvent, useCallback, useEffect, useRef, useState } from "react";
import { CallError } from "../../api/call.ts";
import { useChangeCode } from "../../api/queries.ts";
import type { Code } from "../../api/types.ts";
import { Fields } from "../../forms/fields.tsx";
import { inputName, type Problems, type Values } from "../../forms/form.ts";
import { formOf, valuesOf } from "../../forms/index.ts";
import { LeaveQuestion } from "../../forms/leave-question.tsx";
import { doubtsOf, fieldFor, problemsOf } from "../../forms/problems.ts";
import { tell } from "../../parts/notices.tsx";
import { capital } from "../../parts/words.ts";

/** The fields of the code's type, in place of what they change. */
export function LeadsToForm({ code, done }: { code: Code; done: () => void }) {
  const [values, setValues] = useState(() => valuesOf(code.type, code.content));
  const [isTouched, setTouched] = useState(false);
  const [problems, setProblems] = useState<Problems>({});
  const change = useChangeCode();
  const place = useRef<HTMLFormElement>(null);
  const form = formOf(code.type, values);
  useEffect(() => place.current?.querySelector<HTMLElement>("input, textarea")?.focus(), []);
  // Where something is wrong, one goes on typing.
  useEffect(() => {
    const [wrong] = Object.keys(problems);
    if (wrong) place.current?.querySelector<HTMLElement>(`[name="${inputName(wrong)}"]`)?.focus();
  }, [problems]);

  function type(next: Values) {
    setValues(next);
    setTouched(true);
    setProblems({});
    change.reset();
  }
  function refuse(error: Error) {
    const message = error instanceof CallError ? error.fields.content : undefined;
    if (message) setProblems({ [fieldFor(form, values, message)]: capital(message) });
  }
  function save(event: FormEvent) {
    event.preventDefault();
    // What is not touched stays as it was written.
    if (!isTouched) return done();
    const wrong = problemsOf(code.type, values);
    setProblems(wrong);
    if (Object.keys(wrong).length > 0) return;
    change.mutate(
      { id: code.id, change: { content: form.build(values) } },
      {
        onSuccess: () => {
          tell("Saved. Printed codes lead there from now on.");
          done();
        },
        onError: refuse,
      },
    );
  }
  function leave(event: KeyboardEvent) {
    const isOpenList = (event.target as HTMLElement).getAttribute("aria-expanded") === "true";
    if (event.key === "Escape" && !isOpenList) done();
  }
  const isUnsaved = useCallback(() => isTouched, [isTouched]);
  return (
    <>
      <form ref={place} onSubmit={save} onKeyDown={leave} noValidate>
        <Stack gap="sm" mt={4} maw={560}>
          <Fields form={form} values={values} change={type} problems={problems} doubts={doubtsOf(code.type, values)} />
          {change.isError && Object.keys(problems).length === 0 && (
            <Alert color="red" variant="light" role="alert">
              {change.error.message}
            </Alert>
          )}
          <Group gap="sm">
            <Button type="submit" loading={change.isPending}>
              Save
            </Button>
            <Button variant="default" onClick={done}>
              Cancel
            </Button>
            <Text size="xs" c="dimmed">
              Printed codes go on working.
            </Text>
          </Group>
        </Stack>
      </form>
      <LeaveQuestion isUnsaved={isUnsaved} isOfPath />
    </>
  );
}
