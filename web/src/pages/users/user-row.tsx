import { Badge, Box, Group, Select, Text } from "@mantine/core";
import type { User } from "../../api/types.ts";
import { tell } from "../../parts/notices.tsx";
import { capital, inWords } from "../../parts/words.ts";
import { useUserActions } from "./user-actions.tsx";
import { UserMenu } from "./user-menu.tsx";
import classes from "./user-row.module.css";

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
            <Badge variant="default" size="sm" styles={{ label: { color: "var(--mantine-color-text)" } }}>
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
