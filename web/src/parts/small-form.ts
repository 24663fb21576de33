import { type FormEvent, useEffect, useRef, useState } from "react";
import { CallError } from "../api/call.ts";

export type Wrong = Record<string, string>;

export const FILL_IN = "Fill this in.";

/** What is wrong with an address before the server is asked; null when nothing is. */
export function emailProblem(email: string): string | null {
  if (email.trim() === "") return FILL_IN;
  return /^\S+@\S+\.\S+$/.test(email.trim()) ? null : "Write it like you@example.com.";
}

export function newPasswordProblem(password: string): string | null {
  if (password === "") return FILL_IN;
  return password.length < 8 ? "Take at least 8 characters." : null;
}

/** Only the fields that something is wrong with. */
export const wrongOf = (fields: Record<string, string | null>): Wrong =>
  Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, string] => !!entry[1]));

interface SmallForm {
  /** The fields by the server's names. */
  check: () => Wrong;
  send: () => Promise<void>;
}

/** A form whose errors stand at its fields, the page's and the server's alike; the first one is focused. */
export function useSmallForm({ check, send }: SmallForm) {
  const ref = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<Wrong>({});
  const [failure, setFailure] = useState<CallError | null>(null);
  useEffect(() => {
    if (Object.keys(wrong).length === 0) return;
    ref.current?.querySelector<HTMLElement>('input[aria-invalid="true"], input[data-invalid]')?.focus();
  }, [wrong]);

  async function onSubmit(event: FormEvent) {
    event.preventDefault();
    const found = check();
    setWrong(found);
    setFailure(null);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await send();
    } catch (error) {
      const refusal = error instanceof CallError ? error : null;
      setWrong(refusal?.fields ?? {});
      setFailure(refusal ?? new CallError(0, {}));
    } finally {
      setBusy(false);
    }
  }
  return { form: { ref, onSubmit, noValidate: true }, busy, wrong, failure };
}
