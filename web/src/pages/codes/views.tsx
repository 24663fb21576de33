import { ActionIcon, Button, Menu, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useNavigate } from "react-router";
import { searchOfView, useChangeViews, useRemoveView, useViews, type View, viewOf } from "../../api/tags.ts";
import { required, useCallForm } from "../../forms/call-form.ts";
import { Editors } from "../../parts/editors.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { Icon } from "../../parts/icon.tsx";
import { ask, tell, tellError } from "../../parts/notices.tsx";
import { words } from "./words.ts";

const { views: said } = words;
const NAME_LENGTH = 60;

/** The saved view that the list shows, if any. */
export function useOpenView(search: URLSearchParams): View | null {
  const views = useViews().data ?? [];
  const query = viewOf(search);
  const shown = query && searchOfView(query);
  return views.find((view) => searchOfView(view.query) === shown) ?? null;
}

/** Saves the list's filter and order under a name, or changes the view that it shows. */
export function ViewActions({ search, open }: { search: URLSearchParams; open: View | null }) {
  const [isNaming, naming] = useDisclosure();
  const query = viewOf(search);
  if (!query) return null;
  return (
    <Editors>
      {open ? (
        <ViewMenu view={open} rename={naming.open} />
      ) : (
        <Button variant="default" leftSection={<Icon name="bookmark" size={16} />} onClick={naming.open}>
          {said.save}
        </Button>
      )}
      {isNaming && <ViewDialog view={open ?? { query }} onClose={naming.close} />}
    </Editors>
  );
}

function ViewMenu({ view, rename }: { view: View; rename: () => void }) {
  const removal = useRemoveView();
  const navigate = useNavigate();
  const remove = () =>
    ask({
      title: said.removeTitle(view.name),
      words: said.removeText,
      confirm: said.removeConfirm,
      act: () =>
        void removal.mutateAsync(view.id).then(() => {
          tell(said.removed);
          void navigate("/codes");
        }, tellError),
    });
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={said.actions(view.name)}>
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={rename} leftSection={<Icon name="edit" size={16} />}>
          {said.rename}
        </Menu.Item>
        <Menu.Item color="red" onClick={remove} leftSection={<Icon name="trash" size={16} />}>
          {said.remove}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** A view with an id is renamed. A new one with the name of another replaces its filter. */
function ViewDialog({ view, onClose }: { view: Pick<View, "query"> & Partial<View>; onClose: () => void }) {
  const change = useChangeViews();
  const views = useViews().data ?? [];
  const form = useCallForm(
    { initialValues: { name: view.name ?? "" }, validate: { name: required(said.noName) } },
    async ({ name }) => {
      const id = view.id ?? other?.id;
      await change.mutateAsync({ name: name.trim(), ...(id && { id }), ...(view.id ? {} : { query: view.query }) });
      tell(said.saved);
      onClose();
    },
  );
  const wanted = form.values.name.trim().toLowerCase();
  const other = view.id ? undefined : views.find(({ name }) => name.toLowerCase() === wanted);
  return (
    <FormDialog
      form={form}
      title={view.id ? said.renameTitle : said.title}
      action={other ? said.replace : said.saveIt}
      cancel={said.cancel}
      onClose={onClose}
    >
      <TextInput
        name="name"
        label={said.name}
        data-autofocus
        maxLength={NAME_LENGTH}
        autoComplete="off"
        description={other ? said.replaces : said.hint}
        inputWrapperOrder={["label", "input", "description", "error"]}
        {...form.getInputProps("name")}
      />
    </FormDialog>
  );
}
