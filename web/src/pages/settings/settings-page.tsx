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
  TextInput,
  Title,
} from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { call } from "../../api/call.ts";
import type { Me } from "../../api/types.ts";
import { useCallForm } from "../../forms/call-form.ts";
import { PlaceList } from "../../frame/place-list.tsx";
import { SettingsTabs } from "../../frame/settings-tabs.tsx";
import { settings as sections } from "../../frame/words.ts";
import { Icon } from "../../parts/icon.tsx";
import { Failure, tell, tellError } from "../../parts/notices.tsx";
import { Page } from "../../parts/page.tsx";
import { PublicAddress } from "../../parts/public-address.tsx";
import { words } from "./words.ts";

interface Settings {
  mail: { from: string; server: string; user: string | null } | null;
  signup: "closed" | "open";
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
    <Page title={sections.title}>
      <SettingsTabs me={me} />
      <Text size="sm" c="dimmed" mb="md">
        {words.lead}
      </Text>
      {settings.isPending && <Skeleton h={320} radius="lg" role="status" aria-label={words.loading} />}
      {settings.isError && <Failure error={settings.error} retry={() => void settings.refetch()} />}
      {settings.data && <Cards settings={settings.data} me={me} />}
    </Page>
  );
}

function Cards({ settings, me }: { settings: Settings; me: Me }) {
  const { oidc, versions, health, fromEnvironment } = settings;
  const isSet = (name: string) => fromEnvironment.includes(name);
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <PublicAddress me={me} title={words.address}>
        <Text size="sm" c="dimmed" mt="sm">
          {words.addressText}
        </Text>
      </PublicAddress>
      <PlaceList
        title={words.more}
        rows={[{ to: "/settings/accounts", icon: "users", label: words.accounts, text: words.accountsText }]}
      />
      <MailPart settings={settings} email={me.email} isSet={isSet("SMTP_URL")} />
      <SignUpPart signup={settings.signup} isSet={isSet("SIGNUP")} />
      <Part title={words.provider} from={isSet("OIDC_ISSUER") && <Origin name="OIDC_ISSUER" />}>
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

/** The environment sets it, so it cannot be changed here. */
const Origin = ({ name }: { name: string }) => (
  <Badge variant="light" color="gray" tt="none">
    {words.fromEnvironment(name)}
  </Badge>
);

/** Sends a change, then shows what is in force. */
function useChange() {
  const client = useQueryClient();
  return async (change: object) => {
    await call.patch("/settings", change);
    await Promise.all([KEY, ["me"]].map((queryKey) => client.invalidateQueries({ queryKey })));
    tell(words.saved);
  };
}

const Save = ({ loading }: { loading: boolean }) => (
  <Button type="submit" variant="default" loading={loading}>
    {words.save}
  </Button>
);

function MailPart({ settings: { mail }, email, isSet }: { settings: Settings; email: string; isSet: boolean }) {
  const change = useChange();
  const turnOff = useMutation({ mutationFn: () => change({ mail: null }), onError: tellError });
  const test = useMutation({
    mutationFn: () => call.post<{ problem: string | null }>("/settings/test-mail"),
    onError: tellError,
  });
  const problem = test.data?.problem;
  return (
    <Part title={words.mail} from={isSet && <Origin name="SMTP_URL" />}>
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {mail ? words.mailOn(mail.from, mail.server, mail.user) : words.mailOff}
      </Text>
      {!isSet && <MailForm key={JSON.stringify(mail)} from={mail?.from} />}
      {mail && (
        <Group>
          <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
            {words.sendTest}
          </Button>
          {!isSet && (
            <Button variant="subtle" color="red" loading={turnOff.isPending} onClick={() => turnOff.mutate()}>
              {words.turnOff}
            </Button>
          )}
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

/** `from` is undefined while no mail server is set. */
function MailForm({ from }: { from: string | undefined }) {
  const change = useChange();
  const form = useCallForm({ initialValues: { smtpUrl: "", from: from ?? "" } }, (values) => {
    const smtpUrl = values.smtpUrl.trim();
    return change({ mail: { from: values.from, ...(smtpUrl !== "" && { smtpUrl }) } });
  });
  return (
    <form {...form.props}>
      <Stack gap="sm">
        <TextInput
          label={words.smtpUrl}
          description={from === undefined ? words.smtpHelp : words.smtpKept}
          placeholder={words.exampleSmtp}
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps("smtpUrl")}
        />
        <TextInput label={words.from} placeholder={words.exampleFrom} {...form.getInputProps("from")} />
        <Group justify="flex-end">
          <Save loading={form.submitting} />
        </Group>
      </Stack>
    </form>
  );
}

function SignUpPart({ signup, isSet }: { signup: string; isSet: boolean }) {
  const change = useChange();
  const choose = useMutation({ mutationFn: (next: string) => change({ signup: next }), onError: tellError });
  return (
    <Part title={words.signUp} from={isSet && <Origin name="SIGNUP" />}>
      <Radio.Group label={words.signUpText} value={signup} onChange={(next) => choose.mutate(next)}>
        <Stack gap="xs" mt="xs">
          <Radio value="closed" label={words.closed} disabled={isSet} />
          <Radio value="open" label={words.open} disabled={isSet} />
        </Stack>
      </Radio.Group>
    </Part>
  );
}
