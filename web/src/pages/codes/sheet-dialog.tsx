import { Alert, Button, Checkbox, Group, Input, Modal, SegmentedControl, Stack, Switch, Text } from "@mantine/core";
import { type UseFormReturnType, useForm } from "@mantine/form";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Brand } from "../../../../src/looks/look.ts";
import { fileStem } from "../../../../src/shared/file-name.ts";
import { CallError, call } from "../../api/call.ts";
import { useCode } from "../../api/queries.ts";
import type { Code } from "../../api/types.ts";
import { Icon } from "../../parts/icon.tsx";
import { LocalImages } from "../../parts/local-warning.tsx";
import { useIsNarrow } from "../../parts/narrow.ts";
import { Failure, tell, Waiting } from "../../parts/notices.tsx";
import { useFile } from "../../parts/use-file.ts";
import { DesignFields } from "./design-fields.tsx";
import { KindChoice } from "./kind-choice.tsx";
import { choicesOf } from "./list-query.ts";
import { NetworkNote } from "./networks.tsx";
import { SheetField, ShopFields, StartField } from "./paper-fields.tsx";
import { phrasesIn } from "./print-phrases.ts";
import { words } from "./print-words.ts";
import {
  bodyOf,
  type Copies,
  chooseKind,
  firstChoice,
  isFormat,
  printedOf,
  type SheetChoice,
} from "./sheet-options.ts";
import { SheetPreview, TooSmallNotice, useSheetPreview } from "./sheet-preview.tsx";

/** The server's limit. */
const MAX_ON_SHEETS = 2000;

interface SheetDialogProps {
  ids: string[];
  copies?: Copies;
  onClose: () => void;
}

/** Prints the selected codes, or placements of a code: as posters, tents, stickers, cards or labels. */
export default function SheetDialog(props: SheetDialogProps) {
  const { ids, copies, onClose } = props;
  const [only, second] = ids;
  if (!copies && only !== undefined && second === undefined) return <OneCode {...props} id={only} />;
  const count = copies?.count ?? ids.length;
  const title = copies ? words.titleOfCopies(count) : words.title(count);
  return (
    <PrintModal title={title} onClose={onClose}>
      <PrintForm {...props} count={count} code={null} />
    </PrintModal>
  );
}

function OneCode({ id, ...props }: SheetDialogProps & { id: string }) {
  const code = useCode(id);
  return (
    <PrintModal title={code.data ? words.titleOfOne(code.data.name) : words.title(1)} onClose={props.onClose}>
      {code.isPending && <Waiting />}
      {code.isError && !code.data && <Failure error={code.error} retry={() => void code.refetch()} />}
      {code.data && <PrintForm {...props} count={1} code={code.data} />}
    </PrintModal>
  );
}

function PrintModal({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const isPhone = useIsNarrow();
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={960}
      fullScreen={isPhone}
      styles={{ title: { overflowWrap: "anywhere" } }}
    >
      {children}
    </Modal>
  );
}

/** The code's own words, or those of its kind in the person's language. Several codes have those of their frames. */
function headlineOf({ headline }: SheetChoice, code: Code | null): string {
  if (headline !== null || code === null) return headline ?? "";
  const { scan, network } = phrasesIn(navigator.language);
  return code.style.frame?.text ?? (code.type === "wifi" ? network : scan);
}

function PrintForm({ ids, copies, count, code, onClose }: SheetDialogProps & { count: number; code: Code | null }) {
  const isPhone = useIsNarrow();
  const form = useForm({ initialValues: firstChoice(count, copies !== undefined, navigator.language) });
  const choice = form.values;
  const [leaveOut, setLeaveOut] = useState(false);
  const brand = useQuery({ queryKey: ["brand"], queryFn: () => call.get<Brand>("/brand") });
  const headline = headlineOf(choice, code);
  const filled = choice.filled ?? (choice.kind !== "stickers" && Boolean(brand.data?.color));
  const wanted = copies ? ({ ...choice, encode: "share" } as const) : choice;
  const shown = { headline: code === null && headline === "" ? null : headline, filled };
  const isAsked = count <= MAX_ON_SHEETS && !brand.isPending;
  const body = isAsked ? bodyOf(wanted, printedOf(ids, copies), shown) : null;
  const [settled] = useDebouncedValue(body && JSON.stringify(body), 300);
  const preview = useSheetPreview(settled === null ? null : JSON.parse(settled));
  const { bytes, error, save, giveUp } = useFile();
  const isOld = preview.isPlaceholderData || settled !== (body && JSON.stringify(body));
  const plan = preview.data;
  const refusal = preview.error instanceof CallError ? preview.error : null;
  const { tooSmall = [], missingLetters = [], networksLeftOut = [] } = plan ?? {};
  const isReady =
    body !== null && !isOld && preview.isSuccess && plan!.labels > 0 && (tooSmall.length === 0 || leaveOut);
  const name = `${fileStem(copies?.name ?? code?.name ?? "", "codes")}.pdf`;
  const start = async () => {
    if (!(await save("/selection/sheet", { ...body, leaveOut }, name))) return;
    tell(words.saved(name));
    onClose();
  };
  const height = isPhone ? 44 : undefined;
  return (
    <Stack>
      {wanted.encode !== "content" && <LocalImages />}
      {count > MAX_ON_SHEETS && (
        <Alert color="amber" variant="light" icon={<Icon name="alert" />}>
          {words.tooMany(MAX_ON_SHEETS)}
        </Alert>
      )}
      <Group align="flex-start" gap="lg">
        <Stack gap="sm" style={{ flex: "1 1 22rem", minWidth: 0 }}>
          <KindChoice value={choice.kind} onChange={(kind) => form.setValues(chooseKind(choice, kind))} />
          {!isFormat(choice.kind) && <SheetField form={form} />}
          {choice.kind !== "labels" && (
            <DesignFields
              form={form}
              headline={headline}
              filled={filled}
              hasBrand={Boolean(brand.data?.name || brand.data?.logoId)}
              problems={refusal?.fields ?? {}}
              isOfMany={code === null}
            />
          )}
          <TextFields form={form} isNetwork={code?.type === "wifi"} />
          {!copies && <HeldField form={form} ids={ids} />}
          {count > 1 && !copies && (
            <Switch
              label={words.byName}
              checked={choice.order === "name"}
              onChange={(event) => form.setFieldValue("order", event.currentTarget.checked ? "name" : "selection")}
            />
          )}
          {!isFormat(choice.kind) && <StartField form={form} />}
          <ShopFields form={form} />
          {tooSmall.length > 0 && !isOld && (
            <TooSmallNotice
              codes={tooSmall}
              text={choice.kind === "labels" ? choice.text : null}
              change={(text) => form.setFieldValue("text", text)}
            />
          )}
        </Stack>
        <SheetPreview plan={plan} isOld={isOld} error={refusal} kind={choice.kind} />
      </Group>
      {missingLetters.length > 0 && (
        <Text size="sm" c="dimmed">
          {words.noLetters(missingLetters)}
        </Text>
      )}
      {networksLeftOut.length > 0 && (
        <Text size="sm" c="dimmed">
          {words.noNetworks(networksLeftOut)}
        </Text>
      )}
      {error && (
        <Alert color="red" variant="light" icon={<Icon name="alert" />}>
          {error.message}
        </Alert>
      )}
      <Group justify="flex-end" gap="sm">
        {tooSmall.length > 0 && count > 1 && (
          <Checkbox
            mr="auto"
            label={words.leaveOut}
            checked={leaveOut}
            onChange={(event) => setLeaveOut(event.currentTarget.checked)}
          />
        )}
        {bytes !== null && (
          <Button variant="default" h={height} onClick={giveUp}>
            {words.cancel}
          </Button>
        )}
        <Button
          h={height}
          disabled={!isReady}
          loading={bytes !== null}
          onClick={start}
          leftSection={<Icon name="download" size={16} />}
        >
          {words.action}
        </Button>
      </Group>
    </Stack>
  );
}

type Form = UseFormReturnType<SheetChoice>;

/** Which texts of the code itself are printed, and where on a label. */
function TextFields({ form, isNetwork }: { form: Form; isNetwork: boolean }) {
  const isLabel = form.values.kind === "labels";
  const hasNoText = isLabel && form.values.text === "none";
  const checked = (path: string) => form.getInputProps(path, { type: "checkbox" });
  return (
    <>
      {isLabel && (
        <Input.Wrapper label={words.text} labelElement="div">
          <SegmentedControl
            fullWidth
            aria-label={words.textPlace}
            data={choicesOf(words.places)}
            {...form.getInputProps("text", { withError: false })}
          />
        </Input.Wrapper>
      )}
      <Group gap="lg">
        <Switch label={words.name} disabled={hasNoText} {...checked("name")} />
        <Switch label={isNetwork ? words.network : words.address} disabled={hasNoText} {...checked("address")} />
      </Group>
    </>
  );
}

function HeldField({ form, ids }: { form: Form; ids: string[] }) {
  return (
    <>
      <Input.Wrapper label={words.holds} labelElement="div">
        <SegmentedControl
          fullWidth
          aria-label={words.holds}
          data={choicesOf(words.held)}
          {...form.getInputProps("encode", { withError: false })}
        />
      </Input.Wrapper>
      <NetworkNote ids={ids} encode={form.values.encode} />
    </>
  );
}
