import { Button, Group, Menu, Modal, SimpleGrid, Stack, Text, TextInput, UnstyledButton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Link } from "react-router";
import { readUtm, UTM_FIELDS, type Utm, writeUtm } from "../../../../src/codes/content/utm.ts";
import { type UtmPreset, useChangeUtmPresets, useUtmPresets } from "../../api/utm-presets.ts";
import { required, useCallForm } from "../../forms/call-form.ts";
import { Icon } from "../../parts/icon.tsx";
import { tell } from "../../parts/notices.tsx";
import classes from "./utm.module.css";
import { UTM } from "./words.ts";

interface UtmFieldsProps {
  address: string;
  change: (address: string) => void;
}

/** The campaign parameters of the address, which has them itself: they are read from it and written into it. */
export function UtmFields({ address, change }: UtmFieldsProps) {
  const [isOpen, { toggle }] = useDisclosure();
  const [isSaving, saving] = useDisclosure();
  const presets = useUtmPresets().data ?? [];
  const utm = readUtm(address);
  const summary = UTM_FIELDS.map((field) => utm[field]).filter(Boolean);
  const isBlank = address.trim() === "";
  return (
    <div>
      <UnstyledButton className={classes.fold} onClick={toggle} aria-expanded={isOpen}>
        <Icon name="down" size={16} />
        <span>{UTM.title}</span>
        <Text span size="sm" c="var(--text-3)" className={classes.hint}>
          {summary.length > 0 ? summary.join(" · ") : UTM.none}
        </Text>
      </UnstyledButton>
      {isOpen && (
        <Stack className={classes.folded} gap="sm">
          {isBlank && <Text size="sm">{UTM.addressFirst}</Text>}
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" verticalSpacing="sm">
            {UTM_FIELDS.map((field) => (
              <TextInput
                key={field}
                name={`utm-${field}`}
                label={UTM.fields[field]}
                placeholder={UTM.examples[field]}
                description={field === "content" ? UTM.contentHint : undefined}
                inputWrapperOrder={["label", "input", "description", "error"]}
                value={utm[field]}
                maxLength={200}
                disabled={isBlank}
                autoComplete="off"
                onChange={(event) => change(writeUtm(address.trim(), { [field]: event.currentTarget.value }))}
              />
            ))}
          </SimpleGrid>
          <Group gap="xs">
            {presets.length > 0 && (
              <Menu position="bottom-start">
                <Menu.Target>
                  <Button variant="default" size="xs" disabled={isBlank} rightSection={<Icon name="down" size={14} />}>
                    {UTM.use}
                  </Button>
                </Menu.Target>
                <Menu.Dropdown mah={320} style={{ overflowY: "auto" }}>
                  {presets.map((preset) => (
                    <Menu.Item key={preset.name} onClick={() => change(writeUtm(address.trim(), filled(preset)))}>
                      {preset.name}
                    </Menu.Item>
                  ))}
                  <Menu.Divider />
                  {/* In a new tab, since leaving the editor would lose the draft. */}
                  <Menu.Item component={Link} to="/settings" target="_blank">
                    {UTM.manage}
                  </Menu.Item>
                </Menu.Dropdown>
              </Menu>
            )}
            <Button variant="subtle" color="gray" size="xs" disabled={summary.length === 0} onClick={saving.open}>
              {UTM.savePreset}
            </Button>
          </Group>
        </Stack>
      )}
      {isSaving && <SavePreset utm={utm} presets={presets} onClose={saving.close} />}
    </div>
  );
}

/** Only the values that there are, so that the others stay. */
const filled = (preset: UtmPreset): Partial<Utm> =>
  Object.fromEntries(UTM_FIELDS.map((field) => [field, preset[field]]).filter(([, value]) => value));

function SavePreset({ utm, presets, onClose }: { utm: Utm; presets: UtmPreset[]; onClose: () => void }) {
  const save = useChangeUtmPresets();
  const form = useCallForm(
    {
      initialValues: { name: "" },
      validate: { name: required(UTM.noName) },
      place: (fields) => ({ name: Object.values(fields).join(" ") }),
    },
    async ({ name }) => {
      const values = Object.fromEntries(UTM_FIELDS.map((field) => [field, utm[field] || null]));
      const preset = { name: name.trim(), ...values } as UtmPreset;
      await save.mutateAsync((now) => {
        const at = now.findIndex((each) => each.name === preset.name);
        return at < 0 ? [...now, preset] : now.with(at, preset);
      });
      tell(UTM.saved(preset.name));
      onClose();
    },
  );
  const isReplaced = presets.some(({ name }) => name === form.values.name.trim());
  return (
    <Modal opened onClose={onClose} title={UTM.saveTitle}>
      <form
        noValidate
        onSubmit={(event) => {
          // React bubbles the event to the form around the dialog.
          event.stopPropagation();
          form.props.onSubmit(event);
        }}
      >
        <Stack>
          <TextInput
            name="preset"
            label={UTM.presetName}
            data-autofocus
            maxLength={100}
            autoComplete="off"
            description={isReplaced && UTM.replaces}
            inputWrapperOrder={["label", "input", "description", "error"]}
            {...form.getInputProps("name")}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {UTM.cancel}
            </Button>
            <Button type="submit" loading={form.submitting}>
              {isReplaced ? UTM.replace : UTM.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
