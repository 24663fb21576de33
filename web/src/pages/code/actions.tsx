import { Button, Menu, Tooltip } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import type { Code, Me } from "../../api/types.ts";
import { useMayEdit } from "../../api/workspace.ts";
import { useCodeActions } from "../../parts/code-actions.tsx";
import { CodeMenu } from "../../parts/code-menu.tsx";
import { useCopy } from "../../parts/copy.tsx";
import { Download } from "../../parts/dialogs.tsx";
import { Icon } from "../../parts/icon.tsx";
import { useIsNarrow } from "../../parts/narrow.ts";
import { tellError } from "../../parts/notices.tsx";
import classes from "./head.module.css";
import { head as words } from "./words.ts";

/** One main button, for the most useful action; the menu has what has no button. On phones Edit has none. */
export function HeadActions({ code }: { code: Code }) {
  const { renew, pause } = useCodeActions(code);
  const mayEdit = useMayEdit();
  const isNarrow = useIsNarrow("small");
  const [isDownloading, download] = useDisclosure();
  const size = isNarrow ? { h: 44, px: "xs" } : {};
  const isExpired = code.state === "expired";
  const isPaused = code.state === "paused";
  const without = [
    "download" as const,
    "favour" as const,
    ...(isNarrow ? [] : ["edit" as const]),
    ...(isPaused ? ["pause" as const] : []),
    ...(isExpired ? ["renew" as const] : []),
  ];
  return (
    <div className={classes.actions}>
      {mayEdit && isExpired && (
        <Button {...size} data-main onClick={renew} leftSection={<Icon name="renew" size={16} />}>
          {words.renew}
        </Button>
      )}
      {mayEdit && isPaused && (
        <Button {...size} data-main variant="default" onClick={pause} leftSection={<Icon name="play" size={16} />}>
          {words.makeActive}
        </Button>
      )}
      <Button
        {...size}
        variant={mayEdit && isExpired ? "default" : "filled"}
        onClick={download.open}
        leftSection={<Icon name="download" size={16} />}
      >
        {words.download}
      </Button>
      <Share code={code} {...size} />
      {mayEdit && !isNarrow && (
        <Button
          component={Link}
          to={`/codes/${code.id}/edit`}
          variant="default"
          leftSection={<Icon name="edit" size={16} />}
        >
          {words.edit}
        </Button>
      )}
      <span data-square>
        <CodeMenu code={code} without={without} variant="default" size={isNarrow ? 44 : 36} />
      </span>
      {isDownloading && <Download code={code} onClose={download.close} />}
    </div>
  );
}

/** Share, copy link, share page. Paused and expired codes have no share page. */
function Share({ code, ...button }: { code: Code; h?: number; px?: string }) {
  const { copied, copy } = useCopy(code.shareUrl);
  const me = useQueryClient().getQueryData<Me>(["me"]);
  // Also works where the dashboard is open at another address than the public one.
  const isOwnAddress = me?.shareBase === me?.service.baseUrl;
  const isThere = code.state === "active";
  const reason = words.noSharePage(code.state);
  const send = () =>
    navigator.share({ title: code.name, url: code.shareUrl }).catch((error: Error) => {
      // Closed without choosing anyone.
      if (error.name !== "AbortError") tellError(error);
    });
  return (
    <Menu position="bottom-end" closeOnItemClick={false}>
      <Menu.Target>
        <Button {...button} variant="default" leftSection={<Icon name="social" size={16} />}>
          {words.share}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={copy} leftSection={<Icon name={copied ? "check" : "copy"} size={16} />}>
          {copied ? words.copied : words.copy}
        </Menu.Item>
        {typeof navigator.share === "function" && (
          <Menu.Item onClick={send} leftSection={<Icon name="phone" size={16} />}>
            {words.shareWith}
          </Menu.Item>
        )}
        {isThere ? (
          <Menu.Item
            component="a"
            href={`${isOwnAddress ? new URL(code.shareUrl).pathname : code.shareUrl}+`}
            target="_blank"
            leftSection={<Icon name="open" size={16} />}
          >
            {words.sharePage}
          </Menu.Item>
        ) : (
          <Tooltip label={reason} events={{ hover: true, focus: true, touch: true }} multiline maw={260}>
            <Menu.Item
              data-disabled
              aria-disabled
              aria-description={reason}
              leftSection={<Icon name="open" size={16} />}
            >
              {words.sharePage}
            </Menu.Item>
          </Tooltip>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
