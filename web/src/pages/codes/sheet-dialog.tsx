import {
  Alert,
  Button,
  Checkbox,
  Group,
  Input,
  Modal,
  NumberInput,
  SegmentedControl,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Text,
} from "@mantine/core";
import { type UseFormReturnType, useForm } from "@mantine/form";
import { useDebouncedValue } from "@mantine/hooks";
import type { ReactNode } from "react";
import { useState } from "react";
import { CallError } from "../../api/call.ts";
import { ink as inkWords } from "../../parts/dialog-words.ts";
import { Icon } from "../../parts/icon.tsx";
import { LocalImages } from "../../parts/local-warning.tsx";
import { useIsNarrow } from "../../parts/narrow.ts";
import { tell } from "../../parts/notices.tsx";
import { useFile } from "../../parts/use-file.ts";
import { choicesOf } from "./list-query.ts";
import { NetworkNote } from "./networks.tsx";
import {
  bodyOf,
  type Copies,
  choose,
  FIRST_CHOICE,
  OWN,
  printedOf,
  type SheetChoice,
  sheetsInGroups,
} from "./sheet-options.ts";
import { SheetPreview, TooSmallNotice, useSheetPreview, useSheets } from "./sheet-preview.tsx";
import { words } from "./words.ts";

/** The server's limit. */
const MAX_ON_SHEETS = 2000;

/** Prints the selected codes, or placements of a code, on label sheets. */
export default function SheetDialog({ ids, copies, onClose }: { ids: string[]; copies?: Copies; onClose: () => void }) {
  const isPhone = useIsNarrow();
  const form = useForm({ initialValues: FIRST_CHOICE });
  const choice = form.values;
  const [leaveOut, setLeaveOut] = useState(false);
  const count = copies?.count ?? ids.length;
  const wanted = copies ? ({ ...choice, encode: "share" } as const) : choice;
  const body = count <= MAX_ON_SHEETS ? bodyOf(wanted, printedOf(ids, copies)) : null;
  const [settled] = useDebouncedValue(body && JSON.stringify(body), 300);
  const preview = useSheetPreview(settled === null ? null : JSON.parse(settled));
  const { bytes, error, save, giveUp } = useFile();
  const isOld = preview.isPlaceholderData || settled !== (body && JSON.stringify(body));
  const plan = preview.data;
  const { tooSmall = [], missingLetters = [] } = plan ?? {};
  const isReady =
    body !== null && !isOld && preview.isSuccess && plan!.labels > 0 && (tooSmall.length === 0 || leaveOut);
  const start = async () => {
    if (!(await save("/selection/sheet", { ...body, leaveOut }, `${copies?.name ?? "codes"}.pdf`))) return;
    tell(words.sheet.saved);
    onClose();
  };
  const height = isPhone ? 44 : undefined;
  return (
    <Modal
      opened
      onClose={onClose}
      title={copies ? words.sheet.titleOfCopies(count) : words.sheet.title(count)}
      size={900}
      fullScreen={isPhone}
    >
      <Stack>
        {wanted.encode !== "content" && <LocalImages />}
        {count > MAX_ON_SHEETS && (
          <Alert color="amber" variant="light" icon={<Icon name="alert" />}>
            {words.sheet.tooMany(MAX_ON_SHEETS)}
          </Alert>
        )}
        <Group align="flex-start" gap="lg">
          <Choices form={form} ids={ids} isOfCopies={copies !== undefined}>
            {tooSmall.length > 0 && !isOld && (
              <TooSmallNotice codes={tooSmall} text={choice.text} change={(text) => form.setFieldValue("text", text)} />
            )}
          </Choices>
          <SheetPreview plan={plan} isOld={isOld} error={preview.error instanceof CallError ? preview.error : null} />
        </Group>
        {missingLetters.length > 0 && (
          <Text size="sm" c="dimmed">
            {words.sheet.noLetters(missingLetters)}
          </Text>
        )}
        {error && (
          <Alert color="red" variant="light" icon={<Icon name="alert" />}>
            {error.message}
          </Alert>
        )}
        <Group justify="flex-end" gap="sm">
          {tooSmall.length > 0 && (
            <Checkbox
              mr="auto"
              label={words.sheet.leaveOut}
              checked={leaveOut}
              onChange={(event) => setLeaveOut(event.currentTarget.checked)}
            />
          )}
          {bytes !== null && (
            <Button variant="default" h={height} onClick={giveUp}>
              {words.sheet.cancel}
            </Button>
          )}
          <Button
            h={height}
            disabled={!isReady}
            loading={bytes !== null}
            onClick={start}
            leftSection={<Icon name="download" size={16} />}
          >
            {words.sheet.action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

const { measures } = words.sheet;
const MEASURES: [path: string, label: string, isCount?: true][] = [
  ["page.width", measures.pageWidth],
  ["page.height", measures.pageHeight],
  ["columns", measures.columns, true],
  ["rows", measures.rows, true],
  ["width", measures.width],
  ["height", measures.height],
  ["left", measures.left],
  ["top", measures.top],
  ["pitchX", measures.pitchX],
  ["pitchY", measures.pitchY],
];

const WHOLE = { allowDecimal: false, allowNegative: false, clampBehavior: "blur" } as const;

interface ChoicesProps {
  form: UseFormReturnType<SheetChoice>;
  ids: string[];
  isOfCopies: boolean;
  children: ReactNode;
}

function Choices({ form, ids, isOfCopies, children }: ChoicesProps) {
  const sheets = useSheets().data ?? [];
  const choice = form.values;
  const checked = (path: string) => form.getInputProps(path, { type: "checkbox" });
  const hasNoText = choice.text === "none";
  return (
    <Stack gap="sm" style={{ flex: "1 1 20rem", minWidth: 0 }}>
      <Select
        label={words.sheet.sheet}
        data={sheetsInGroups(sheets)}
        value={choice.sheet}
        onChange={(name) => form.setValues(choose(choice, name ?? choice.sheet, sheets))}
        allowDeselect={false}
        searchable
      />
      {choice.sheet === OWN && (
        <SimpleGrid cols={2} spacing="sm">
          {MEASURES.map(([path, label, isCount]) => (
            <NumberInput
              key={path}
              label={label}
              suffix={isCount ? "" : " mm"}
              min={isCount ? 1 : 0}
              decimalScale={isCount ? 0 : 2}
              allowNegative={false}
              {...form.getInputProps(`measures.${path}`)}
            />
          ))}
        </SimpleGrid>
      )}
      <Input.Wrapper label={words.sheet.text} labelElement="div">
        <SegmentedControl
          fullWidth
          aria-label={words.sheet.textPlace}
          data={choicesOf(words.sheet.places)}
          {...form.getInputProps("text", { withError: false })}
        />
      </Input.Wrapper>
      <Group gap="lg">
        <Switch label={words.sheet.name} disabled={hasNoText} {...checked("name")} />
        <Switch label={words.sheet.address} disabled={hasNoText} {...checked("address")} />
      </Group>
      {!isOfCopies && (
        <>
          <Input.Wrapper label={words.sheet.holds} labelElement="div">
            <SegmentedControl
              fullWidth
              aria-label={words.sheet.holds}
              data={choicesOf(words.sheet.held)}
              {...form.getInputProps("encode", { withError: false })}
            />
          </Input.Wrapper>
          <NetworkNote ids={ids} encode={choice.encode} />
        </>
      )}
      {ids.length > 1 && (
        <Switch
          label={words.sheet.byName}
          checked={choice.order === "name"}
          onChange={(event) => form.setFieldValue("order", event.currentTarget.checked ? "name" : "selection")}
        />
      )}
      <Group grow gap="sm">
        <NumberInput
          label={words.sheet.start}
          min={1}
          max={choice.measures.columns * choice.measures.rows}
          {...WHOLE}
          {...form.getInputProps("start")}
        />
        <NumberInput label={words.sheet.copies} min={1} max={100} {...WHOLE} {...form.getInputProps("copies")} />
      </Group>
      <Group grow gap="sm" align="flex-start">
        <NumberInput
          label={words.sheet.bleed}
          description={words.sheet.bleedHelp}
          suffix=" mm"
          min={0}
          max={5}
          decimalScale={1}
          clampBehavior="blur"
          {...form.getInputProps("bleed")}
        />
        <Switch label={words.sheet.marks} mt={32} {...checked("marks")} />
      </Group>
      <Switch
        label={inkWords.label}
        description={inkWords.help}
        checked={choice.ink === "black"}
        onChange={(event) => form.setFieldValue("ink", event.currentTarget.checked ? "black" : "own")}
      />
      {children}
    </Stack>
  );
}
