import { Alert, Button, Group, List, Modal, Progress, Radio, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { PLAIN } from "../../../src/rendering/style.ts";
import { type Applied, applyLook, useSavedLooks } from "../api/looks.ts";
import { useRefreshCodes } from "../api/queries.ts";
import classes from "./apply-look-dialog.module.css";
import { Icon } from "./icon.tsx";
import { LookPicture } from "./look-picture.tsx";
import { useIsNarrow } from "./narrow.ts";
import { Failure, tell, Waiting } from "./notices.tsx";
import { inWords } from "./words.ts";

const NONE = "none";
const NOTHING: Applied = { changed: [], refused: [] };

/** A code that was refused is not done. */
function outcomeOf({ changed, refused }: Applied): string {
  const has = changed.length === 1 ? "has" : "have";
  const stays = refused.length === 1 ? "stays as it was" : "stay as they were";
  const given = `${inWords.times(changed.length, "code")} ${has} the look`;
  return refused.length === 0 ? `${given}.` : `${given}; ${inWords.times(refused.length, "code")} ${stays}.`;
}

interface ApplyLookDialogProps {
  /** The codes that are to have it. */
  ids: readonly string[];
  onClose: () => void;
  /** When all of them have it. */
  onDone?: () => void;
}

/** One saved look, or none, for many codes at once. To be loaded lazily. */
export default function ApplyLookDialog({ ids, onClose, onDone }: ApplyLookDialogProps) {
  const { chosen, choose, apply, sofar, result, failure, isBusy } = useApplying(ids, () => {
    onDone?.();
    onClose();
  });
  const count = sofar.changed.length + sofar.refused.length;
  const many = inWords.times(ids.length, "code");
  return (
    <Modal
      opened
      onClose={isBusy ? () => {} : onClose}
      title={`A look for ${many}`}
      size="lg"
      fullScreen={useIsNarrow()}
    >
      <Stack>
        {result === null && <SavedLooks chosen={chosen} choose={choose} />}
        {isBusy && (
          <div role="status">
            <Progress value={(100 * count) / ids.length} animated aria-label="Codes done" />
            <Text size="sm" mt={6}>
              {inWords.number(count)} of {many} done. Each is drawn and read before it is saved.
            </Text>
          </div>
        )}
        {failure && (
          <Alert color="red" variant="light" icon={<Icon name="alert" />} role="alert">
            {count > 0 && `${outcomeOf(sofar)} `}
            {failure}
          </Alert>
        )}
        {result && <Outcome {...result} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={isBusy}>
            {result ? "Close" : "Cancel"}
          </Button>
          {result === null && (
            <Button onClick={apply} loading={isBusy} disabled={chosen === null}>
              Apply to {many}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

/** Whatever was done stays done; a second press does the same again, which changes nothing. */
function useApplying(ids: readonly string[], finish: () => void) {
  const refresh = useRefreshCodes();
  const [chosen, choose] = useState<string | null>(null);
  const [sofar, setSofar] = useState<Applied>(NOTHING);
  const [result, setResult] = useState<Applied | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function apply(): Promise<void> {
    setBusy(true);
    setFailure(null);
    setSofar(NOTHING);
    try {
      const applied = await applyLook(ids, chosen === NONE ? null : chosen, setSofar);
      if (applied.refused.length > 0) setResult(applied);
      else {
        tell(`${inWords.times(ids.length, "code")} ${ids.length === 1 ? "has" : "have"} the look.`);
        finish();
      }
    } catch (error) {
      setFailure((error as Error).message);
    } finally {
      setBusy(false);
      void refresh();
    }
  }
  return { chosen, choose, apply, sofar, result, failure, isBusy };
}

interface SavedLooksProps {
  chosen: string | null;
  choose: (id: string) => void;
}

function SavedLooks({ chosen, choose }: SavedLooksProps) {
  const looks = useSavedLooks();
  if (looks.isPending) return <Waiting />;
  if (looks.isError) return <Failure error={looks.error} retry={() => void looks.refetch()} />;
  const choices = [{ id: NONE, name: "Plain squares", style: PLAIN }, ...looks.data];
  return (
    <Radio.Group
      label="The look"
      description="Colours, size and content of the codes stay as they are."
      value={chosen}
      onChange={choose}
    >
      <div className={classes.looks}>
        {choices.map(({ id, name, style }) => (
          <Radio.Card key={id} value={id} className={classes.look} aria-label={name}>
            <LookPicture style={style} />
            <Text size="xs" mt={6} ta="center" lineClamp={2}>
              {name}
            </Text>
          </Radio.Card>
        ))}
      </div>
      {looks.data.length === 0 && (
        <Text size="sm" c="dimmed" mt="sm">
          You have saved no look yet.
        </Text>
      )}
      <Text size="sm" c="dimmed" mt="sm">
        The ready-made looks are in the form of a code: choose one there, press “Save this look…”, and it is here too.
      </Text>
    </Radio.Group>
  );
}

/** Reasons are few, and each is said once. */
function Outcome({ changed, refused }: Applied) {
  const reasons = Map.groupBy(refused, ({ message }) => message);
  return (
    <Alert color="red" variant="light" icon={<Icon name="alert" />} role="status">
      <Text size="sm">
        {inWords.times(changed.length, "code")} {changed.length === 1 ? "has" : "have"} the look.{" "}
        {inWords.times(refused.length, "code")} {refused.length === 1 ? "stays as it was" : "stay as they were"}:
      </Text>
      <List size="sm" mt={6}>
        {[...reasons].map(([message, codes]) => (
          <List.Item key={message}>
            {codes.length > 1 && `${inWords.number(codes.length)} times: `}
            {message}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
