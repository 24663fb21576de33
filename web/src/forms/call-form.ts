import { type FormErrors, type FormValidateInput, type UseFormReturnType, useForm } from "@mantine/form";
import { useEffect, useRef, useState } from "react";
import { CallError } from "../api/call.ts";
import { away } from "../api/reach.ts";
import { useSignal } from "../api/signal.ts";
import { capital, sentence } from "../parts/formats.ts";
import { words } from "./words.ts";

/** A rule for what must not be empty, with what to say where it is. */
export const required = (missing: string) => (value: string) => (value.trim() === "" ? missing : null);

export const emailProblem = (email: string): string | null =>
  /^\S+@\S+\.\S+$/.test(email.trim()) ? null : words.email;

export const passwordProblem = required(words.noPassword);

export const newPasswordProblem = (password: string): string | null => (password.length < 8 ? words.password : null);

type Fields = Record<string, string>;

interface CallForm<V> {
  initialValues: V;
  validate?: FormValidateInput<V>;
  /**
   * Maps the server's field errors to inputs; null if they cannot be shown there. By default the names are the same.
   */
  place?: (fields: Fields, values: V) => Fields | null;
  /** The input that shows other errors; by default the first one. */
  failAt?: string;
  /** Called with the paths of invalid inputs before the first is focused. */
  reveal?: (paths: string[]) => void;
  name?: string;
}

const placeByName = (fields: Fields, values: object): Fields =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([field]) => field in values)
      .map(([field, what]) => [field, sentence(what)]),
  );

/** The message with its field errors, for a place away from the inputs. */
function wholeMessage(error: unknown): string {
  const fields = error instanceof CallError ? Object.entries(error.fields) : [];
  return [(error as Error).message, ...fields.map(([field, what]) => `${capital(field)} ${what}.`)].join(" ");
}

/**
 * A form that is sent to the server. Server errors are shown at their inputs like validation errors, and the first is
 * focused.
 */
export function useCallForm<V extends Record<string, unknown>>(
  { failAt, reveal, place = placeByName, ...input }: CallForm<V>,
  send: (values: V) => Promise<unknown>,
): UseFormReturnType<V> & { props: { onSubmit: ReturnType<UseFormReturnType<V>["onSubmit"]>; noValidate: true } } {
  const form = useForm<V>(input) as UseFormReturnType<V>;
  const [wrong, setWrong] = useState<FormErrors>({});
  useEffect(() => {
    // Inputs are disabled while the form is sent and cannot be focused.
    if (form.submitting) return;
    const [node] = Object.keys(wrong)
      .map((path) => form.getInputNode<HTMLElement, never>(path as never))
      .filter((found) => found !== null)
      .sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
    node?.focus({ preventScroll: true });
    node?.scrollIntoView({ block: "center" });
  }, [wrong, form.submitting]);
  // Remove the message about a lost connection when it is back.
  const isAway = useSignal(away) !== null;
  const unsent = useRef<string | null>(null);
  useEffect(() => {
    if (isAway || unsent.current === null) return;
    form.clearFieldError(unsent.current);
    unsent.current = null;
  }, [isAway]);
  function show(errors: FormErrors): void {
    reveal?.(Object.keys(errors));
    setWrong(errors);
  }
  const onSubmit = form.onSubmit(async (values) => {
    setWrong({});
    try {
      await send(values);
    } catch (error) {
      const placed = error instanceof CallError ? place(error.fields, values) : null;
      const isPlaced = placed !== null && Object.keys(placed).length > 0;
      const at = failAt ?? Object.keys(values)[0]!;
      const errors = isPlaced ? placed : { [at]: wholeMessage(error) };
      unsent.current = error instanceof CallError && error.error === "offline" ? at : null;
      form.setErrors(errors);
      show(errors);
    }
  }, show);
  return { ...form, props: { onSubmit, noValidate: true } };
}
