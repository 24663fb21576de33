import { Anchor, Button, Stack, Text, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link, useParams } from "react-router";
import { call, isMissing } from "../../api/call.ts";
import type { Me } from "../../api/types.ts";
import { required, useCallForm } from "../../forms/call-form.ts";
import { openWorkspace } from "../../frame/commands.ts";
import { Failure, Waiting } from "../../parts/notices.tsx";
import { Page } from "../../parts/page.tsx";
import { words } from "./words.ts";

interface Claim {
  workspaceId: string;
  codeId: string;
  codeName: string;
  placementId: string;
}

/** Opened by scanning a blank copy while signed in: says where the copy is. */
export default function ClaimPage({ me }: { me: Me }) {
  const { token = "" } = useParams();
  const claim = useQuery({
    queryKey: ["claim", token],
    queryFn: () => call.get<Claim>(`/claims/${encodeURIComponent(token)}`),
    retry: (count, error) => count < 2 && !isMissing(error),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const other = claim.data && claim.data.workspaceId !== me.workspaceId ? claim.data.workspaceId : null;
  useEffect(() => {
    if (other !== null) openWorkspace(other, `/claim/${token}`);
  }, [other, token]);
  if (claim.isError) {
    if (!isMissing(claim.error)) return <Failure error={claim.error} retry={() => void claim.refetch()} />;
    return (
      <Page title={words.gone} lead={words.goneText} back={{ to: "/codes", label: words.codes }}>
        {null}
      </Page>
    );
  }
  if (!claim.data || other !== null) return <Waiting />;
  return <ClaimForm key={token} token={token} claim={claim.data} />;
}

function ClaimForm({ token, claim }: { token: string; claim: Claim }) {
  const { codeId, codeName } = claim;
  const client = useQueryClient();
  const [place, setPlace] = useState<string | null>(null);
  const form = useCallForm(
    { initialValues: { name: "" }, validate: { name: required(words.missing) } },
    async (values) => {
      const name = values.name.trim();
      try {
        await call.post(`/claims/${encodeURIComponent(token)}`, { name });
      } catch (error) {
        // Somebody else was faster: the page says so.
        if (isMissing(error as Error)) await client.invalidateQueries({ queryKey: ["claim", token] });
        throw error;
      }
      setPlace(name);
      await client.invalidateQueries({ queryKey: ["code", codeId] });
    },
  );
  const all = (
    <Anchor component={Link} to={`/codes/${codeId}?tab=placements`}>
      {words.all(codeName)}
    </Anchor>
  );
  if (place !== null) {
    return (
      <Page title={words.done(place)} lead={words.next}>
        {all}
      </Page>
    );
  }
  return (
    <Page title={words.title} lead={words.lead(codeName)}>
      <form {...form.props}>
        <Stack maw={440}>
          <TextInput
            name="name"
            size="md"
            label={words.label}
            placeholder={words.example}
            maxLength={100}
            autoComplete="off"
            autoFocus
            {...form.getInputProps("name")}
          />
          <Button type="submit" size="md" h={48} loading={form.submitting}>
            {words.save}
          </Button>
          <Text size="sm" c="var(--text-2)">
            {words.others}
          </Text>
          {all}
        </Stack>
      </form>
    </Page>
  );
}
