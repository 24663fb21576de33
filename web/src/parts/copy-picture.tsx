import { Button, type ButtonProps } from "@mantine/core";
import { useState } from "react";
import { Icon } from "./icon.tsx";
import { tell, tellError } from "./notices.tsx";

async function fetchPicture(src: string): Promise<Blob> {
  const answer = await fetch(src);
  if (!answer.ok) throw new Error("The picture could not be drawn.");
  return answer.blob();
}

/** Browsers copy pictures on https and localhost only; elsewhere there is no button. */
export function CopyPicture({ src, ...button }: { src: string } & ButtonProps) {
  const [isBusy, setBusy] = useState(false);
  if (!("ClipboardItem" in window) || !navigator.clipboard?.write) return null;

  async function copy(): Promise<void> {
    setBusy(true);
    try {
      // Handed over unfetched: Safari lets nobody copy who waited first.
      await navigator.clipboard.write([new ClipboardItem({ "image/png": fetchPicture(src) })]);
      tell("The picture is copied. Paste it where you need it.");
    } catch (error) {
      tellError(error);
    }
    setBusy(false);
  }

  return (
    <Button
      variant="default"
      {...button}
      loading={isBusy}
      onClick={copy}
      leftSection={<Icon name="copy" size={16} />}
    >
      Copy as image
    </Button>
  );
}
