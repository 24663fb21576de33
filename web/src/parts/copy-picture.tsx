import { Button, type ButtonProps } from "@mantine/core";
import { useState } from "react";
import { call } from "../api/call.ts";
import { pictureProblem } from "./code-picture.ts";
import { Icon } from "./icon.tsx";
import { tell, tellError } from "./notices.tsx";

/** Browsers copy pictures on https and localhost only; elsewhere there is no button. */
export function CopyPicture({ path, ...button }: { path: string } & ButtonProps) {
  const [isBusy, setBusy] = useState(false);
  if (!("ClipboardItem" in window) || !navigator.clipboard?.write) return null;

  async function copy(): Promise<void> {
    setBusy(true);
    const picture = call.picture(path).catch((error) => {
      throw new Error(pictureProblem(error));
    });
    try {
      // Handed over unfetched: Safari lets nobody copy who waited first.
      await navigator.clipboard.write([new ClipboardItem({ "image/png": picture })]);
      tell("The picture is copied. Paste it where you need it.");
    } catch (error) {
      // Browsers say only that they were not given a picture.
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
      Copy as image
    </Button>
  );
}
