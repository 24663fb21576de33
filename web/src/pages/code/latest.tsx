import { Alert, Text } from "@mantine/core";
import type { Scan } from "../../api/types.ts";
import { Icon } from "../../parts/icon.tsx";
import { inWords } from "../../parts/words.ts";

/** The scan that has just come. */
export function Latest({ scan, count }: { scan: Scan; count: number }) {
  const place = scan.city ?? (scan.country === "Unknown" ? null : inWords.country(scan.country));
  return (
    <Alert
      key={scan.id}
      className="arrives"
      variant="light"
      icon={<Icon name="check" />}
      title={count === 1 ? "A scan, just now" : `${count} scans while you watch`}
      styles={{ title: { color: "var(--mantine-color-text)" } }}
    >
      <Text size="sm">
        {place ? `${place} · ` : ""}
        {scan.browser} on {scan.os} · {inWords.dateTime(scan.scannedAt)}
      </Text>
    </Alert>
  );
}
