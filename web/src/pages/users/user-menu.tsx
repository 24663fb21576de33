import { ActionIcon, Menu } from "@mantine/core";
import type { User } from "../../api/types.ts";
import { Icon, type IconName } from "../../parts/icon.tsx";
import type { useUserActions } from "./user-actions.tsx";

interface UserMenuProps {
  user: User;
  isMe: boolean;
  actions: ReturnType<typeof useUserActions>;
}

export function UserMenu({ user, isMe, actions }: UserMenuProps) {
  const { change, link, suspend, remove, promote, demote } = actions;
  const item = (icon: IconName, words: string, act: () => void, color?: string) => (
    <Menu.Item {...(color ? { color } : {})} leftSection={<Icon name={icon} size={16} />} onClick={act}>
      {words}
    </Menu.Item>
  );
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`More for ${user.email}`}>
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {item("link", "Link for a new password", () => link.mutate())}
        {user.role === "admin"
          ? item("users", "Make a member…", demote)
          : item("users", "Make an administrator…", promote)}
        {!isMe &&
          (user.suspended
            ? item("play", "Let in again", () => change.mutate({ suspended: false }))
            : item("pause", "Suspend…", suspend, "red"))}
        {!isMe && item("trash", "Remove…", remove, "red")}
      </Menu.Dropdown>
    </Menu>
  );
}
