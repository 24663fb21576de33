import {
  Alert,
  Badge,
  Button,
  Card,
  Group,
  Radio,
  SimpleGrid,
  Skeleton,
  Stack,
  Table,
  Text,
  Title,
} from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { call } from "../../api/call.ts";
import type { Me } from "../../api/types.ts";
import { Icon } from "../../parts/icon.tsx";
import { Failure, tell, tellError } from "../../parts/notices.tsx";
import { Page } from "../../parts/page.tsx";
import { Reach } from "../sign-in/reach.tsx";
import { words } from "./words.ts";

interface Settings {
  baseUrl: string;
  mail: { from: string; server: string } | null;
  signup: { policy: "closed" | "open"; isFixed: boolean };
  oidc: string | null;
  versions: { tessera: string; node: string; database: string };
  health: { status: string; reasons: string[] };
  /** The names of settings that are set. */
  fromEnvironment: string[];
}

const KEY = ["settings"];

/** What the service is set to and whether it works, for administrators. */
export default function SettingsPage({ me }: { me: Me }) {
  const settings = useQuery({ queryKey: KEY, queryFn: () => call.get<Settings>("/settings") });
  return (
    <Page title={words.title} lead={words.lead}>
      {settings.isPending && <Skeleton h={320} radius="lg" role="status" aria-label={words.loading} />}
      {settings.isError && <Failure error={settings.error} retry={() => void settings.refetch()} />}
      {settings.data && <Cards settings={settings.data} me={me} />}
    </Page>
  );
}

function Cards({ settings, me }: { settings: Settings; me: Me }) {
  const { baseUrl, oidc, versions, health, fromEnvironment } = settings;
  const isSet = (name: string) => fromEnvironment.includes(name);
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <Part title={words.address} from={<Origin name="BASE_URL" isSet={isSet("BASE_URL")} />}>
        <Text fw={500} style={{ overflowWrap: "anywhere" }}>
          {baseUrl}
        </Text>
        <Text size="sm" c="dimmed">
          {words.addressText}
        </Text>
      </Part>
      <Reach service={me.service} />
      <MailPart settings={settings} email={me.email} isSet={isSet("SMTP_URL")} />
      <SignUpPart signup={settings.signup} />
      <Part title={words.provider} from={<Origin name="OIDC_ISSUER" isSet={isSet("OIDC_ISSUER")} />}>
        <Text size="sm">{oidc ?? words.noProvider}</Text>
      </Part>
      <Part title={words.health}>
        {health.reasons.length === 0 ? (
          <Text size="sm">{words.ready}</Text>
        ) : (
          <Alert color="amber" variant="light" icon={<Icon name="alert" />} title={words.degraded}>
            {health.reasons.map((reason) => (
              <Text key={reason} size="sm">
                {reason}
              </Text>
            ))}
          </Alert>
        )}
      </Part>
      <Part title={words.versions}>
        <Table aria-label={words.versions}>
          <Table.Tbody>
            {(["tessera", "node", "database"] as const).map((name) => (
              <Table.Tr key={name}>
                <Table.Th fw={400}>{words[name]}</Table.Th>
                <Table.Td>{versions[name]}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Part>
    </SimpleGrid>
  );
}

function Part({ title, from, children }: { title: string; from?: ReactNode; children: ReactNode }) {
  return (
    <Card component="section" aria-label={title}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h5">
          {title}
        </Title>
        {from}
      </Group>
      <Stack gap="sm">{children}</Stack>
    </Card>
  );
}

/** Whether the environment sets it. */
const Origin = ({ name, isSet }: { name: string; isSet: boolean }) => (
  <Badge variant="light" color="gray" tt="none">
    {isSet ? words.fromEnvironment(name) : words.byDefault(name)}
  </Badge>
);

function MailPart({ settings: { mail }, email, isSet }: { settings: Settings; email: string; isSet: boolean }) {
  const test = useMutation({
    mutationFn: () => call.post<{ problem: string | null }>("/settings/test-mail"),
    onError: tellError,
  });
  const problem = test.data?.problem;
  return (
    <Part title={words.mail} from={<Origin name="SMTP_URL" isSet={isSet} />}>
      <Text size="sm">{mail ? words.mailOn(mail.from, mail.server) : words.mailOff}</Text>
      {mail && (
        <Group>
          <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
            {words.sendTest}
          </Button>
        </Group>
      )}
      {test.data && (
        <Text
          size="sm"
          role="status"
          style={{ overflowWrap: "anywhere" }}
          {...(problem ? { c: "var(--mantine-color-error)" } : {})}
        >
          {problem ? words.testFailed(problem) : words.testSent(email)}
        </Text>
      )}
    </Part>
  );
}

function SignUpPart({ signup: { policy, isFixed } }: Pick<Settings, "signup">) {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (signup: string) => call.patch("/settings", { signup }),
    onSuccess: () => {
      tell(words.signUpSaved);
      return client.invalidateQueries({ queryKey: KEY });
    },
    onError: tellError,
  });
  return (
    <Part title={words.signUp} from={isFixed && <Origin name="SIGNUP" isSet />}>
      <Radio.Group label={words.signUpText} value={policy} onChange={(next) => change.mutate(next)}>
        <Stack gap="xs" mt="xs">
          <Radio value="closed" label={words.closed} disabled={isFixed} />
          <Radio value="open" label={words.open} disabled={isFixed} />
        </Stack>
      </Radio.Group>
    </Part>
  );
}
