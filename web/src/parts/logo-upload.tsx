import { Group, Stack, Text } from "@mantine/core";
import { Dropzone } from "@mantine/dropzone";
import "@mantine/dropzone/styles.css";
import { useEffect, useRef, useState } from "react";
import { type Logo, useRemoveLogo, useUploadLogo } from "../api/looks.ts";
import { logos as words } from "./dialog-words.ts";
import { sentence } from "./formats.ts";
import { Icon } from "./icon.tsx";
import { ask, tell, tellError } from "./notices.tsx";

/** The server's limit. */
const MAX_BYTES = 1024 * 1024;
const MAX_PIXELS = 4096;
/** More than any logo is drawn with. */
const ENOUGH_PIXELS = 1024;

/** Shrinks a large photo. If it cannot be decoded, the server answers for it. */
async function fitLogo(file: File): Promise<Blob> {
  if (file.type === "image/svg+xml") return file;
  const picture = await createImageBitmap(file).catch(() => null);
  if (picture === null) return file;
  const longest = Math.max(picture.width, picture.height);
  if (file.size <= MAX_BYTES && longest <= MAX_PIXELS) {
    picture.close();
    return file;
  }
  const share = Math.min(1, ENOUGH_PIXELS / longest);
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * share));
  canvas.height = Math.max(1, Math.round(picture.height * share));
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  // Photos are too large as PNG. Browsers that cannot write WebP write PNG instead.
  return new Promise((resolve) => canvas.toBlob((small) => resolve(small ?? file), "image/webp", 0.9));
}

const TYPES = ["image/png", "image/jpeg", "image/webp", "image/svg+xml"];

/** Ignores an image that was copied together with text: the text belongs in the focused field. */
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
  /** Of several files at once, upload all, or for a single code only the last. */
  wants: "all" | "last";
}

/** Uploads logos by drop, paste or file dialog, one after the other, and shows errors. */
export function LogoUpload({ done, wants }: LogoUploadProps) {
  const upload = useUploadLogo();
  const [wrong, setWrong] = useState<string | null>(null);
  // The callback may have changed by the time an upload is finished.
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
      if (!isLeft()) setWrong(sentence((error as Error).message));
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
        inputProps={{ "aria-label": words.file }}
        aria-label={words.add}
      >
        <Group gap="sm" wrap="nowrap">
          <Icon name="picture" size={24} />
          <div>
            <Text size="sm" fw={500}>
              {words.drop}
            </Text>
            <Text size="xs" c="dimmed">
              {words.dropHint}
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

/** Asks for confirmation, since the upload may be the only copy. */
export function useLogoRemoval(): (id: string, then?: () => void) => void {
  const removal = useRemoveLogo();
  return (id, then) =>
    ask({
      title: words.removeTitle,
      words: words.removeText,
      confirm: words.removeConfirm,
      act: () =>
        void removal.mutateAsync(id).then(() => {
          tell(words.removed);
          then?.();
        }, tellError),
    });
}
