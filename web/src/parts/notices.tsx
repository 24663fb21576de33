import { Alert, Button, Card, Center, Loader, Stack, Text, Title } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon.tsx";

export function tell(message: string): void {
  notifications.show({ message, color: "glass", icon: <Icon name="check" />, autoClose: 3500 });
}

export function tellError(error: unknown): void {
  notifications.show({
    title: "That did not work",
    message: error instanceof Error ? error.message : "Please try again.",
    color: "red",
    icon: <Icon name="alert" />,
    autoClose: 8000,
  });
}

export function Waiting() {
  return (
    <Center mih="40vh">
      <Loader aria-label="Loading" />
    </Center>
  );
}

export function Failure({ error, retry }: { error: Error; retry?: () => void }) {
  return (
    <Alert
      color="red"
      variant="light"
      icon={<Icon name="alert" />}
      title="This could not be loaded"
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{error.message}</Text>
        {retry && (
          <Button size="xs" variant="default" onClick={retry}>
            Try again
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
