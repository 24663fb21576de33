import { ActionIcon, Menu, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { modals } from "@mantine/modals";
import { Link, useNavigate } from "react-router";
import { type CodeChange, useChangeCode, useRemoveCode } from "../api/queries.ts";
import type { Code } from "../api/types.ts";
import { Download } from "./download.tsx";
import { Icon } from "./icon.tsx";
import { tell, tellError } from "./notices.tsx";
import { inWords } from "./words.ts";

/** What can be done with a code, wherever it is shown. */
export function useCodeActions(code: Code) {
  const change = useChangeCode();
  const removal = useRemoveCode();
  const navigate = useNavigate();
  const apply = (what: CodeChange, done: string) =>
    change.mutate(
      { id: code.id, change: what },
      { onSuccess: () => tell(done), onError: tellError },
    );

  return {
    favour: () =>
      apply(
        { isFavorite: !code.isFavorite },
        code.isFavorite ? "No longer a favourite." : "Kept as a favourite.",
      ),
    pause: () =>
      apply(
        { isPublic: !code.isPublic },
        code.isPublic ? "Paused: whoever scans it finds nothing." : "Active again.",
      ),
    renew: () => apply({ expiresAt: null }, "Renewed. Each scan now keeps it alive."),
    remove: () =>
      modals.openConfirmModal({
        title: `Delete “${code.name}”?`,
        children: (
          <Text size="sm">
            Printed copies stop working at once, and its {inWords.times(code.scanCount, "scan")} can
            no longer be read. This cannot be undone. To stop it for a while, pause it.
          </Text>
        ),
        labels: { confirm: "Delete it", cancel: "Keep it" },
        confirmProps: { color: "red" },
        onConfirm: () =>
          removal.mutate(code.id, {
            onSuccess: () => {
              tell(`“${code.name}” is deleted.`);
              navigate("/");
            },
            onError: tellError,
          }),
      }),
  };
}

export function CodeMenu({ code }: { code: Code }) {
  const actions = useCodeActions(code);
  const iconOf = (name: Parameters<typeof Icon>[0]["name"]) => <Icon name={name} size={16} />;
  const [isDownloading, download] = useDisclosure();
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`More for ${code.name}`}>
            <Icon name="dots" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component={Link} to={`/codes/${code.id}/edit`} leftSection={iconOf("edit")}>
            Edit
          </Menu.Item>
          <Menu.Item onClick={download.open} leftSection={iconOf("download")}>
            Download…
          </Menu.Item>
          <Menu.Item
            component={Link}
            to={`/codes/new?from=${code.id}`}
            leftSection={iconOf("twin")}
          >
            Duplicate
          </Menu.Item>
          <Menu.Item onClick={actions.favour} leftSection={iconOf("star")}>
            {code.isFavorite ? "Not a favourite" : "Favourite"}
          </Menu.Item>
          <Menu.Item onClick={actions.pause} leftSection={iconOf(code.isPublic ? "pause" : "play")}>
            {code.isPublic ? "Pause" : "Make active"}
          </Menu.Item>
          <Menu.Item onClick={actions.renew} leftSection={iconOf("renew")}>
            Renew
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item color="red" onClick={actions.remove} leftSection={iconOf("trash")}>
            Delete…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isDownloading && <Download code={code} onClose={download.close} />}
    </>
  );
}
