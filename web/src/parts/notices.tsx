import {
  Alert,
  Anchor,
  Button,
  Card,
  Center,
  Group,
  getDefaultZIndex,
  Loader,
  Stack,
  Text,
  Title,
} from "@mantine/core";
import { modals } from "@mantine/modals";
import { type NotificationData, Notifications, notifications, notificationsStore } from "@mantine/notifications";
import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon.tsx";
import { isNarrow, useIsNarrow } from "./narrow.ts";

/** More at once would cover the page, on a phone more than one; the oldest leave. */
const MOST_TOASTS = 3;

function show(toast: NotificationData): string {
  const most = isNarrow("small") ? 1 : MOST_TOASTS;
  notifications.updateState(notificationsStore, (shown) => shown.slice(Math.max(0, shown.length - most + 1)));
  return notifications.show({ closeButtonProps: { "aria-label": "Close this message" }, ...toast });
}

interface Tail {
  /** The toast stays a little longer and has a button for it. */
  undo?: () => void;
  /** Where one sees what came of it. */
  tryIt?: string | null;
}

export function tell(message: string, { undo, tryIt = null }: Tail = {}): void {
  const id = show({
    message: undo ? <Undoable {...{ message, tryIt }} undo={() => takeBack()} /> : message,
    color: "glass",
    icon: <Icon name="check" />,
    "data-quiet": true,
    autoClose: undo ? 8000 : 3500,
  });
  function takeBack(): void {
    notifications.hide(id);
    undo?.();
  }
}

/** A web address opens beside the page; telephones and mail programs open by themselves. */
export const linkTarget = (href: string) =>
  /^https?:/.test(href) ? ({ target: "_blank", rel: "noreferrer" } as const) : {};

function Undoable({ message, undo, tryIt }: { message: string; undo: () => void; tryIt: string | null }) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="xs">
      <span>
        {message}{" "}
        {tryIt !== null && (
          <Anchor href={tryIt} inherit underline="always" {...linkTarget(tryIt)}>
            Try it
          </Anchor>
        )}
      </span>
      <Button size="compact-sm" variant="light" onClick={undo} style={{ flex: "none" }}>
        Undo
      </Button>
    </Group>
  );
}

export function tellError(error: unknown): void {
  show({
    title: "That did not work",
    message: error instanceof Error ? error.message : "Please try again.",
    color: "red",
    icon: <Icon name="alert" />,
    autoClose: 8000,
  });
}

interface Question {
  title: ReactNode;
  words: ReactNode;
  confirm: string;
  cancel?: string;
  /** What cannot be undone, or hurts, has a red button. */
  isGrave?: boolean;
  act: () => void;
}

/** Asks before something is done. */
export function ask({ title, words, confirm, cancel = "Keep it", isGrave = true, act }: Question): void {
  modals.openConfirmModal({
    title: (
      <Text component="span" fw={650} size="lg" style={{ overflowWrap: "anywhere" }}>
        {title}
      </Text>
    ),
    children: typeof words === "string" ? <Text size="sm">{words}</Text> : words,
    labels: { confirm, cancel },
    confirmProps: isGrave ? { color: "red" } : {},
    onConfirm: act,
  });
}

export function Waiting() {
  return (
    <Center mih="40vh">
      <Loader aria-label="Loading" />
    </Center>
  );
}

interface FailureProps {
  error: Error;
  retry?: () => void;
  /** Of what to do about it. */
  label?: string | undefined;
}

export function Failure({ error, retry, label = "Try again" }: FailureProps) {
  return (
    <Alert color="red" variant="light" icon={<Icon name="alert" />} title="This could not be loaded">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{error.message}</Text>
        {retry && (
          <Button size="xs" variant="default" onClick={retry}>
            {label}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

interface EmptyProps {
  icon: IconName;
  title: string;
  children: ReactNode;
  action?: ReactNode;
}

export function Empty({ icon, title, children, action }: EmptyProps) {
  return (
    <Card py={48}>
      <Stack align="center" gap="sm" maw={440} mx="auto" ta="center">
        <Text c="dimmed" component="span" lh={0}>
          <Icon name={icon} size={40} />
        </Text>
        <Title order={2} size="h4">
          {title}
        </Title>
        <Text c="dimmed" size="sm">
          {children}
        </Text>
        {action}
      </Stack>
    </Card>
  );
}

/** Over windows, but under the menu one has opened: a press meant for it would meet a toast. */
const HEIGHT = getDefaultZIndex("popover") - 1;

/** On a phone under the header: the buttons one presses next are at the bottom. */
export function Toasts() {
  const position = useIsNarrow("small") ? "top-center" : "bottom-right";
  return (
    <Notifications
      position={position}
      zIndex={HEIGHT}
      limit={MOST_TOASTS}
      pauseResetOnHover="notification"
      className="toasts"
    />
  );
}
