import { ActionIcon, Badge, Box, Group, Menu, Select, Text } from "@mantine/core";
import type { User } from "../../api/types.ts";
import { capital, inWords } from "../../parts/formats.ts";
import { Icon, type IconName } from "../../parts/icon.tsx";
import { tell } from "../../parts/notices.tsx";
import { useUserActions } from "./user-actions.tsx";
import classes from "./user-row.module.css";
import { words } from "./words.ts";
import { showWorkspacePlans } from "./workspace-plans.tsx";

interface UserMenuProps {
  user: User;
  plans: string[];
  isMe: boolean;
  actions: ReturnType<typeof useUserActions>;
}

function UserMenu({ user, plans, isMe, actions }: UserMenuProps) {
  const { change, link, removeFactor, suspend, remove, promote, demote } = actions;
  const item = (icon: IconName, label: string, act: () => void, color?: string) => (
    <Menu.Item {...(color ? { color } : {})} leftSection={<Icon name={icon} size={16} />} onClick={act}>
      {label}
    </Menu.Item>
  );
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={words.more(user.email)}>
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {item("workspace", words.workspacePlans, () => showWorkspacePlans(user, plans))}
        {item("link", words.resetLink, () => link.mutate())}
        {item("key", words.factorRemove, removeFactor)}
        {user.role === "admin" ? item("users", words.makeMember, demote) : item("users", words.makeAdmin, promote)}
        {!isMe &&
          (user.suspended
            ? item("play", words.letIn, () => change.mutate({ suspended: false }))
            : item("pause", words.suspend, suspend, "red"))}
        {!isMe && item("trash", words.remove, remove, "red")}
      </Menu.Dropdown>
    </Menu>
  );
}

interface UserRowProps {
  user: User;
  plans: string[];
  isMe: boolean;
}

function Seen({ user: { createdAt, lastSeenAt }, isMe }: { user: User; isMe: boolean }) {
  const created = inWords.day(createdAt);
  return (
    <Text size="sm" c="dimmed" title={lastSeenAt === null ? undefined : words.created(created)}>
      {lastSeenAt === null ? words.neverSeen(created) : words.seen(isMe ? words.now : inWords.agoByHour(lastSeenAt))}
    </Text>
  );
}

/** On a phone the plan is below the address, so that the menu is always visible. */
export function UserRow({ user, plans, isMe }: UserRowProps) {
  const actions = useUserActions(user, isMe);
  const { email, name, plan, role, suspended, codes, workspaces } = user;
  const isNamed = name !== email.split("@")[0];
  const changePlan = (next: string) =>
    actions.change.mutate({ plan: next }, { onSuccess: () => tell(words.planChanged(email, capital(next))) });
  return (
    <li className={classes.row}>
      <Box miw={0}>
        <Group gap="4px 8px">
          <Text fw={500} style={{ overflowWrap: "anywhere" }}>
            {isNamed ? name : email}
          </Text>
          {isMe && (
            <Badge variant="light" color="gray">
              {words.you}
            </Badge>
          )}
          {user.lastSeenAt === null && (
            <Badge variant="light" color="amber">
              {words.isNew}
            </Badge>
          )}
          {suspended && (
            <Badge variant="light" color="red">
              {words.suspended}
            </Badge>
          )}
        </Group>
        {isNamed && (
          <Text size="sm" style={{ overflowWrap: "anywhere" }}>
            {email}
          </Text>
        )}
        <Seen user={user} isMe={isMe} />
      </Box>
      <Text size="sm" c="dimmed" className={classes.codes}>
        {words.codes(codes)}
        {workspaces > 1 && `, ${words.workspaces(workspaces)}`}
      </Text>
      <Text size="sm" className={classes.role}>
        {role === "admin" ? words.admin : words.member}
      </Text>
      <Select
        className={classes.plan}
        size="xs"
        aria-label={words.plan(email)}
        data={plans.map((value) => ({ value, label: capital(value) }))}
        value={plan}
        allowDeselect={false}
        onChange={(next) => next && changePlan(next)}
      />
      <Box className={classes.menu}>
        <UserMenu user={user} plans={plans} isMe={isMe} actions={actions} />
      </Box>
    </li>
  );
}
