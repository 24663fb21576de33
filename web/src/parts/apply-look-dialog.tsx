import { Alert, Button, Group, List, Modal, Progress, Radio, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { PLAIN } from "../../../src/rendering/style.ts";
import { type Applied, applyLook, useSavedLooks } from "../api/looks.ts";
import { useRefreshCodes } from "../api/queries.ts";
import classes from "./apply-look-dialog.module.css";
import { applyLook as words } from "./dialog-words.ts";
import { Icon } from "./icon.tsx";
import { LookPicture } from "./look-picture.tsx";
import { useIsNarrow } from "./narrow.ts";
import { Failure, tell, Waiting } from "./notices.tsx";

const NONE = "none";
const NOTHING: Applied = { changed: [], refused: [] };

/** Refused codes are not counted as changed. */
const outcomeOf = ({ changed, refused }: Applied): string =>
  refused.length === 0 ? words.changed(changed.length) : `${words.refused(changed.length, refused.length)}.`;

interface ApplyLookDialogProps {
  ids: readonly string[];
  onClose: () => void;
  /** Called when all codes have the look. */
  onDone?: () => void;
}

/** Applies a saved look, or plain squares, to many codes. Loaded lazily. */
export default function ApplyLookDialog({ ids, onClose, onDone }: ApplyLookDialogProps) {
  const { chosen, choose, apply, sofar, result, failure, isBusy } = useApplying(ids, () => {
    onDone?.();
    onClose();
  });
  const count = sofar.changed.length + sofar.refused.length;
  return (
    <Modal
      opened
      onClose={isBusy ? () => {} : onClose}
      title={words.title(ids.length)}
      size="lg"
      fullScreen={useIsNarrow()}
    >
      <Stack>
        {result === null && <SavedLooks chosen={chosen} choose={choose} />}
        {isBusy && (
          <div role="status">
            <Progress value={(100 * count) / ids.length} animated aria-label={words.progress} />
            <Text size="sm" mt={6}>
              {words.soFar(count, ids.length)}
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
            {result ? words.close : words.cancel}
          </Button>
          {result === null && (
            <Button onClick={apply} loading={isBusy} disabled={chosen === null}>
              {words.apply(ids.length)}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

/** Applies in batches. After a failure a retry starts over, which is harmless: applying twice changes nothing. */
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
        tell(words.changed(ids.length));
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
  const choices = [{ id: NONE, name: words.plain, style: PLAIN }, ...looks.data];
  return (
    <Radio.Group label={words.label} description={words.hint} value={chosen} onChange={choose}>
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
          {words.noneSaved}
        </Text>
      )}
      <Text size="sm" c="dimmed" mt="sm">
        {words.readyMade}
      </Text>
    </Radio.Group>
  );
}

/** Each reason once. */
function Outcome({ changed, refused }: Applied) {
  const reasons = Map.groupBy(refused, ({ message }) => message);
  return (
    <Alert color="red" variant="light" icon={<Icon name="alert" />} role="status">
      <Text size="sm">{words.refused(changed.length, refused.length)}:</Text>
      <List size="sm" mt={6}>
        {[...reasons].map(([message, codes]) => (
          <List.Item key={message}>{words.reason(codes.length, message)}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
