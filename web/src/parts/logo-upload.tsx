import { Group, Stack, Text } from "@mantine/core";
import { Dropzone } from "@mantine/dropzone";
import "@mantine/dropzone/styles.css";
import { useEffect, useRef, useState } from "react";
import { type Logo, useUploadLogo } from "../api/looks.ts";
import { fitLogo } from "./fit-logo.ts";
import { Icon } from "./icon.tsx";
import { capital } from "./words.ts";

const TYPES = ["image/png", "image/jpeg", "image/webp", "image/svg+xml"];

/** Text that was copied with a picture of it belongs into the field one is in. */
function pastedPicture(event: ClipboardEvent): File | undefined {
  const { clipboardData: data, target } = event;
  const isField = target instanceof HTMLElement && target.matches("input, textarea");
  if (isField && data?.getData("text/plain")) return undefined;
  return [...(data?.files ?? [])].find(({ type }) => type.startsWith("image/"));
}

function usePaste(take: (file: File) => void): void {
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    function onPaste(event: ClipboardEvent): void {
      const file = pastedPicture(event);
      if (!file) return;
      event.preventDefault();
      latest.current(file);
    }
    document.addEventListener("paste", onPaste);
    return () => document.removeEventListener("paste", onPaste);
  }, []);
}

interface LogoUploadProps {
  done: (logo: Logo) => void;
  /** Of several that come in a moment: for one code, the last alone is sent. */
  wants: "all" | "last";
}

/** Takes logos by drop, paste or choice, one after the other. What is wrong with one is said here. */
export function LogoUpload({ done, wants }: LogoUploadProps) {
  const upload = useUploadLogo();
  const [wrong, setWrong] = useState<string | null>(null);
  // An upload takes a moment: what it leads to is up to the page as it is by then.
  const latest = useRef(done);
  latest.current = done;
  const newest = useRef<File>(undefined);
  const turn = useRef(Promise.resolve());

  function take(file: File | undefined): void {
    if (!file) return;
    setWrong(null);
    newest.current = file;
    turn.current = turn.current.then(() => send(file));
  }

  async function send(file: File): Promise<void> {
    const isLeft = () => wants === "last" && newest.current !== file;
    try {
      const fitted = isLeft() ? null : await fitLogo(file);
      if (fitted === null || isLeft()) return;
      const logo = await upload.mutateAsync(fitted);
      latest.current(logo);
    } catch (error) {
      if (!isLeft()) setWrong(capital((error as Error).message));
    }
  }
  usePaste(take);

  return (
    <Stack gap={6}>
      <Dropzone
        onDropAny={([file], [refused]) => take(file ?? refused?.file)}
        onDrop={() => {}}
        accept={TYPES}
        multiple={false}
        loading={upload.isPending}
        p="sm"
        inputProps={{ "aria-label": "Picture for the middle" }}
        aria-label="Add a picture for the middle"
      >
        <Group gap="sm" wrap="nowrap">
          <Icon name="picture" size={24} />
          <div>
            <Text size="sm" fw={500}>
              Drop a picture, paste it, or click to choose
            </Text>
            <Text size="xs" c="dimmed">
              PNG, JPEG, WebP or SVG. A large one is made smaller.
            </Text>
          </div>
        </Group>
      </Dropzone>
      {wrong && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {wrong}
        </Text>
      )}
    </Stack>
  );
}
