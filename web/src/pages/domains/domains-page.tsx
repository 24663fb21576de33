import { Alert, Anchor, Badge, Button, Card, Code, Group, Skeleton, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { type Domain, type DomainNotice, useChangeDomains, useDomainNotices, useDomains } from "../../api/domains.ts";
import type { Me } from "../../api/types.ts";
import { openOf } from "../../api/workspace.ts";
import { required, useCallForm } from "../../forms/call-form.ts";
import { toSettings } from "../../frame/settings-tabs.tsx";
import { CopyIcon } from "../../parts/copy.tsx";
import { inWords } from "../../parts/formats.ts";
import { Icon } from "../../parts/icon.tsx";
import { HowToFix } from "../../parts/local-warning.tsx";
import { ask, Empty, Failure, tell, tellError } from "../../parts/notices.tsx";
import { Page } from "../../parts/page.tsx";
import { MovedLinks } from "./moved-links.tsx";
import { RemoveDomain } from "./remove-domain.tsx";
import { words } from "./words.ts";

/** Host names that each computer has for itself. */
const LOCAL = /^(?:localhost|.+\.localhost|127\..+|\[::1\])$/;

export default function DomainsPage({ me }: { me: Me }) {
  const isOwner = openOf(me).role === "owner";
  const list = useDomains();
  const notices = useDomainNotices();
  const [removing, setRemoving] = useState<Domain | null>(null);
  return (
    <Page title={words.title} lead={words.lead} back={toSettings}>
      <Stack>
        {isOwner ? <AddDomain /> : <Text size="sm">{words.onlyOwners}</Text>}
        {list.isPending && <Skeleton h={160} radius="lg" role="status" aria-label={words.loading} />}
        {list.isError && <Failure error={list.error} retry={() => void list.refetch()} />}
        {list.data?.length === 0 && <Empty title={words.empty}>{words.emptyText(me.shareBase)}</Empty>}
        <Stack component="ul" m={0} p={0} aria-label={words.title} style={{ listStyle: "none" }}>
          {list.data?.map((domain) => (
            <DomainCard
              key={domain.id}
              domain={domain}
              notice={notices.data?.find(({ id }) => id === domain.id)}
              baseUrl={me.service.baseUrl}
              isOwner={isOwner}
              remove={() => setRemoving(domain)}
            />
          ))}
        </Stack>
        {isOwner && <MovedLinks hosts={list.data?.filter((each) => each.isVerified) ?? []} />}
      </Stack>
      {removing && <RemoveDomain domain={removing} close={() => setRemoving(null)} />}
    </Page>
  );
}

function AddDomain() {
  const { add } = useChangeDomains();
  const initialValues = { host: "" };
  const form = useCallForm({ initialValues, validate: { host: required(words.noHost) } }, async ({ host }) => {
    const domain = await add.mutateAsync(host);
    form.reset();
    tell(words.added(domain.host));
  });
  return (
    <Card component="section" aria-label={words.add}>
      <form {...form.props}>
        <Group align="flex-start">
          <TextInput
            label={words.host}
            description={words.hostHelp}
            placeholder={words.example}
            inputMode="url"
            autoCapitalize="off"
            spellCheck={false}
            style={{ flex: "1 1 260px" }}
            {...form.getInputProps("host")}
          />
          <Button type="submit" mt={{ base: 0, xs: 25 }} loading={form.submitting}>
            {words.add}
          </Button>
        </Group>
      </form>
    </Card>
  );
}

interface CardProps {
  domain: Domain;
  notice: DomainNotice | undefined;
  /** The public address of the service. */
  baseUrl: string;
  isOwner: boolean;
  remove: () => void;
}

function DomainCard({ domain, notice, baseUrl, isOwner, remove }: CardProps) {
  const { host, isVerified, isDefault } = domain;
  return (
    <Card component="li" data-domain={host}>
      <Group justify="space-between" gap="xs">
        <Text fw={500} style={{ overflowWrap: "anywhere" }}>
          {host}
        </Text>
        <Group gap={6}>
          {isDefault && <Badge variant="light">{words.isDefault}</Badge>}
          <Badge variant="light" color={isVerified ? "glass" : "gray"}>
            {isVerified ? words.verified : words.unverified}
          </Badge>
        </Group>
      </Group>
      {notice && (
        <Alert
          variant="light"
          color={notice.state === "missing" ? "yellow" : "red"}
          mt="sm"
          icon={<Icon name="alert" />}
        >
          {notice.state === "missing"
            ? words.missing(inWords.day(notice.since))
            : words.takenOver(inWords.ago(notice.since))}
        </Alert>
      )}
      {(!isVerified || notice) && <Proof domain={domain} target={new URL(baseUrl).hostname} isOwner={isOwner} />}
      {isOwner && (
        <Group mt="md" gap="sm">
          {isVerified && <DefaultButton domain={domain} baseUrl={baseUrl} />}
          <Button
            variant="subtle"
            color="gray"
            aria-label={words.removeLabel(host)}
            leftSection={<Icon name="trash" size={16} />}
            onClick={remove}
          >
            {words.remove}
          </Button>
        </Group>
      )}
    </Card>
  );
}

/** The records to create, and the button that looks for them. */
function Proof({ domain, target, isOwner }: { domain: Domain; target: string; isOwner: boolean }) {
  const { id, host, record, isVerified } = domain;
  const { verify } = useChangeDomains();
  const look = () =>
    verify.mutateAsync(id).then(
      () => tell(words.nowVerified(host)),
      // Shown below.
      () => {},
    );
  return (
    <Stack gap="xs" mt="sm">
      <Text size="sm">{words.step}</Text>
      <ol style={{ margin: 0, paddingInlineStart: 20 }}>
        <li>
          <Text size="sm">{words.txt}</Text>
          <RecordPart label={words.recordName} value={record.name} copy={words.copyName} />
          <RecordPart label={words.recordValue} value={record.value} copy={words.copyValue} />
        </li>
        {!isVerified && (
          <li>
            <Text size="sm">
              {LOCAL.test(target) ? words.leadsNowhere(host, target) : words.leads(host, target)} <HowToFix />
            </Text>
          </li>
        )}
      </ol>
      {verify.isError && (
        <Alert variant="light" color="red" role="alert" title={words.notVerified}>
          <span style={{ overflowWrap: "anywhere" }}>{verify.error.message}</span>
        </Alert>
      )}
      {isOwner && (
        <Group gap="sm">
          <Button
            variant="default"
            loading={verify.isPending}
            onClick={() => void look()}
            aria-label={words.verifyLabel(host)}
          >
            {words.verify}
          </Button>
          <Text size="sm" c="dimmed">
            {words.wait}
          </Text>
        </Group>
      )}
    </Stack>
  );
}

function RecordPart({ label, value, copy }: { label: string; value: string; copy: string }) {
  return (
    <Group gap="xs" wrap="nowrap" align="center">
      <Text size="sm" c="dimmed" w={48} style={{ flex: "none" }}>
        {label}
      </Text>
      <Code style={{ overflowWrap: "anywhere", minWidth: 0 }}>{value}</Code>
      <CopyIcon value={value} label={copy} />
    </Group>
  );
}

function DefaultButton({ domain: { id, host, isDefault }, baseUrl }: { domain: Domain; baseUrl: string }) {
  const { setDefault } = useChangeDomains();
  const set = (wanted: boolean) =>
    setDefault.mutate(
      { id, isDefault: wanted },
      { onSuccess: () => tell(wanted ? words.used(host) : words.stopped(baseUrl)), onError: tellError },
    );
  const askFirst = () =>
    ask({
      title: words.useTitle(host),
      words: (
        <Stack gap="xs">
          <Text size="sm">{words.useText}</Text>
          <Text size="sm">
            {words.useCheck}{" "}
            <Anchor href={`${new URL(baseUrl).protocol}//${host}/favicon.ico`} target="_blank" rel="noreferrer" inherit>
              {words.useOpen(host)}
            </Anchor>
          </Text>
        </Stack>
      ),
      confirm: words.use,
      isGrave: false,
      act: () => set(true),
    });
  return (
    <Button
      variant="default"
      loading={setDefault.isPending}
      aria-label={isDefault ? words.stopLabel(host) : words.useLabel(host)}
      onClick={isDefault ? () => set(false) : askFirst}
    >
      {isDefault ? words.stop : words.use}
    </Button>
  );
}
