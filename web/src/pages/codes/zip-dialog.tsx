import { Alert, Button, Group, Modal, NumberInput, SegmentedControl, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { type EncodeOfMany, HoldsChoice } from "../../parts/holds-choice.tsx";
import { Icon } from "../../parts/icon.tsx";
import { LocalWarning } from "../../parts/local-warning.tsx";
import { useIsNarrow } from "../../parts/narrow.ts";
import { tell } from "../../parts/notices.tsx";
import { PIXELS } from "../../parts/print-numbers.ts";
import { useFile } from "../../parts/use-file.ts";
import { inWords } from "../../parts/words.ts";
import { NetworkNote } from "./networks.tsx";
import { FORMATS, zipBody } from "./zip-options.ts";

/** The pictures of all codes that are marked, in one file. */
export default function ZipDialog({ ids, onClose }: { ids: string[]; onClose: () => void }) {
  const isPhone = useIsNarrow();
  const [format, setFormat] = useState<(typeof FORMATS)[number]>("png");
  const [encode, setEncode] = useState<EncodeOfMany>("best");
  const [size, setSize] = useState<number | string>(1024);
  const { bytes, error, save, giveUp } = useFile();
  const isMaking = bytes !== null;
  const body = zipBody(ids, { format, encode, size });
  const start = async () => {
    if (await save("/selection/images", body, "codes.zip")) {
      // Some may have been deleted meanwhile, or cannot be drawn like this.
      tell("Saved as codes.zip. Its index.csv names each picture, and why one is missing.");
      onClose();
    }
  };
  const height = isPhone ? 44 : undefined;
  return (
    <Modal opened onClose={onClose} title={`Images of ${inWords.times(ids.length, "code")}`} fullScreen={isPhone}>
      <Stack>
        {encode !== "content" && <LocalWarning />}
        <Text size="sm">
          One ZIP file with a picture for each code, named after it and in its own look, and a table (index.csv) of
          names, files, links and contents.
        </Text>
        <SegmentedControl
          fullWidth
          aria-label="Format"
          value={format}
          onChange={(value) => setFormat(value as typeof format)}
          data={FORMATS.map((value) => ({ value, label: value.toUpperCase() }))}
        />
        {format !== "svg" && (
          <NumberInput
            label="Pixels"
            description={format === "pdf" ? "Printed at 300 dots an inch." : undefined}
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
        <HoldsChoice value={encode} onChange={setEncode} isOfMany />
        <NetworkNote ids={ids} encode={encode} />
        {error && (
          <Alert color="red" variant="light" icon={<Icon name="alert" />}>
            {error.message}
          </Alert>
        )}
        <Group justify="flex-end" gap="sm">
          {isMaking && (
            <Text size="sm" c="dimmed" role="status" className="numbers" mr="auto">
              {inWords.number(Math.round(bytes / 1024))} KB so far
            </Text>
          )}
          {isMaking && (
            <Button variant="default" h={height} onClick={giveUp}>
              Give up
            </Button>
          )}
          <Button
            h={height}
            loading={isMaking}
            disabled={body === null}
            onClick={start}
            leftSection={<Icon name="download" size={16} />}
          >
            Download ZIP
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
