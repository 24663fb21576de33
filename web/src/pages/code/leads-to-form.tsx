import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { CallError } from "../../api/call.ts";
import { useChangeCode } from "../../api/queries.ts";
import type { Code } from "../../api/types.ts";
import { Fields } from "../../forms/fields.tsx";
import { FORMS, problemOf, RAW } from "../../forms/index.ts";
import { tell } from "../../parts/notices.tsx";
import { capital } from "../../parts/words.ts";

/** The fields of the code's type, in place of what they change. */
export function LeadsToForm({ code, done }: { code: Code; done: () => void }) {
  const read = FORMS[code.type].read(code.content);
  const form = read ? FORMS[code.type] : RAW;
  const [values, setValues] = useState(read ?? RAW.read(code.content)!);
  const [isTouched, setTouched] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const change = useChangeCode();
  const place = useRef<HTMLFormElement>(null);
  useEffect(() => place.current?.querySelector<HTMLElement>("input, textarea")?.focus(), []);

  const fail = (error: Error) => {
    const atField = error instanceof CallError ? error.fields.content : undefined;
    if (atField) setProblem(capital(atField));
  };
  function save(event: FormEvent) {
    event.preventDefault();
    // What is not touched stays as it was written.
    const content = isTouched ? form.build(values) : code.content;
    const wrong = problemOf(code.type, content);
    setProblem(wrong);
    if (wrong) return;
    if (content === code.content) return done();
    change.mutate(
      { id: code.id, change: { content } },
      {
        onSuccess: () => {
          tell("Saved. Printed codes lead there from now on.");
          done();
        },
        onError: fail,
      },
    );
  }
  function leave(event: KeyboardEvent) {
    const isOpenList = (event.target as HTMLElement).getAttribute("aria-expanded") === "true";
    if (event.key === "Escape" && !isOpenList) done();
  }
  return (
    <form ref={place} onSubmit={save} onKeyDown={leave} noValidate>
      <Stack gap="sm" mt={4} maw={560}>
        <Fields
          form={form}
          values={values}
          change={(next) => {
            setValues(next);
            setTouched(true);
            setProblem(null);
          }}
          error={problem}
        />
        {change.isError && !problem && (
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
  );
}
