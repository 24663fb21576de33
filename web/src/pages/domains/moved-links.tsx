import { Anchor, Button, Card, Group, Pagination, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import { type Domain, LINKS_PER_PAGE, type MovedLink, useChangeDomains, useMovedLinks } from "../../api/domains.ts";
import { inWords } from "../../parts/formats.ts";
import { KINDS } from "../../parts/kinds.ts";
import { ask, Failure, tell, tellError } from "../../parts/notices.tsx";
import { words } from "./words.ts";

/** What still uses the domains though its code was moved to another workspace. `hosts`: the verified domains. */
export function MovedLinks({ hosts }: { hosts: Domain[] }) {
  const [page, setPage] = useState(1);
  const host = (hosts.find(({ isDefault }) => isDefault) ?? hosts[0])?.host;
  const found = useMovedLinks(page, host !== undefined);
  if (host === undefined) return null;
  if (found.isPending) return <Skeleton h={80} radius="lg" role="status" aria-label={words.movedLoading} />;
  if (found.isError) return <Failure error={found.error} retry={() => void found.refetch()} />;
  const { total, links } = found.data;
  if (total === 0) return null;
  return (
    <Card component="section" aria-label={words.moved}>
      <Title order={2} size="h4">
        {words.moved}
      </Title>
      <Text size="sm" c="dimmed" mt={4}>
        {words.movedLead}
      </Text>
      <Stack component="ul" m={0} mt="md" p={0} gap="md" style={{ listStyle: "none" }}>
        {links.map((link) => (
          <LinkRow key={link.token} link={link} address={`${host}/r/${link.token}`} />
        ))}
      </Stack>
      {total > LINKS_PER_PAGE && (
        <Pagination
          mt="md"
          total={Math.ceil(total / LINKS_PER_PAGE)}
          value={page}
          onChange={setPage}
          aria-label={words.movedPages}
        />
      )}
    </Card>
  );
}

function LinkRow({ link, address }: { link: MovedLink; address: string }) {
  const { stopMovedLink } = useChangeDomains();
  const stop = () =>
    ask({
      title: words.stopServingTitle(address),
      words: words.stopServingText(address),
      confirm: words.stopServingConfirm,
      act: () =>
        stopMovedLink.mutate(link.token, {
          onSuccess: () => tell(words.stoppedServing(address)),
          onError: tellError,
        }),
    });
  return (
    <Group component="li" justify="space-between" gap="sm" data-token={link.token}>
      <Stack gap={2} style={{ flex: "1 1 260px", minWidth: 0, overflowWrap: "anywhere" }}>
        <Text fw={500}>{address}</Text>
        <Text size="sm">
          {words.movedTo}: <Destination link={link} />
        </Text>
        <Text size="sm" c="dimmed">
          {words.movedSince} {inWords.day(link.movedAt)} · {inWords.times(link.scanCount, "scan")}
        </Text>
      </Stack>
      <Button
        variant="default"
        loading={stopMovedLink.isPending}
        aria-label={words.stopServingLabel(address)}
        onClick={stop}
      >
        {words.stopServing}
      </Button>
    </Group>
  );
}

function Destination({ link: { state, type, leadsTo } }: { link: MovedLink }) {
  if (state !== "active") return words.movedStates[state];
  if (leadsTo === null) return words.movedPage(KINDS[type].label);
  return (
    <Anchor href={leadsTo} target="_blank" rel="noreferrer" inherit>
      {leadsTo}
    </Anchor>
  );
}
