import { Alert, Box, Button, Checkbox, Group, Modal, SegmentedControl, Stack, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { isPlain } from "../../../src/rendering/style.ts";
import { address } from "../api/call.ts";
import type { Code } from "../api/types.ts";
import { CopyPicture, pictureProblem, useCodePicture } from "./copy.tsx";
import { ink as inkWords, download as words } from "./dialog-words.ts";
import { type Encode, HoldsChoice } from "./holds-choice.tsx";
import { Icon } from "./icon.tsx";
import { LocalImages } from "./local-warning.tsx";
import { useIsNarrow } from "./narrow.ts";
import { DEFAULT_SIZE, isRightSize, pixelsFor, raisedSize } from "./print-numbers.ts";
import { PrintSizeFields } from "./print-size.tsx";
import { usePlainVerdict, useVerdict } from "./verdict.tsx";

type Format = keyof typeof words.formats;

interface DownloadDialogProps {
  code: Code;
  /** The format chosen at first. */
  first?: Format;
  onClose: () => void;
}

/** Downloads a code's image: what it holds, file format and size. */
export default function DownloadDialog({ code, first = "png", onClose }: DownloadDialogProps) {
  const isPhone = useIsNarrow();
  // Two per row, without breaking words on the smallest phone.
  const big = isPhone ? { h: 44, px: "xs" } : { size: "sm" };
  // Wi-Fi guests are not online yet.
  const [encode, setEncode] = useState<Encode>(code.type === "wifi" ? "content" : "share");
  const [format, setFormat] = useState<Format>(first);
  const hasLook = !isPlain(code.style);
  const [wantsPlain, setPlain] = useState(false);
  const [isBlack, setBlack] = useState(false);
  const hasPixels = format === "png";
  const inSquares = hasLook && wantsPlain;
  // The smallest print size depends on what the image holds and how it is drawn.
  const own = useVerdict(code, encode, !inSquares);
  const plain = usePlainVerdict(code, encode, inSquares);
  const smallest = (inSquares ? plain : own).data?.smallestPrintMillimetres ?? null;
  const [chosen, setSize] = useState(DEFAULT_SIZE);
  // The verdict arrives later and may raise the size.
  const size = raisedSize(chosen, smallest);
  if (size !== chosen) setSize(size);
  const { millimetres, pixels } = size;

  const isSized = isRightSize(millimetres, pixels, hasPixels);
  const pathOf = (as: Format) =>
    `/qrcodes/${code.id}/image?format=${as}&encode=${encode}&millimetres=${millimetres}` +
    (inSquares ? "&style=plain" : "") +
    (isBlack && format === "pdf" ? "&ink=black" : "") +
    // A vector image is copied as PNG at print resolution.
    (as === "png" ? `&size=${hasPixels ? pixels : pixelsFor(Number(millimetres))}` : "");
  const [settled] = useDebouncedValue(isSized ? pathOf(hasPixels ? "png" : "svg") : null, 250);
  const picture = useCodePicture(settled, code.updatedAt);
  const isFit = isSized && !picture.error;
  const side = isPhone ? 140 : 200;

  return (
    <Modal
      opened
      onClose={onClose}
      title={words.title(code.name)}
      size={720}
      fullScreen={isPhone}
      styles={{ title: { overflowWrap: "anywhere" } }}
    >
      <Stack gap="md">
        <Group align="flex-start" gap="lg" wrap="wrap">
          <Stack gap="xs" align="center" mx="auto">
            {picture.source ? (
              <img
                className="tile"
                src={picture.source}
                width={side}
                height={side}
                alt={words.picture(code.name)}
                style={{ opacity: picture.isOld ? 0.4 : 1, objectFit: "contain" }}
              />
            ) : (
              <Box className="tile" w={side} h={side} />
            )}
          </Stack>
          <Stack gap="md" style={{ flex: "1 1 20rem", minWidth: 0 }}>
            {encode === "share" && <LocalImages />}
            <HoldsChoice value={encode} onChange={setEncode} isWifi={code.type === "wifi"} />
            <div>
              <SegmentedControl
                fullWidth
                aria-label={words.format}
                value={format}
                onChange={(value) => setFormat(value as Format)}
                data={Object.keys(words.formats).map((value) => ({ value, label: value.toUpperCase() }))}
              />
              <Text size="sm" c="dimmed" mt={6}>
                {words.formats[format]}
              </Text>
            </div>
            {hasLook && (
              <Checkbox
                label={words.plain}
                description={words.plainHint}
                checked={wantsPlain}
                onChange={(event) => setPlain(event.currentTarget.checked)}
              />
            )}
            {format === "pdf" && (
              <Checkbox
                label={inkWords.label}
                description={inkWords.help}
                checked={isBlack}
                onChange={(event) => setBlack(event.currentTarget.checked)}
              />
            )}
            <PrintSizeFields size={size} setSize={setSize} hasPixels={hasPixels} smallest={smallest} />
            {picture.error && (
              <Alert variant="light" color="red" icon={<Icon name="alert" />}>
                {pictureProblem(picture.error)}
              </Alert>
            )}
          </Stack>
        </Group>
        <Group justify="flex-end" gap="sm" grow={isPhone}>
          <CopyPicture path={pathOf("png")} disabled={!isFit} {...big} />
          <Button
            component="a"
            href={`${address(pathOf(format))}&download=true`}
            download
            {...big}
            data-disabled={!isFit || undefined}
            aria-disabled={!isFit}
            onClick={(event) => !isFit && event.preventDefault()}
            leftSection={<Icon name="download" size={16} />}
          >
            {words.action(format)}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
