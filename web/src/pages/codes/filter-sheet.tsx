import { Badge, Button, Drawer, Group, Stack, Switch, VisuallyHidden } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Icon } from "../../parts/icon.tsx";
import { type ChoicesProps, Selects } from "./choices.tsx";

const CHOSEN = ["type", "state", "category", "favorite", "sort"];

/** On a phone: one button that tells how many filters are on, and a sheet with all of them. */
export function FilterSheet({ params, set }: ChoicesProps) {
  const [isOpen, { open, close }] = useDisclosure();
  const count = CHOSEN.filter((name) => params.get(name)).length;
  return (
    <>
      <Button
        variant={count > 0 ? "light" : "default"}
        size="md"
        px="sm"
        onClick={open}
        leftSection={<Icon name="filter" />}
        rightSection={
          count > 0 && (
            <>
              <Badge circle>{count}</Badge>
              <VisuallyHidden>chosen</VisuallyHidden>
            </>
          )
        }
      >
        Filter
        <VisuallyHidden> and sort</VisuallyHidden>
      </Button>
      <Drawer
        opened={isOpen}
        onClose={close}
        position="bottom"
        size="auto"
        title="Filter and sort"
        closeButtonProps={{ "aria-label": "Close" }}
        styles={{
          title: { fontWeight: 650 },
          content: { borderRadius: "1rem 1rem 0 0", height: "auto", maxHeight: "90dvh" },
        }}
      >
        <Stack gap="sm">
          <Selects params={params} set={set} look={(title) => ({ label: title, placeholder: "Any", size: "md" })} />
          <Switch
            label="Favourites only"
            size="md"
            my="xs"
            checked={params.get("favorite") === "true"}
            onChange={(event) => set({ favorite: event.currentTarget.checked ? "true" : "" })}
          />
          <Group grow>
            <Button
              variant="default"
              size="md"
              disabled={count === 0}
              onClick={() => set(Object.fromEntries(CHOSEN.map((name) => [name, ""])))}
            >
              Clear all
            </Button>
            <Button size="md" onClick={close}>
              Show the codes
            </Button>
          </Group>
        </Stack>
      </Drawer>
    </>
  );
}
