import {
  ActionIcon,
  Anchor,
  Box,
  Button,
  Card,
  Group,
  Menu,
  Stack,
  Switch,
  Text,
  Tooltip,
} from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import { address } from "../../api/call.ts";
import type { Code } from "../../api/types.ts";
import { CodeMenu, useCodeActions } from "../../parts/code-menu.tsx";
import { CopyWide } from "../../parts/copy.tsx";
import { Icon } from "../../parts/icon.tsx";
import { KINDS } from "../../parts/kinds.ts";
import { StateBadge } from "../../parts/state-badge.tsx";
import { inWords } from "../../parts/words.ts";

/** How long it lives, in words. */
function expiryText(code: Code): string {
  const when = `${inWords.day(code.expiresAt)} (${inWords.ago(code.expiresAt)})`;
  if (code.state === "paused")
    return "Paused: whoever scans it finds nothing, and nothing is counted.";
  if (code.state === "expired") return `Expired on ${when}. Renew it and it works again.`;
  if (code.expiresFixed) return `Works until ${when}, as you set it.`;
  return `Works until ${when}, and each scan gives it another year.`;
}

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

function Downloads({ code }: { code: Code }) {
  const [itself, setItself] = useState(false);
  const href = (format: string) =>
    address(`/qrcodes/${code.id}/image?format=${format}${itself ? "&encode=content" : ""}`);
  return (
    <Menu closeOnItemClick={false} position="bottom-start">
      <Menu.Target>
        <Button variant="default" leftSection={<Icon name="download" size={16} />}>
          Download
        </Button>
      </Menu.Target>
      <Menu.Dropdown maw={280}>
        {(
          [
            ["png", `PNG, ${code.size} pixels`],
            ["svg", "SVG, sharp at any size"],
            ["pdf", "PDF, for print"],
          ] as const
        ).map(([format, label]) => (
          <Menu.Item
            key={format}
            component="a"
            href={href(format)}
            download={`${code.name}.${format}`}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Box p="xs">
          <Switch
            size="xs"
            checked={itself}
            onChange={(event) => setItself(event.currentTarget.checked)}
            label="The content itself"
            description="Works without this service, is not counted."
          />
        </Box>
      </Menu.Dropdown>
    </Menu>
  );
}

export function Overview({ code }: { code: Code }) {
  const actions = useCodeActions(code);
  return (
    <Card component="section" aria-label="The code">
      <Group align="flex-start" gap="xl" wrap="wrap">
        <img
          className="tile"
          src={address(`/qrcodes/${code.id}/image?format=svg&v=${Date.parse(code.updatedAt)}`)}
          width={192}
          height={192}
          alt={`QR code of ${code.name}`}
        />
        <Stack gap="sm" style={{ flex: "1 1 18rem", minWidth: 0 }}>
          <Group gap="xs">
            <StateBadge state={code.state} />
            <Group gap={6} c="dimmed">
              <Icon name={code.type} size={16} />
              <Text size="sm">
                {KINDS[code.type].label}
                {code.category ? ` · ${code.category}` : ""} · made {inWords.day(code.createdAt)}
              </Text>
            </Group>
          </Group>
          <div>
            <Text size="xs" c="dimmed">
              Share link
            </Text>
            <Anchor
              href={code.shareUrl}
              target="_blank"
              rel="noreferrer"
              fw={600}
              style={{ overflowWrap: "anywhere" }}
            >
              {code.shareUrl}
            </Anchor>
          </div>
          <Text size="sm">{expiryText(code)}</Text>
          <Group gap="xs">
            <CopyWide value={code.shareUrl} label="Copy the link" />
            <Downloads code={code} />
            <Button
              component="a"
              href={`${new URL(code.shareUrl).pathname}+`}
              target="_blank"
              variant="default"
              leftSection={<Icon name="open" size={16} />}
            >
              Share page
            </Button>
            {code.state === "expired" && (
              <Button
                variant="light"
                onClick={actions.renew}
                leftSection={<Icon name="renew" size={16} />}
              >
                Renew
              </Button>
            )}
            {code.state === "paused" && (
              <Button
                variant="light"
                onClick={actions.pause}
                leftSection={<Icon name="play" size={16} />}
              >
                Make active
              </Button>
            )}
          </Group>
        </Stack>
      </Group>
    </Card>
  );
}
