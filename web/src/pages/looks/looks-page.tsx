import { ActionIcon, Badge, Box, Button, Card, Group, Menu, SimpleGrid, Stack, Title } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import { type SavedLook, useRemoveLook, useSavedLooks, useSaveLook } from "../../api/looks.ts";
import { Editors } from "../../parts/editors.tsx";
import { Icon } from "../../parts/icon.tsx";
import { LookPicture } from "../../parts/look-picture.tsx";
import { ask, Empty, Failure, tell, tellError, Waiting } from "../../parts/notices.tsx";
import { Page } from "../../parts/page.tsx";
import { SaveLookDialog } from "../../parts/save-look-dialog.tsx";
import { PRESETS } from "../editor/look/presets.ts";
import { Logos } from "./logos.tsx";
import { words } from "./words.ts";

/** Saved looks and logos. */
export default function LooksPage() {
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        <Editors>
          <Button component={Link} to="/looks/new" leftSection={<Icon name="plus" />}>
            {words.newLook}
          </Button>
        </Editors>
      }
    >
      <Stack gap="md">
        <SavedLooks />
        <Logos />
      </Stack>
    </Page>
  );
}

function SavedLooks() {
  const looks = useSavedLooks();
  if (looks.isPending) return <Waiting />;
  if (looks.isError && !looks.data) {
    return <Failure error={looks.error} retry={() => void looks.refetch()} />;
  }
  if (looks.data.length === 0) {
    return (
      <Empty title={words.empty} sample={<SampleLooks />}>
        <Editors>{words.emptyText}</Editors>
      </Empty>
    );
  }
  return (
    <SimpleGrid cols={{ base: 2, xs: 3, md: 4, lg: 5 }} component="ul" p={0} m={0} aria-label={words.list}>
      {looks.data.map((look) => (
        <LookCard key={look.id} look={look} />
      ))}
    </SimpleGrid>
  );
}

const READY = PRESETS.filter(({ name }) => ["Soft", "Leaf", "Scan me"].includes(name));

function SampleLooks() {
  return (
    <Group w="100%" gap="md" justify="center" wrap="nowrap">
      {READY.map(({ name, style }) => (
        <Box key={name} flex="0 1 112px" miw={0}>
          <LookPicture style={{ ...style, gradient: null }} />
        </Box>
      ))}
    </Group>
  );
}

function LookCard({ look }: { look: SavedLook }) {
  const [isRenaming, setRenaming] = useState(false);
  return (
    <Card component="li" padding="sm" style={{ listStyle: "none" }}>
      <LookPicture style={look.style} />
      <Group mt="xs" gap={4} wrap="nowrap" justify="space-between" align="flex-start">
        <Title order={2} size="sm" fw={500} lineClamp={2} mt={4} style={{ overflowWrap: "anywhere" }}>
          {look.name}
        </Title>
        <Editors>
          <LookMenu look={look} rename={() => setRenaming(true)} />
        </Editors>
      </Group>
      {look.isDefault && <Badge variant="light">{words.forNewCodes}</Badge>}
      {isRenaming && <SaveLookDialog look={look} onClose={() => setRenaming(false)} />}
    </Card>
  );
}

function LookMenu({ look, rename }: { look: SavedLook; rename: () => void }) {
  const save = useSaveLook();
  const { id, name, isDefault } = look;
  const setDefault = () =>
    void save
      .mutateAsync({ id, isDefault: !isDefault })
      .then(() => tell(isDefault ? words.defaultUnset : words.defaultSet(name)), tellError);
  const remove = useRemoval(look);
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={words.actionsFor(name)}>
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={setDefault} leftSection={<Icon name="star" size={16} />}>
          {isDefault ? words.unsetDefault : words.makeDefault}
        </Menu.Item>
        <Menu.Item component={Link} to={`/looks/${id}`} leftSection={<Icon name="edit" size={16} />}>
          {words.edit}
        </Menu.Item>
        <Menu.Item onClick={rename} leftSection={<Icon name="tag" size={16} />}>
          {words.rename}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red" onClick={remove} leftSection={<Icon name="trash" size={16} />}>
          {words.remove}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function useRemoval({ id, name, isDefault }: SavedLook): () => void {
  const removal = useRemoveLook();
  return () =>
    ask({
      title: words.removeTitle(name),
      words: words.removeText + (isDefault ? words.removeDefault : ""),
      confirm: words.removeConfirm,
      act: () => void removal.mutateAsync(id).then(() => tell(words.removed), tellError),
    });
}
