import { ActionIcon, Button, type ButtonProps, Tooltip } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { CallError, call } from "../api/call.ts";
import { Icon } from "./icon.tsx";
import { tell, tellError } from "./notices.tsx";
import { words } from "./words.ts";

const SHOWN_MS = 2000;

/** The clipboard API needs https or localhost; this works elsewhere. */
function copyByHand(text: string): boolean {
  const before = document.activeElement;
  const area = document.createElement("textarea");
  area.value = text;
  // Inside the dialog, which traps the focus.
  (before?.closest("[role=dialog]") ?? document.body).append(area);
  area.select();
  const isDone = document.execCommand("copy");
  area.remove();
  if (before instanceof HTMLElement) before.focus();
  return isDone;
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByHand(text);
  }
}

/** Copies a text and shows for a moment that it did. */
export function useCopy(value: string): { copied: boolean; copy: () => void } {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async () => {
    if (!(await copyText(value))) return tellError(new Error(words.notCopied));
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), SHOWN_MS);
  };
  return { copied, copy: () => void copy() };
}

export function CopyIcon({ value, label }: { value: string; label: string }) {
  const { copied, copy } = useCopy(value);
  return (
    <Tooltip label={copied ? words.copied : label}>
      <ActionIcon variant="subtle" color={copied ? "glass" : "gray"} onClick={copy} aria-label={label}>
        <Icon name={copied ? "check" : "copy"} />
      </ActionIcon>
    </Tooltip>
  );
}

export function CopyWide({ value, label }: { value: string; label: string }) {
  const { copied, copy } = useCopy(value);
  return (
    <Button
      variant={copied ? "light" : "filled"}
      onClick={copy}
      leftSection={<Icon name={copied ? "check" : "copy"} />}
    >
      {copied ? words.copied : label}
    </Button>
  );
}

/** Images can be copied on https and localhost only; elsewhere there is no button. */
export function CopyPicture({ path, ...button }: { path: string } & ButtonProps) {
  const [isBusy, setBusy] = useState(false);
  if (!("ClipboardItem" in window) || !navigator.clipboard?.write) return null;

  async function copy(): Promise<void> {
    setBusy(true);
    const picture = call.picture(path).catch((error) => {
      throw new Error(pictureProblem(error));
    });
    try {
      // Pass a promise: Safari refuses to write after an await.
      await navigator.clipboard.write([new ClipboardItem({ "image/png": picture })]);
      tell(words.imageCopied);
    } catch (error) {
      // The browser's error does not say why the image could not be loaded.
      tellError(
        await picture.then(
          () => error,
          (why) => why,
        ),
      );
    }
    setBusy(false);
  }

  return (
    <Button variant="default" {...button} loading={isBusy} onClick={copy} leftSection={<Icon name="copy" size={16} />}>
      {words.copyImage}
    </Button>
  );
}

/** The server's message on why there is no image. */
export function pictureProblem(error: unknown): string {
  if (!(error instanceof CallError)) return words.noImage;
  const { size } = error.fields;
  return size === undefined ? error.message : words.noImageOfSize(size);
}

/** Images of codes are a few kilobytes, so they fit a data: URL. */
const dataUrlOf = (picture: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(picture);
  });

/** The image at a path, or none for null; the previous one stays until it is loaded. `version` is the code's. */
export function useCodePicture(path: string | null, version: string) {
  const picture = useQuery({
    queryKey: ["picture", path, version],
    queryFn: async () => dataUrlOf(await call.picture(path!)),
    enabled: path !== null,
    placeholderData: keepPreviousData,
    // Do not retry while offline; the query is refetched when the network is back.
    retry: (count, error) => count < 2 && error instanceof CallError && error.status >= 500,
  });
  return { source: picture.data, error: picture.error, isOld: picture.isPlaceholderData };
}
