import { ActionIcon, Menu } from "@mantine/core";
import type { Person } from "../../api/types.ts";
import { Icon, type IconName } from "../../parts/icon.tsx";
import type { usePersonActions } from "./person-actions.tsx";

interface PersonMenuProps {
  person: Person;
  isMe: boolean;
  actions: ReturnType<typeof usePersonActions>;
}

export function PersonMenu({ person, isMe, actions }: PersonMenuProps) {
  const { change, link, suspend, remove, promote, demote } = actions;
  const item = (icon: IconName, words: string, act: () => void, color?: string) => (
    <Menu.Item
      {...(color ? { color } : {})}
      leftSection={<Icon name={icon} size={16} />}
      onClick={act}
    >
      {words}
    </Menu.Item>
  );
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`More for ${person.email}`}>
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {item("link", "Link for a new password", () => link.mutate())}
        {person.role === "admin"
          ? item("people", "Make a member…", demote)
          : item("people", "Make an administrator…", promote)}
        {!isMe &&
          (person.suspended
            ? item("play", "Let in again", () => change.mutate({ suspended: false }))
            : item("pause", "Suspend…", suspend, "red"))}
        {!isMe && item("trash", "Remove…", remove, "red")}
      </Menu.Dropdown>
    </Menu>
  );
}
