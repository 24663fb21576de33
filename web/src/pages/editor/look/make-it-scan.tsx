import { Button, Text } from "@mantine/core";
import { useState } from "react";
import type { Nearest } from "../../../api/looks.ts";
import { tell } from "../../../parts/notices.tsx";
import { takeNearest } from "./nearest-look.ts";
import type { Change, LookParts } from "./parts.ts";

export type MakingItScan = ReturnType<typeof useMakeItScan>;

/** The nearest look that scans, in place of the present one. */
export function useMakeItScan(
  look: LookParts,
  find: () => Promise<Nearest>,
  change: (part: Change<LookParts>) => boolean,
) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  /** False when it failed, and `failure` says why. */
  async function make(): Promise<boolean> {
    setBusy(true);
    setFailure(null);
    try {
      tell(await takeNearest(look, find, change));
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
