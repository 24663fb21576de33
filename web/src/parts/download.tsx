import { Button, type ButtonProps } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { Code } from "../api/types.ts";
import { lazyPart } from "../frame/lazy-part.ts";
import { DialogPart } from "../frame/part.tsx";
import { Icon } from "./icon.tsx";

const DownloadDialog = lazyPart(() => import("./download-dialog.tsx"));

/** The dialog, loaded when it is first wanted. */
export function Download({ code, onClose }: { code: Code; onClose: () => void }) {
  return (
    <DialogPart onClose={onClose}>
      <DownloadDialog code={code} onClose={onClose} />
    </DialogPart>
  );
}

/** Opens the dialog that pictures are taken from. */
export function DownloadButton({ code, ...props }: { code: Code } & ButtonProps) {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" leftSection={<Icon name="download" size={16} />} onClick={open} {...props}>
        {props.children ?? "Download"}
      </Button>
      {opened && <Download code={code} onClose={close} />}
    </>
  );
}
