import {
  Alert,
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
import { Link } from "react-router";
import { Icon, type IconName } from "./icon.tsx";
import { isNarrow, useIsNarrow } from "./narrow.ts";
import { words as texts } from "./words.ts";

/** More would cover the page; the oldest are removed. */
const MAX_TOASTS = 3;

function show(toast: NotificationData): string {
  const most = isNarrow("small") ? 1 : MAX_TOASTS;
  notifications.updateState(notificationsStore, (shown) => shown.slice(Math.max(0, shown.length - most + 1)));
  return notifications.show({ closeButtonProps: { "aria-label": texts.closeMessage }, ...toast });
}

/** Long enough to read it and to reach its button with the keyboard. */
const UNDO_MS = 15_000;

interface Tail {
  /** Adds an Undo button and shows the toast longer. */
  undo?: () => void;
  /** A link to see the result. */
  tryIt?: string | null;
  /** What to do next: a page, or an action. */
  next?: { label: string } & ({ to: string } | { act: () => void });
}

export function tell(message: string, tail: Tail = {}): void {
  tellUntil(message, tail);
}

/** Returns what closes it earlier. */
export function tellUntil(message: string, { undo, tryIt = null, next }: Tail): () => void {
  const toast = { icon: <Icon name="check" />, "data-quiet": true };
  if (!undo && !next) {
    const id = show({ ...toast, message, autoClose: 3500 });
    return () => notifications.hide(id);
  }
  const closing = (act: () => void) => () => {
    notifications.hide(id);
    act();
  };
  const parts = (
    <Group justify="space-between" wrap="nowrap" gap={4}>
      <span>{message}</span>
      <Group wrap="nowrap" gap={0} flex="none">
        {tryIt !== null && (
          <Button component="a" href={tryIt} {...QUIET} {...linkTarget(tryIt)}>
            {texts.tryIt}
          </Button>
        )}
        {next && "to" in next && (
          <Button component={Link} to={next.to} {...QUIET} onClick={closing(() => {})}>
            {next.label}
          </Button>
        )}
        {next && "act" in next && (
          <Button {...QUIET} onClick={closing(next.act)}>
            {next.label}
          </Button>
        )}
        {undo && (
          <Button {...QUIET} onClick={closing(undo)}>
            {texts.undo}
          </Button>
        )}
      </Group>
    </Group>
  );
  const lasting = { ...toast, message: parts, autoClose: UNDO_MS };
  const id = show({
    ...lasting,
    // Mantine itself keeps a toast that the pointer is on.
    onFocusCapture: () => notifications.update({ ...lasting, id, autoClose: false }),
    onBlurCapture: () => notifications.update({ ...lasting, id }),
  });
  return () => notifications.hide(id);
}

/** A button in the toast's colours. */
const QUIET = { size: "compact-sm", variant: "transparent", c: "inherit", fw: 600 } as const;

/** Web links open in a new tab; tel: and mailto: do not. */
export const linkTarget = (href: string) =>
  /^https?:/.test(href) ? ({ target: "_blank", rel: "noreferrer" } as const) : {};

export const tellError = (error: unknown): void =>
  tellFailure(texts.failed, error instanceof Error ? error.message : texts.failedText);

export function tellFailure(title: string, message: string): void {
  show({
    title,
    message,
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
  /** A red button, for what cannot be undone. */
  isGrave?: boolean;
  act: () => void;
  /** When it is closed, also after `act`. */
  onClose?: () => void;
}

/** Asks for confirmation. */
export function ask({ title, words, confirm, cancel = texts.cancel, isGrave = true, act, onClose }: Question): void {
  modals.openConfirmModal({
    title: <span style={{ overflowWrap: "anywhere" }}>{title}</span>,
    children: typeof words === "string" ? <Text size="sm">{words}</Text> : words,
    labels: { confirm, cancel },
    confirmProps: isGrave ? { color: "red" } : {},
    onConfirm: act,
    ...(onClose && { onClose }),
  });
}

/** Asks for confirmation in the middle of something. */
export const isConfirmed = (question: Omit<Question, "act" | "onClose">): Promise<boolean> =>
  new Promise((resolve) => ask({ ...question, act: () => resolve(true), onClose: () => resolve(false) }));

interface NoticeProps {
  children: ReactNode;
  action?: ReactNode;
  onClose?: () => void;
  role?: "note" | "status";
}

/** An amber line below the page's title. */
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
  /** A sample of what will be shown. */
  sample?: ReactNode;
  icon?: IconName;
  action?: ReactNode;
  /** After the action. */
  below?: ReactNode;
}

export function Empty({ icon, sample, title, children, action, below }: EmptyProps) {
  return (
    <Card py={40}>
      <Stack align="center" gap="md" maw={560} w="100%" mx="auto" ta="center">
        {sample}
        {icon && (
          <Text c="var(--text-3)" component="span" lh={0}>
            <Icon name={icon} size={28} />
          </Text>
        )}
        <div>
          <Title order={2} size="h4">
            {title}
          </Title>
          <Text c="dimmed" size="sm" mt={4} component="div">
            {children}
          </Text>
        </div>
        {action}
        {below}
      </Stack>
    </Card>
  );
}

/** Above dialogs, but below menus, so that a toast never covers one. */
const HEIGHT = getDefaultZIndex("popover") - 1;

/** On a phone below the header, because the next buttons are at the bottom. */
export function Toasts() {
  const position = useIsNarrow("small") ? "top-center" : "bottom-right";
  return (
    <Notifications
      position={position}
      zIndex={HEIGHT}
      limit={MAX_TOASTS}
      pauseResetOnHover="notification"
      className="toasts"
    />
  );
}
