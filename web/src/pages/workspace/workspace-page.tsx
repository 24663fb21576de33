import { Button, Group, Select, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { call } from "../../api/call.ts";
import { useSavedLooks, useSaveLook } from "../../api/looks.ts";
import type { DeletedWorkspace, Me, Workspace } from "../../api/types.ts";
import { useChangeUtmPresets, useUtmPresets } from "../../api/utm-presets.ts";
import { openOf } from "../../api/workspace.ts";
import { required, useCallForm } from "../../forms/call-form.ts";
import { openWorkspace } from "../../frame/commands.ts";
import { FailingDot } from "../../frame/failing-dot.tsx";
import { PlaceList } from "../../frame/place-list.tsx";
import { SettingsTabs } from "../../frame/settings-tabs.tsx";
import { settings } from "../../frame/words.ts";
import { Editors } from "../../parts/editors.tsx";
import { inWords } from "../../parts/formats.ts";
import { ask, tell, tellError } from "../../parts/notices.tsx";
import { Page } from "../../parts/page.tsx";
import { zoneChoices } from "../../parts/zones.ts";
import { ExportEverything } from "./export-everything.tsx";
import { Section } from "./section.tsx";
import { words } from "./words.ts";

/** The first section of the settings: the open workspace. */
export default function WorkspacePage({ me }: { me: Me }) {
  const workspace = openOf(me);
  const isOwner = workspace.role === "owner";
  return (
    <Page title={settings.title}>
      <SettingsTabs me={me} />
      <Stack>
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <Stack>
            {isOwner ? <General workspace={workspace} /> : <About workspace={workspace} />}
            <Editors>
              <DefaultLook />
              <UtmPresets />
            </Editors>
          </Stack>
          <Stack>
            <More isOwner={isOwner} />
            <Editors>
              <Links />
            </Editors>
          </Stack>
        </SimpleGrid>
        <ExportEverything command={me.service.command} />
        {isOwner && <DeleteWorkspace workspace={workspace} />}
        <DeletedWorkspaces />
      </Stack>
    </Page>
  );
}

const More = ({ isOwner }: { isOwner: boolean }) => (
  <PlaceList
    title={words.more}
    rows={[
      { to: "/domains", icon: "link", ...words.places.domains },
      { to: "/tags", icon: "tag", ...words.places.tags },
      { to: "/keys", icon: "key", ...words.places.keys },
      { to: "/webhooks", icon: "webhook", ...words.places.webhooks, mark: <FailingDot /> },
      ...(isOwner ? [{ to: "/audit", icon: "clock", ...words.places.audit } as const] : []),
    ]}
  />
);

function General({ workspace: { name, zone } }: { workspace: Workspace }) {
  const cache = useQueryClient();
  const zones = useMemo(() => zoneChoices(zone), [zone]);
  const initialValues = { name, zone };
  const form = useCallForm({ initialValues, validate: { name: required(words.noName) } }, async (values) => {
    await call.patch("/workspace", values);
    await cache.invalidateQueries({ queryKey: ["me"] });
    tell(words.saved);
  });
  return (
    <Section title={words.general}>
      <form {...form.props}>
        <Stack>
          <TextInput label={words.name} maxLength={100} {...form.getInputProps("name")} />
          <Select
            label={words.zone}
            description={words.zoneHelp}
            data={zones}
            searchable
            nothingFoundMessage={words.noZone}
            allowDeselect={false}
            limit={100}
            {...form.getInputProps("zone")}
            onFocus={(event) => event.currentTarget.select()}
          />
          <Group justify="flex-end">
            <Button type="submit" variant="default" loading={form.submitting}>
              {words.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}

/** For those who cannot change it. */
function About({ workspace: { name, zone } }: { workspace: Workspace }) {
  return (
    <Section title={words.general}>
      <Text style={{ overflowWrap: "anywhere" }}>{name}</Text>
      <Text size="sm" c="dimmed">
        {words.zone}: {zone}
      </Text>
      <Text size="sm" c="dimmed" mt="sm">
        {words.onlyOwners}
      </Text>
    </Section>
  );
}

const NONE = "none";

function DefaultLook() {
  const looks = useSavedLooks().data ?? [];
  const save = useSaveLook();
  const held = looks.find(({ isDefault }) => isDefault);
  const choose = (id: string | null) => {
    const next = looks.find((look) => look.id === id);
    const change = next ? { id: next.id, isDefault: true } : held && { id: held.id, isDefault: false };
    if (!change || next?.id === held?.id) return;
    const said = next ? words.lookSet(next.name) : words.lookUnset;
    void save.mutateAsync(change).then(() => tell(said), tellError);
  };
  return (
    <Section title={words.look}>
      {looks.length === 0 ? (
        <Text size="sm" c="dimmed">
          {words.noLooks}
        </Text>
      ) : (
        <Select
          aria-label={words.look}
          description={words.lookHelp}
          data={[{ value: NONE, label: words.noLook }, ...looks.map(({ id, name }) => ({ value: id, label: name }))]}
          value={held?.id ?? NONE}
          disabled={save.isPending}
          allowDeselect={false}
          onChange={choose}
        />
      )}
    </Section>
  );
}

/** Created in the form of a code. */
function UtmPresets() {
  const presets = useUtmPresets().data ?? [];
  const change = useChangeUtmPresets();
  const remove = (name: string) =>
    change
      .mutateAsync((now) => now.filter((preset) => preset.name !== name))
      .then(() => tell(words.presetDeleted(name)), tellError);
  return (
    <Section title={words.presets}>
      {presets.length === 0 ? (
        <Text size="sm" c="dimmed">
          {words.noPresets}
        </Text>
      ) : (
        <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: "none" }}>
          {presets.map(({ name, ...values }) => (
            <Group key={name} component="li" justify="space-between" wrap="nowrap">
              <div style={{ minWidth: 0, overflowWrap: "anywhere" }}>
                <Text size="sm">{name}</Text>
                <Text size="xs" c="dimmed">
                  {Object.values(values).filter(Boolean).join(" · ")}
                </Text>
              </div>
              <Button
                variant="default"
                size="xs"
                aria-label={words.deletePreset(name)}
                disabled={change.isPending}
                onClick={() => void remove(name)}
              >
                {words.delete}
              </Button>
            </Group>
          ))}
        </Stack>
      )}
    </Section>
  );
}

/** How many are taken of what the plan of its creator allows. */
function Links() {
  const { data } = useQuery({
    queryKey: ["workspace-links"],
    queryFn: () => call.get<{ links: Record<"slugs" | "placements", { taken: number; limit: number }> }>("/workspace"),
  });
  if (!data) return null;
  const { slugs, placements } = data.links;
  return (
    <Section title={words.links}>
      <Text size="sm">{words.slugs(slugs.taken, slugs.limit)}</Text>
      <Text size="sm">{words.placements(placements.taken, placements.limit)}</Text>
      <Text size="sm" c="dimmed" mt="xs">
        {words.linksHelp}
      </Text>
    </Section>
  );
}

function DeleteWorkspace({ workspace: { id, name } }: { workspace: Workspace }) {
  const removal = useMutation({
    mutationFn: () => call.remove("/workspace"),
    // The server opens the newest workspace for somebody who is no member of the named one.
    onSuccess: () => openWorkspace(id, "/settings"),
    onError: tellError,
  });
  const remove = () =>
    ask({
      title: words.removeTitle(name),
      words: words.removeText,
      confirm: words.removeConfirm,
      cancel: words.cancel,
      act: () => removal.mutate(),
    });
  return (
    <Section title={words.remove}>
      <Text size="sm">{words.removeLead}</Text>
      <Group justify="flex-end" mt="md">
        <Button variant="default" c="var(--mantine-color-error)" loading={removal.isPending} onClick={remove}>
          {words.remove}…
        </Button>
      </Group>
    </Section>
  );
}

/** Those that the user owns and can restore. */
function DeletedWorkspaces() {
  const list = useQuery({
    queryKey: ["workspaces"],
    queryFn: () => call.get<{ deleted: DeletedWorkspace[] }>("/workspaces"),
  });
  const restoring = useMutation({
    mutationFn: (id: string) => call.post<Workspace>(`/workspaces/${id}/restore`),
    onSuccess: ({ id }) => openWorkspace(id, "/settings"),
    onError: tellError,
  });
  const deleted = list.data?.deleted ?? [];
  if (deleted.length === 0) return null;
  return (
    <Section title={words.deleted}>
      <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: "none" }}>
        {deleted.map(({ id, name, keptUntil }) => (
          <Group key={id} component="li" justify="space-between">
            <Text style={{ overflowWrap: "anywhere" }}>{words.keptUntil(name, inWords.day(keptUntil))}</Text>
            <Button
              variant="default"
              size="xs"
              aria-label={words.restoreLabel(name)}
              loading={restoring.isPending}
              onClick={() => restoring.mutate(id)}
            >
              {words.restore}
            </Button>
          </Group>
        ))}
      </Stack>
    </Section>
  );
}
