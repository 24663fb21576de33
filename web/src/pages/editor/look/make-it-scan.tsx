import { Button, Text } from "@mantine/core";
import { useState } from "react";
import { wholeStyle } from "../../../../../src/rendering/style.ts";
import type { Nearest } from "../../../api/looks.ts";
import { tell } from "../../../parts/notices.tsx";
import { type Change, changesOnto, type LookParts, lookOf } from "./parts.ts";

const WORDS: Record<string, (value: unknown) => string> = {
  "style.modules": (value) => `shapes: ${value}`,
  "style.eyeFrame": (value) => `eyes outside: ${value}`,
  "style.eyeBall": (value) => `eyes inside: ${value}`,
  "style.eyeColor": (value) => `colour of the eyes: ${value ?? "as the rest"}`,
  "style.gradient": () => "no gradient",
  "style.gradient.to": (value) => `second colour: ${value}`,
  "style.logo": () => "a smaller logo",
  "style.logo.scale": (value) => `size of the logo: ${Math.round(Number(value) * 100)} %`,
  "style.transparent": () => "with a background",
  foregroundColor: (value) => `colour of the squares: ${value}`,
  backgroundColor: (value) => `background: ${value}`,
};

const wordsFor = ({ changes }: Nearest): string =>
  changes.map(({ field, value }) => WORDS[field]?.(value) ?? field).join(", ");

export type MakingItScan = ReturnType<typeof useMakeItScan>;

/** The nearest look that scans, in place of the present one. */
export function useMakeItScan(
  look: LookParts,
  find: () => Promise<Nearest>,
  change: (part: Change<LookParts>) => void,
) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  /** False when it failed, and `failure` says why. */
  async function make(): Promise<boolean> {
    setBusy(true);
    setFailure(null);
    try {
      const before = lookOf(look);
      const nearest = await find();
      const { foregroundColor, backgroundColor, style, changes } = nearest;
      const after = { ...before, foregroundColor, backgroundColor, style: wholeStyle(style) };
      change((now) => changesOnto(now, before, after));
      tell(changes.length > 0 ? `Changed: ${wordsFor(nearest)}.` : "It scans as it is.");
      return true;
    } catch (error) {
      setFailure((error as Error).message);
      return false;
    } finally {
      setBusy(false);
    }
  }
  return { make, isBusy, failure };
}

export function MakeItScan({ make, isBusy, failure }: MakingItScan) {
  return (
    <>
      <Button size="compact-md" mt="sm" onClick={() => void make()} loading={isBusy}>
        Make it scan
      </Button>
      {failure && (
        <Text size="sm" mt={6} role="alert">
          {failure}
        </Text>
      )}
    </>
  );
}
