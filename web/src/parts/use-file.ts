import { useEffect, useRef, useState } from "react";
import { CallError, call } from "../api/call.ts";
import { words } from "./words.ts";

/** Downloads a file that the server generates, with progress and cancel. */
export function useFile() {
  const [bytes, setBytes] = useState<number | null>(null);
  const [error, setError] = useState<CallError | null>(null);
  const going = useRef<AbortController | null>(null);
  useEffect(() => () => going.current?.abort(), []);

  async function save(path: string, body: unknown, name: string): Promise<boolean> {
    const controller = new AbortController();
    going.current = controller;
    setError(null);
    setBytes(0);
    try {
      const answer = await call.made(path, body, controller.signal);
      const parts: BlobPart[] = [];
      let length = 0;
      for (const reader = answer.body!.getReader(); ; ) {
        const { done, value } = await reader.read();
        if (done) break;
        parts.push(value);
        length += value.length;
        setBytes(length);
      }
      saveFile(new Blob(parts), name);
      return true;
    } catch (failure) {
      if (!controller.signal.aborted) setError(asCallError(failure));
      return false;
    } finally {
      setBytes(null);
    }
  }

  return { bytes, error, save, giveUp: () => going.current?.abort() };
}

const asCallError = (error: unknown): CallError =>
  error instanceof CallError ? error : new CallError(0, { message: words.brokenOff });

export function saveFile(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
