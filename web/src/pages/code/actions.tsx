import { ActionIcon, Button, type ButtonProps, Group, SimpleGrid, Tooltip } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Link } from "react-router";
import type { Code } from "../../api/types.ts";
import { useCodeActions } from "../../parts/code-actions.tsx";
import { CodeMenu } from "../../parts/code-menu.tsx";
import { useCopy } from "../../parts/copy.tsx";
import { Download } from "../../parts/dialogs.tsx";
import { Icon } from "../../parts/icon.tsx";
import { useIsNarrow } from "../../parts/narrow.ts";
import { tellError } from "../../parts/notices.tsx";

/** Beside the title. */
export function CodeActions({ code }: { code: Code }) {
  const actions = useCodeActions(code);
  const star = code.isFavorite ? "Not a favourite" : "Favourite";
  return (
    <Group gap="xs" wrap="nowrap">
      <Tooltip label={star}>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={star}
          c={code.isFavorite ? "var(--star)" : undefined}
          aria-pressed={code.isFavorite}
          onClick={actions.favour}
        >
          <Icon name="star" filled={code.isFavorite} />
        </ActionIcon>
      </Tooltip>
      <Button
        component={Link}
        to={`/codes/${code.id}/edit`}
        variant="default"
        leftSection={<Icon name="edit" size={16} />}
      >
        Edit
      </Button>
      <CodeMenu code={code} />
    </Group>
  );
}

/** Two in a row, whole words on the smallest phone. */
const PHONE = { h: 44, px: "xs" } as const;

/** What one does with a code that is there: one main button, for what it needs most. */
export function CodeButtons({ code }: { code: Code }) {
  const { renew, pause } = useCodeActions(code);
  const isNarrow = useIsNarrow();
  const canShare = typeof navigator.share === "function";
  const rest = code.state === "expired" ? "default" : "filled";
  const size = isNarrow ? PHONE : {};
  const revival = (
    <>
      {code.state === "expired" && (
        <Button {...size} onClick={renew} leftSection={<Icon name="renew" size={16} />}>
          Renew
        </Button>
      )}
      {code.state === "paused" && (
        <Button {...size} variant="light" onClick={pause} leftSection={<Icon name="play" size={16} />}>
          Make active
        </Button>
      )}
    </>
  );
  if (!isNarrow) {
    return (
      <Group gap="xs">
        {revival}
        <CopyLink code={code} variant={rest} />
        <DownloadButton code={code} />
        <SharePage code={code} />
      </Group>
    );
  }
  return (
    <SimpleGrid cols={2} spacing="xs" verticalSpacing="xs">
      {revival}
      <DownloadButton code={code} {...PHONE} />
      {canShare && <Share code={code} variant={rest} {...PHONE} />}
      <CopyLink code={code} variant={canShare ? "default" : rest} {...PHONE} />
      <SharePage code={code} {...PHONE} />
    </SimpleGrid>
  );
}

type OfCode = { code: Code } & ButtonProps;

/** The phone's own way to hand a link on. */
function Share({ code, ...button }: OfCode) {
  const share = () =>
    navigator.share({ title: code.name, url: code.shareUrl }).catch((error: Error) => {
      // Closed without choosing anyone.
      if (error.name !== "AbortError") tellError(error);
    });
  return (
    <Button {...button} onClick={share} leftSection={<Icon name="social" size={16} />}>
      Share
    </Button>
  );
}

function DownloadButton({ code, ...button }: OfCode) {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" leftSection={<Icon name="download" size={16} />} onClick={open} {...button}>
        Download
      </Button>
      {opened && <Download code={code} onClose={close} />}
    </>
  );
}

function CopyLink({ code, ...button }: OfCode) {
  const { copied, copy } = useCopy(code.shareUrl);
  return (
    <Button {...button} onClick={copy} leftSection={<Icon name={copied ? "check" : "copy"} size={16} />}>
      {copied ? "Copied" : "Copy the link"}
    </Button>
  );
}

/** Visitors of a paused or expired code find no share page, so there is none to open. */
function SharePage({ code, ...button }: OfCode) {
  const isThere = code.state === "active";
  const look = { variant: "default", ...button, leftSection: <Icon name="open" size={16} /> };
  if (isThere) {
    return (
      <Button {...look} component="a" href={`${new URL(code.shareUrl).pathname}+`} target="_blank">
        Share page
      </Button>
    );
  }
  const reason = `A code has a share page only while it is active. This one ${code.state === "paused" ? "is paused" : "has expired"}.`;
  return (
    <Tooltip label={reason} events={{ hover: true, focus: true, touch: true }} multiline maw={260}>
      <Button
        {...look}
        data-disabled
        aria-disabled
        aria-description={reason}
        onClick={(event) => event.preventDefault()}
      >
        Share page
      </Button>
    </Tooltip>
  );
}
