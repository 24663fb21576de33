import {
  ActionIcon,
  Anchor,
  Button,
  CheckIcon,
  ColorSwatch,
  Group,
  Input,
  Menu,
  Modal,
  Select,
  Stack,
  Text,
  TextInput,
} from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import { TAG_COLORS } from "../../../../src/shared/tag-colors.ts";
import { call } from "../../api/call.ts";
import { changeTag, mergeTag, removeTag, useChangeTags, useTagCounts, useTags } from "../../api/tags.ts";
import type { Tag } from "../../api/types.ts";
import { required, useCallForm } from "../../forms/call-form.ts";
import { Editors } from "../../parts/editors.tsx";
import { FormDialog } from "../../parts/form-dialog.tsx";
import { Icon } from "../../parts/icon.tsx";
import { ask, Empty, Failure, tell, tellError, Waiting } from "../../parts/notices.tsx";
import { Page } from "../../parts/page.tsx";
import { TagChip, TagDot } from "../../parts/tag-chips.tsx";
import classes from "./tags.module.css";
import { words } from "./words.ts";

/** The server counts no further. */
const MAX_COUNTED = 10_000;

/** Tags are renamed, recoloured, merged and deleted here, for all codes at once. */
export default function TagsPage() {
  const tags = useTags();
  const counts = useTagCounts().data ?? {};
  const [edited, setEdited] = useState<Partial<Tag> | null>(null);
  const [merged, setMerged] = useState<Tag | null>(null);
  return (
    <Page
      title={words.title}
      back={{ to: "/codes", label: words.codes }}
      lead={words.lead}
      actions={
        <Editors>
          <Button leftSection={<Icon name="plus" />} onClick={() => setEdited({})}>
            {words.newTag}
          </Button>
        </Editors>
      }
    >
      {tags.isPending && <Waiting />}
      {tags.isError && !tags.data && <Failure error={tags.error} retry={() => void tags.refetch()} />}
      {tags.data?.length === 0 && (
        <Empty title={words.empty} icon="tag">
          <Editors>{words.emptyText}</Editors>
        </Empty>
      )}
      {tags.data && tags.data.length > 0 && (
        <ul className={classes.list} aria-label={words.list}>
          {tags.data.map((tag) => (
            <li key={tag.id} className={classes.row}>
              <TagDot color={tag.color} />
              <Anchor component={Link} to={`/codes?tag=${tag.id}`} className={classes.name} dir="auto">
                {tag.name}
              </Anchor>
              <span className={classes.count}>{countOf(counts[tag.id])}</span>
              <Editors>
                <TagMenu
                  tag={tag}
                  count={counts[tag.id]}
                  edit={() => setEdited(tag)}
                  merge={tags.data.length > 1 ? () => setMerged(tag) : undefined}
                />
              </Editors>
            </li>
          ))}
        </ul>
      )}
      {edited && <TagDialog tag={edited} onClose={() => setEdited(null)} />}
      {merged && <MergeDialog tag={merged} others={tags.data ?? []} onClose={() => setMerged(null)} />}
    </Page>
  );
}

const countOf = (count: number | undefined): string =>
  count === undefined ? "" : words.count(count, count >= MAX_COUNTED);

interface TagMenuProps {
  tag: Tag;
  count: number | undefined;
  edit: () => void;
  merge: (() => void) | undefined;
}

function TagMenu({ tag, count, edit, merge }: TagMenuProps) {
  const change = useChangeTags();
  const remove = () =>
    ask({
      title: words.removeTitle(tag.name),
      words: words.removeText(countOf(count ?? 0)),
      confirm: words.removeConfirm,
      act: () => void change.mutateAsync(() => removeTag(tag.id)).then(() => tell(words.removed), tellError),
    });
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={words.actionsFor(tag.name)}>
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={edit} leftSection={<Icon name="edit" size={16} />}>
          {words.edit}
        </Menu.Item>
        {merge && (
          <Menu.Item onClick={merge} leftSection={<Icon name="leads" size={16} />}>
            {words.merge}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item color="red" onClick={remove} leftSection={<Icon name="trash" size={16} />}>
          {words.remove}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Without an id: a new tag. */
function TagDialog({ tag, onClose }: { tag: Partial<Tag>; onClose: () => void }) {
  const change = useChangeTags();
  const form = useCallForm(
    { initialValues: { name: tag.name ?? "", color: tag.color ?? "" }, validate: { name: required(words.noName) } },
    async ({ name, color }) => {
      const body = { name: name.trim(), ...(color && { color }) };
      await change.mutateAsync(() => (tag.id ? changeTag(tag.id, body) : call.post("/tags", body)));
      tell(words.saved);
      onClose();
    },
  );
  const { name, color } = form.values;
  return (
    <FormDialog
      form={form}
      title={tag.id ? words.editTitle : words.createTitle}
      action={tag.id ? words.save : words.create}
      cancel={words.cancel}
      onClose={onClose}
    >
      <TextInput
        name="name"
        label={words.name}
        data-autofocus
        maxLength={100}
        autoComplete="off"
        {...form.getInputProps("name")}
      />
      <Input.Wrapper label={words.color} error={form.errors.color}>
        <div className={classes.swatches} role="radiogroup" aria-label={words.color}>
          {TAG_COLORS.map((one) => (
            <ColorSwatch
              key={one}
              component="button"
              type="button"
              role="radio"
              aria-checked={one === color}
              aria-label={one}
              color={one}
              size={32}
              withShadow={false}
              onClick={() => form.setFieldValue("color", one)}
            >
              {one === color && <CheckIcon size={12} color="#ffffff" />}
            </ColorSwatch>
          ))}
          <input
            type="color"
            className={classes.own}
            aria-label={words.ownColor}
            title={words.ownColor}
            value={color || "#71767f"}
            onChange={(event) => form.setFieldValue("color", event.currentTarget.value)}
          />
        </div>
      </Input.Wrapper>
      {name.trim() !== "" && color !== "" && (
        <Group>
          <TagChip tag={{ name: name.trim(), color }} />
        </Group>
      )}
    </FormDialog>
  );
}

function MergeDialog({ tag, others, onClose }: { tag: Tag; others: readonly Tag[]; onClose: () => void }) {
  const change = useChangeTags();
  const [into, setInto] = useState<string | null>(null);
  const merge = () =>
    change
      .mutateAsync(() => mergeTag(tag.id, into!))
      .then(() => {
        tell(words.merged(others.find(({ id }) => id === into)?.name ?? ""));
        onClose();
      })
      .catch(tellError);
  return (
    <Modal opened onClose={onClose} title={words.mergeTitle(tag.name)}>
      <Stack>
        <Text size="sm">{words.mergeText(tag.name)}</Text>
        <Select
          label={words.into}
          searchable
          data-autofocus
          value={into}
          onChange={setInto}
          data={others.filter(({ id }) => id !== tag.id).map(({ id, name }) => ({ value: id, label: name }))}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button disabled={into === null} loading={change.isPending} onClick={merge}>
            {words.mergeIt}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
