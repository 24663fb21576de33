import {
  Alert,
  Box,
  Button,
  Card,
  Center,
  CloseButton,
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
import { words as texts } from "./words.ts";

/** More at once would cover the page, on a phone more than one; the oldest leave. */
const MOST_TOASTS = 3;

function show(toast: NotificationData): string {
  const most = isNarrow("small") ? 1 : MOST_TOASTS;
  notifications.updateState(notificationsStore, (shown) => shown.slice(Math.max(0, shown.length - most + 1)));
  return notifications.show({ closeButtonProps: { "aria-label": texts.closeMessage }, ...toast });
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
    icon: <Icon name="check" />,
    "data-quiet": true,
    autoClose: undo ? 8000 : 3500,
  });
  function takeBack(): void {
    notifications.hide(id);
    undo?.();
  }
}

/** A button in the colours of the toast around it. */
const QUIET = { size: "compact-sm", variant: "transparent", c: "inherit", fw: 600 } as const;

/** A web address opens beside the page; telephones and mail programs open by themselves. */
export const linkTarget = (href: string) =>
  /^https?:/.test(href) ? ({ target: "_blank", rel: "noreferrer" } as const) : {};

function Undoable({ message, undo, tryIt }: { message: string; undo: () => void; tryIt: string | null }) {
  return (
    <Group justify="space-between" wrap="nowrap" gap={4}>
      <span>{message}</span>
      <Group wrap="nowrap" gap={0} flex="none">
        {tryIt !== null && (
          <Button component="a" href={tryIt} {...QUIET} {...linkTarget(tryIt)}>
            {texts.tryIt}
          </Button>
        )}
        <Button {...QUIET} onClick={undo}>
          {texts.undo}
        </Button>
      </Group>
    </Group>
  );
}

export function tellError(error: unknown): void {
  show({
    title: texts.failed,
    message: error instanceof Error ? error.message : texts.failedText,
    icon: <Icon name="alert" />,
    "data-error": true,
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
export function ask({ title, words, confirm, cancel = texts.cancel, isGrave = true, act }: Question): void {
  modals.openConfirmModal({
    title: <span style={{ overflowWrap: "anywhere" }}>{title}</span>,
    children: typeof words === "string" ? <Text size="sm">{words}</Text> : words,
    labels: { confirm, cancel },
    confirmProps: isGrave ? { color: "red" } : {},
    onConfirm: act,
  });
}

interface NoticeProps {
  children: ReactNode;
  /** What to do about it. */
  action?: ReactNode;
  onClose?: () => void;
  role?: "note" | "status";
}

/** One slim amber line under the page's title, for what concerns all of it. */
export function Notice({ children, action, onClose, role = "note" }: NoticeProps) {
  return (
    <Group role={role} className="notice" gap={10} wrap="nowrap">
      <Icon name="alert" size={16} />
      <Text size="sm" flex={1} style={{ overflowWrap: "anywhere" }}>
        {children}
      </Text>
      {action}
      {onClose && <CloseButton size="sm" c="inherit" aria-label={texts.closeNotice} onClick={onClose} />}
    </Group>
  );
}

export function Waiting() {
  return (
    <Center mih="40vh">
      <Loader aria-label={texts.loading} />
    </Center>
  );
}

interface FailureProps {
  error: Error;
  retry?: () => void;
  /** Of what to do about it. */
  label?: string | undefined;
}

export function Failure({ error, retry, label = texts.tryAgain }: FailureProps) {
  return (
    <Alert color="red" variant="light" icon={<Icon name="alert" />} title={texts.notLoaded}>
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
  title: string;
  children: ReactNode;
  /** What will be there, drawn or written. */
  sample?: ReactNode;
  icon?: IconName;
  action?: ReactNode;
}

export function Empty({ icon, sample, title, children, action }: EmptyProps) {
  return (
    <Card>
      {sample && (
        <Box className="sample" aria-hidden>
          {sample}
        </Box>
      )}
      {icon && (
        <Text c="var(--text-3)" component="span" lh={0} mb="sm">
          <Icon name={icon} size={28} />
        </Text>
      )}
      <Title order={2} size="h4">
        {title}
      </Title>
      <Text c="dimmed" size="sm" mt={4} maw={560} component="div">
        {children}
      </Text>
      {action && <Box mt="md">{action}</Box>}
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
