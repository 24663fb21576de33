import { Alert, Button, Group, Modal, SegmentedControl, Stack, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { address, call } from "../api/call.ts";
import type { Code, Verdict } from "../api/types.ts";
import { CopyPicture } from "./copy-picture.tsx";
import { type Encode, HoldsChoice } from "./holds-choice.tsx";
import { Icon } from "./icon.tsx";
import { LocalWarning } from "./local-warning.tsx";
import { useIsNarrow } from "./narrow.ts";
import { isWithin, MILLIMETRES, millimetresFor, PIXELS } from "./print-numbers.ts";
import { PrintSize } from "./print-size.tsx";

type Format = "png" | "svg" | "pdf";

const FORMATS: Record<Format, string> = {
  png: "A picture of pixels: for screens, documents and messages.",
  svg: "A drawing, sharp at any size: for designers.",
  pdf: "A page of its own size, sharp at any size: for print shops.",
};

/** How small the code may be printed, judged for what the picture holds. */
const useSmallestPrint = (code: Code, encode: Encode): number | null => {
  const verdict = useQuery({
    queryKey: ["code", code.id, `scannability ${encode} ${code.updatedAt}`],
    queryFn: () => call.get<Verdict>(`/qrcodes/${code.id}/scannability?encode=${encode}`),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return verdict.data?.smallestPrintMillimetres ?? null;
};

/** Everything about taking a code's picture away: what it holds, as what file, and how large. */
export default function DownloadDialog({ code, onClose }: { code: Code; onClose: () => void }) {
  const isPhone = useIsNarrow();
  // Whoever needs a network's password is not online yet.
  const [encode, setEncode] = useState<Encode>(code.type === "wifi" ? "content" : "share");
  const [format, setFormat] = useState<Format>("png");
  const [pixels, setPixels] = useState<number | string>(code.size);
  const [millimetres, setMillimetres] = useState<number | string>(millimetresFor(code.size));
  const [undrawn, setUndrawn] = useState("");
  const smallest = useSmallestPrint(code, encode);

  const isSized = isWithin(millimetres, MILLIMETRES) && isWithin(pixels, PIXELS);
  const pictureOf = (as: Format) =>
    address(
      `/qrcodes/${code.id}/image?format=${as}&encode=${encode}` +
        `${as === "png" ? `&size=${pixels}` : ""}&millimetres=${millimetres}`,
    );
  const shown = pictureOf(format === "png" ? "png" : "svg");
  const [settled] = useDebouncedValue(isSized ? shown : "", 250);
  const isFit = isSized && undrawn !== shown;

  return (
    <Modal
      opened
      onClose={onClose}
      title={`Download “${code.name}”`}
      size={720}
      fullScreen={isPhone}
      closeButtonProps={{ "aria-label": "Close" }}
      styles={{ title: { fontWeight: 650, overflowWrap: "anywhere" } }}
    >
      <Stack gap="md">
        {encode === "share" && <LocalWarning />}
        <Group align="flex-start" gap="lg" wrap="wrap">
          <Stack gap="xs" align="center" mx="auto">
            <img
              className="tile"
              src={settled || undefined}
              width={isPhone ? 140 : 200}
              height={isPhone ? 140 : 200}
              alt={`QR code of ${code.name}`}
              onError={() => setUndrawn(settled)}
            />
          </Stack>
          <Stack gap="md" style={{ flex: "1 1 20rem", minWidth: 0 }}>
            <HoldsChoice value={encode} onChange={setEncode} isWifi={code.type === "wifi"} />
            <div>
              <SegmentedControl
                fullWidth
                aria-label="Format"
                value={format}
                onChange={(value) => setFormat(value as Format)}
                data={Object.keys(FORMATS).map((value) => ({ value, label: value.toUpperCase() }))}
              />
              <Text size="sm" c="dimmed" mt={6}>
                {FORMATS[format]}
              </Text>
            </div>
            <PrintSize
              {...{ millimetres, setMillimetres, pixels, setPixels, smallest }}
              hasPixels={format === "png"}
            />
            {isSized && !isFit && (
              <Alert variant="light" color="red" icon={<Icon name="alert" />}>
                So few pixels cannot show what this code holds. Take more of them, or SVG or PDF.
              </Alert>
            )}
          </Stack>
        </Group>
        <Group justify="flex-end" gap="sm" grow={isPhone}>
          <CopyPicture src={pictureOf("png")} disabled={!isFit} size={isPhone ? "md" : "sm"} />
          <Button
            component="a"
            href={`${pictureOf(format)}&download=true`}
            download
            size={isPhone ? "md" : "sm"}
            data-disabled={!isFit || undefined}
            aria-disabled={!isFit}
            onClick={(event) => !isFit && event.preventDefault()}
            leftSection={<Icon name="download" size={16} />}
          >
            Download {format.toUpperCase()}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
