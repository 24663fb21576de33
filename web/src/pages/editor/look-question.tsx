import { Alert, Button, Group, List, Modal, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { Nearest } from "../../api/looks.ts";
import { Icon } from "../../parts/icon.tsx";
import { tell } from "../../parts/notices.tsx";
import { type Change, type LookParts, takeNearest } from "./look/parts.ts";
import { WORDS } from "./words.ts";

export type MakingItScan = ReturnType<typeof useMakeItScan>;

/** Replaces the look with the nearest one that scans. */
export function useMakeItScan(
  look: LookParts,
  find: () => Promise<Nearest>,
  change: (part: Change<LookParts>) => void,
) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  /** False if it failed; `failure` says why. */
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
        {WORDS.makeItScan}
      </Button>
      {failure && (
        <Text size="sm" mt={6} role="alert">
          {failure}
        </Text>
      )}
    </>
  );
}

/** A look that phones may fail to scan. */
export interface PoorLook {
  why: readonly string[];
  /** No decoder reads it, so the server rejects it. */
  isUnread: boolean;
}

interface LookQuestionProps {
  poor: PoorLook;
  /** The label of the page's main button: "Create" or "Save". */
  verb: string;
  back: () => void;
  save: () => void;
  making: MakingItScan;
}

/** Asks before saving a look that scans badly, because print cannot be corrected. */
export function LookQuestion({ poor: { why, isUnread }, verb, back, save, making }: LookQuestionProps) {
  const make = async () => {
    if (await making.make()) back();
  };
  return (
    <Modal opened onClose={back} title={isUnread ? WORDS.unreadTitle : WORDS.poorTitle(verb)} size="lg">
      <Stack>
        <Text fw={500}>{isUnread ? WORDS.unreadText : WORDS.poorText}</Text>
        <List size="sm" spacing={4}>
          {why.map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
        <Text size="sm">{WORDS.makeItScanHint}</Text>
        {making.failure && (
          <Alert color="red" variant="light" icon={<Icon name="alert" />} role="alert">
            {making.failure}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="subtle" color="gray" onClick={back}>
            {WORDS.goBack}
          </Button>
          {!isUnread && (
            <Button variant="default" onClick={save}>
              {WORDS.poorSave(verb)}
            </Button>
          )}
          <Button onClick={make} loading={making.isBusy} data-autofocus>
            {WORDS.makeItScan}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
