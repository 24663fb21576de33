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
  Stack,
  Switch,
  Text,
} from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { type ReactNode, useState } from "react";
import { CallError } from "../../api/call.ts";
import { MOST_ON_SHEETS, type TextPlace, useSheetPreview, useSheets } from "../../api/sheets.ts";
import { Icon } from "../../parts/icon.tsx";
import { LocalWarning } from "../../parts/local-warning.tsx";
import { useIsNarrow } from "../../parts/narrow.ts";
import { tell } from "../../parts/notices.tsx";
import { inWords } from "../../parts/words.ts";
import { SheetMeasures } from "./sheet-measures.tsx";
import { bodyOf, choose, FIRST_CHOICE, OWN, type SheetChoice, sheetsInGroups } from "./sheet-options.ts";
import { SheetPreview, TooSmallNotice } from "./sheet-preview.tsx";
import { useFile } from "./use-file.ts";

const PLACES: { value: TextPlace; label: string }[] = [
  { value: "under", label: "Under" },
  { value: "beside", label: "Beside" },
  { value: "none", label: "No text" },
];

/** All codes that are marked on sheets of labels, to be printed. */
export default function SheetDialog({ ids, onClose }: { ids: string[]; onClose: () => void }) {
  const isPhone = useIsNarrow();
  const [choice, setChoice] = useState(FIRST_CHOICE);
  const [leaveOut, setLeaveOut] = useState(false);
  const body = ids.length <= MOST_ON_SHEETS ? bodyOf(choice, ids) : null;
  const [settled] = useDebouncedValue(body && JSON.stringify(body), 300);
  const preview = useSheetPreview(settled === null ? null : JSON.parse(settled));
  const { bytes, error, save, giveUp } = useFile();
  const isOld = preview.isPlaceholderData || settled !== (body && JSON.stringify(body));
  const plan = preview.data;
  const { tooSmall = [], missingLetters = [] } = plan ?? {};
  const isReady =
    body !== null && !isOld && preview.isSuccess && plan!.labels > 0 && (tooSmall.length === 0 || leaveOut);
  const start = async () => {
    if (!(await save("/selection/sheet", { ...body, leaveOut }, "codes.pdf"))) return;
    tell("The sheet is saved as codes.pdf.");
    onClose();
  };
  const height = isPhone ? 44 : undefined;
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Print ${inWords.times(ids.length, "code")}`}
      size={900}
      fullScreen={isPhone}
      closeButtonProps={{ "aria-label": "Close" }}
      styles={{ title: { fontWeight: 650 } }}
    >
      <Stack>
        {choice.encode === "share" && <LocalWarning />}
        {ids.length > MOST_ON_SHEETS && (
          <Alert color="clay" variant="light" icon={<Icon name="alert" />}>
            A sheet takes up to {inWords.number(MOST_ON_SHEETS)} codes. Select fewer.
          </Alert>
        )}
        <Group align="flex-start" gap="lg">
          <Choices choice={choice} setChoice={setChoice} count={ids.length}>
            {tooSmall.length > 0 && !isOld && (
              <TooSmallNotice codes={tooSmall} text={choice.text} change={(text) => setChoice({ ...choice, text })} />
            )}
          </Choices>
          <SheetPreview plan={plan} isOld={isOld} error={preview.error instanceof CallError ? preview.error : null} />
        </Group>
        {missingLetters.length > 0 && (
          <Text size="sm" c="dimmed">
            The font of the labels has no {missingLetters.join(" ")}: these letters are left out of names.
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
              label="Leave these codes out"
              checked={leaveOut}
              onChange={(event) => setLeaveOut(event.currentTarget.checked)}
            />
          )}
          {bytes !== null && (
            <Button variant="default" h={height} onClick={giveUp}>
              Give up
            </Button>
          )}
          <Button
            h={height}
            disabled={!isReady}
            loading={bytes !== null}
            onClick={start}
            leftSection={<Icon name="print" size={16} />}
          >
            Download PDF
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

interface ChoicesProps {
  choice: SheetChoice;
  setChoice: (choice: SheetChoice) => void;
  count: number;
  /** What is to be said of them. */
  children: ReactNode;
}

function Choices({ choice, setChoice, count, children }: ChoicesProps) {
  const sheets = useSheets().data ?? [];
  const set = (part: Partial<SheetChoice>) => setChoice({ ...choice, ...part });
  const { page: _, ...measures } = choice.measures;
  const whole = { allowDecimal: false, allowNegative: false, clampBehavior: "blur" } as const;
  return (
    <Stack gap="sm" style={{ flex: "1 1 20rem", minWidth: 0 }}>
      <Select
        label="Sheet"
        data={sheetsInGroups(sheets)}
        value={choice.sheet}
        onChange={(name) => setChoice(choose(choice, name ?? choice.sheet, sheets))}
        allowDeselect={false}
        searchable
      />
      {choice.sheet === OWN && (
        <SheetMeasures measures={choice.measures} onChange={(next) => set({ measures: next })} />
      )}
      <Input.Wrapper label="Text" labelElement="div">
        <SegmentedControl
          fullWidth
          aria-label="Where the text stands"
          data={PLACES}
          value={choice.text}
          onChange={(text) => set({ text: text as TextPlace })}
        />
      </Input.Wrapper>
      <Group gap="lg">
        <Switch
          label="Name"
          checked={choice.name}
          disabled={choice.text === "none"}
          onChange={(event) => set({ name: event.currentTarget.checked })}
        />
        <Switch
          label="Short address"
          checked={choice.address}
          disabled={choice.text === "none"}
          onChange={(event) => set({ address: event.currentTarget.checked })}
        />
      </Group>
      <Input.Wrapper label="The picture holds" labelElement="div">
        <SegmentedControl
          fullWidth
          aria-label="The picture holds"
          data={[
            { value: "share", label: "Share link" },
            { value: "content", label: "Content itself" },
          ]}
          value={choice.encode}
          onChange={(encode) => set({ encode: encode as SheetChoice["encode"] })}
        />
      </Input.Wrapper>
      {count > 1 && (
        <Switch
          label="In order of their names"
          checked={choice.order === "name"}
          onChange={(event) => set({ order: event.currentTarget.checked ? "name" : "selection" })}
        />
      )}
      <Group grow gap="sm">
        <NumberInput
          label="Start at label"
          min={1}
          max={measures.columns * measures.rows}
          value={choice.start}
          onChange={(start) => set({ start })}
          {...whole}
        />
        <NumberInput
          label="Copies of each"
          min={1}
          max={100}
          value={choice.copies}
          onChange={(copies) => set({ copies })}
          {...whole}
        />
      </Group>
      <Group grow gap="sm" align="flex-end">
        <NumberInput
          label="Bleed"
          description="Paints labels over their edges"
          suffix=" mm"
          min={0}
          max={5}
          decimalScale={1}
          value={choice.bleed}
          onChange={(bleed) => set({ bleed })}
          clampBehavior="blur"
        />
        <Switch
          label="Crop marks"
          pb={8}
          checked={choice.marks}
          onChange={(event) => set({ marks: event.currentTarget.checked })}
        />
      </Group>
      {children}
    </Stack>
  );
}
