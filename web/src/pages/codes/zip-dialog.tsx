import { Alert, Button, Group, Modal, NumberInput, SegmentedControl, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { type EncodeOfMany, HoldsChoice } from "../../parts/holds-choice.tsx";
import { Icon } from "../../parts/icon.tsx";
import { LocalImages } from "../../parts/local-warning.tsx";
import { useIsNarrow } from "../../parts/narrow.ts";
import { tell } from "../../parts/notices.tsx";
import { DEFAULT_PIXELS, PIXELS } from "../../parts/print-numbers.ts";
import { useFile } from "../../parts/use-file.ts";
import { NetworkNote } from "./networks.tsx";
import { type Copies, printedOf } from "./sheet-options.ts";
import { words } from "./words.ts";
import { FORMATS, zipBody } from "./zip-options.ts";

/** Downloads the images of all selected codes, or of placements. */
export default function ZipDialog({ ids, copies, onClose }: { ids: string[]; copies?: Copies; onClose: () => void }) {
  const isPhone = useIsNarrow();
  const [format, setFormat] = useState<(typeof FORMATS)[number]>("png");
  const [encode, setEncode] = useState<EncodeOfMany>("best");
  const [size, setSize] = useState<number | string>(DEFAULT_PIXELS);
  const { bytes, error, save, giveUp } = useFile();
  const isMaking = bytes !== null;
  const body = zipBody(printedOf(ids, copies), { format, encode: copies ? "share" : encode, size });
  const start = async () => {
    if (await save("/selection/images", body, `${copies?.name ?? "codes"}.zip`)) {
      // Some may have been deleted meanwhile, or cannot be drawn in this format.
      tell(words.zip.saved);
      onClose();
    }
  };
  const height = isPhone ? 44 : undefined;
  return (
    <Modal
      opened
      onClose={onClose}
      title={copies ? words.zip.titleOfCopies(copies.count) : words.zip.title(ids.length)}
      size="lg"
      fullScreen={isPhone}
    >
      <Stack>
        {(copies || encode !== "content") && <LocalImages />}
        <Text size="sm">{words.zip.text}</Text>
        <SegmentedControl
          fullWidth
          aria-label={words.zip.format}
          value={format}
          onChange={(value) => setFormat(value as typeof format)}
          data={FORMATS.map((value) => ({ value, label: value.toUpperCase() }))}
        />
        {format !== "svg" && (
          <NumberInput
            label={words.zip.pixels}
            description={format === "pdf" ? words.zip.dots : undefined}
            min={PIXELS.least}
            max={PIXELS.most}
            step={128}
            value={size}
            onChange={setSize}
            allowDecimal={false}
            allowNegative={false}
            clampBehavior="blur"
          />
        )}
        {!copies && (
          <>
            <HoldsChoice value={encode} onChange={setEncode} isOfMany />
            <NetworkNote ids={ids} encode={encode} />
          </>
        )}
        {error && (
          <Alert color="red" variant="light" icon={<Icon name="alert" />}>
            {error.message}
          </Alert>
        )}
        <Group justify="flex-end" gap="sm">
          {isMaking && (
            <Text size="sm" c="dimmed" role="status" className="numbers" mr="auto">
              {words.zip.soFar(Math.round(bytes / 1024))}
            </Text>
          )}
          {isMaking && (
            <Button variant="default" h={height} onClick={giveUp}>
              {words.zip.cancel}
            </Button>
          )}
          <Button
            h={height}
            loading={isMaking}
            disabled={body === null}
            onClick={start}
            leftSection={<Icon name="download" size={16} />}
          >
            {words.zip.action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
