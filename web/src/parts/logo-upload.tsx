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

/** Takes a logo by drop, paste or choice. What is wrong with it is said here. */
export function LogoUpload({ done }: { done: (logo: Logo) => void }) {
  const upload = useUploadLogo();
  const [wrong, setWrong] = useState<string | null>(null);
  // An upload takes a moment: what it leads to is up to the page as it is by then.
  const latest = useRef(done);
  latest.current = done;

  async function take(file: File | undefined): Promise<void> {
    if (!file || upload.isPending) return;
    setWrong(null);
    try {
      const logo = await upload.mutateAsync(await fitLogo(file));
      latest.current(logo);
    } catch (error) {
      setWrong(capital((error as Error).message));
    }
  }
  usePaste(take);

  return (
    <Stack gap={6}>
      <Dropzone
        onDropAny={([file], [refused]) => void take(file ?? refused?.file)}
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
