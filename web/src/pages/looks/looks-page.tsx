import { Badge, Button, Card, Menu, SimpleGrid, Stack, Title } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import { type SavedLook, useRemoveLook, useSavedLooks, useSaveLook } from "../../api/looks.ts";
import { Icon } from "../../parts/icon.tsx";
import { LookPicture } from "../../parts/look-picture.tsx";
import { ask, Empty, Failure, tell, tellError, Waiting } from "../../parts/notices.tsx";
import { Page } from "../../parts/page.tsx";
import { SaveLookDialog } from "../../parts/save-look-dialog.tsx";
import { Logos } from "./logos.tsx";

/** What is kept of looks: those saved by name, and the pictures for the middle. */
export default function LooksPage() {
  return (
    <Page
      title="Looks"
      lead="How your codes look. A saved look can be given to any code; codes that have it keep it when it is changed here. The two colours, squares and background, stay each code's own."
    >
      <Stack gap="xl">
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
      <Empty
        icon="look"
        title="No look is saved yet"
        action={
          <Button component={Link} to="/codes/new#look">
            Make a code
          </Button>
        }
      >
        Shapes, colours of the eyes, a logo, a frame: choose them in the form of a code, then press “Save this look…”
        there. It can be used again, and be given to all new codes.
      </Empty>
    );
  }
  return (
    <SimpleGrid cols={{ base: 2, xs: 3, md: 4, lg: 5 }} component="ul" p={0} m={0} aria-label="Saved looks">
      {looks.data.map((look) => (
        <LookCard key={look.id} look={look} />
      ))}
    </SimpleGrid>
  );
}

function LookCard({ look }: { look: SavedLook }) {
  const [isRenaming, setRenaming] = useState(false);
  return (
    <Card component="li" padding="sm" style={{ listStyle: "none" }}>
      <LookPicture style={look.style} />
      <Title order={2} size="sm" fw={600} mt="xs" lineClamp={2} style={{ overflowWrap: "anywhere" }}>
        {look.name}
      </Title>
      <Stack gap={6} mt={4} align="flex-start" justify="flex-end" flex={1}>
        {look.isDefault && <Badge variant="light">For new codes</Badge>}
        <LookMenu look={look} rename={() => setRenaming(true)} />
      </Stack>
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
      .then(() => tell(isDefault ? "New codes are plain again." : `New codes get “${name}”.`), tellError);
  const remove = useRemoval(look);
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <Button variant="default" size="compact-sm" aria-label={`Change ${name}`} fullWidth>
          Change
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={setDefault} leftSection={<Icon name="star" size={16} />}>
          {isDefault ? "Not for new codes" : "For new codes"}
        </Menu.Item>
        <Menu.Item onClick={rename} leftSection={<Icon name="edit" size={16} />}>
          Rename…
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red" onClick={remove} leftSection={<Icon name="trash" size={16} />}>
          Delete…
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function useRemoval({ id, name, isDefault }: SavedLook): () => void {
  const removal = useRemoveLook();
  return () =>
    ask({
      title: `Delete the look “${name}”?`,
      words: `Codes that have it keep it.${isDefault ? " New codes will be plain squares again." : ""}`,
      confirm: "Delete it",
      act: () => void removal.mutateAsync(id).then(() => tell("The look is deleted."), tellError),
    });
}
