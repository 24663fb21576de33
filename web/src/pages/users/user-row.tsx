import { ActionIcon, Badge, Box, Group, Menu, Select, Text } from "@mantine/core";
import type { User } from "../../api/types.ts";
import { Icon, type IconName } from "../../parts/icon.tsx";
import { tell } from "../../parts/notices.tsx";
import { capital, inWords } from "../../parts/words.ts";
import { useUserActions } from "./user-actions.tsx";
import classes from "./user-row.module.css";

interface UserMenuProps {
  user: User;
  isMe: boolean;
  actions: ReturnType<typeof useUserActions>;
}

function UserMenu({ user, isMe, actions }: UserMenuProps) {
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

interface UserRowProps {
  user: User;
  plans: string[];
  isMe: boolean;
}

/** On a phone the plan stands below the address, so that the menu is always in sight. */
export function UserRow({ user, plans, isMe }: UserRowProps) {
  const actions = useUserActions(user, isMe);
  const { email, plan, role, suspended, createdAt } = user;
  const changePlan = (next: string) =>
    actions.change.mutate({ plan: next }, { onSuccess: () => tell(`${email} is on plan ${capital(next)} now.`) });
  const title = role === "admin" ? "Administrator" : "Member";
  return (
    <li className={classes.row}>
      <Box miw={0}>
        <Group gap="4px 8px">
          <Text size="sm" fw={600} style={{ overflowWrap: "anywhere" }}>
            {email}
          </Text>
          {(role === "admin" || isMe) && (
            <Badge variant="default" size="sm">
              {isMe ? `You, ${title.toLowerCase()}` : title}
            </Badge>
          )}
          {suspended && (
            <Badge variant="light" color="red" size="sm">
              Suspended
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          Since {inWords.day(createdAt)}
        </Text>
      </Box>
      <Select
        className={classes.plan}
        size="xs"
        aria-label={`Plan of ${email}`}
        data={plans.map((value) => ({ value, label: capital(value) }))}
        value={plan}
        allowDeselect={false}
        onChange={(next) => next && changePlan(next)}
      />
      <Box className={classes.menu}>
        <UserMenu user={user} isMe={isMe} actions={actions} />
      </Box>
    </li>
  );
}
