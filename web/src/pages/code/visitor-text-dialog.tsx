import { Alert, Modal, Skeleton, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { actionOf } from "../../../../src/codes/content/index.ts";
import type { Page } from "../../../../src/codes/page.ts";
import { call, isStale } from "../../api/call.ts";
import { useRefreshCodes } from "../../api/queries.ts";
import type { Code } from "../../api/types.ts";
import { useCallForm } from "../../forms/call-form.ts";
import { FormButtons } from "../../parts/form-dialog.tsx";
import { useIsNarrow } from "../../parts/narrow.ts";
import { Failure, tell } from "../../parts/notices.tsx";
import { visitorText as words } from "./words.ts";

interface VisitorTextDialogProps {
  code: Code;
  onClose: () => void;
}

/** Title and text for visitors of a code. Loaded lazily. */
export default function VisitorTextDialog({ code, onClose }: VisitorTextDialogProps) {
  const isRedirect = "location" in actionOf(code.type, code.content);
  const page = useQuery({
    queryKey: ["visitor text", code.id],
    queryFn: () => call.tagged<Page>(`/qrcodes/${code.id}/page`),
    // Read again each time the dialog opens.
    gcTime: 0,
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={isRedirect ? words.titleOfRedirect : words.title}
      size="lg"
      fullScreen={useIsNarrow()}
    >
      <Stack>
        <Text size="sm" c="dimmed">
          {isRedirect ? words.leadOfRedirect : words.lead}
        </Text>
        {page.isPending && <Skeleton h={200} role="status" aria-label={words.loading} />}
        {page.isError && <Failure error={page.error} retry={() => void page.refetch()} />}
        {page.data && <PageForm id={code.id} read={page.data} isRedirect={isRedirect} onClose={onClose} />}
      </Stack>
    </Modal>
  );
}

interface PageFormProps {
  id: string;
  read: { value: Page; tag: string | null };
  isRedirect: boolean;
  onClose: () => void;
}

function PageForm({ id, read, isRedirect, onClose }: PageFormProps) {
  const refresh = useRefreshCodes();
  // The initial values and ETag: the query may refetch while the user types.
  const [{ value, tag }] = useState(read);
  const initialValues = { title: value.title ?? "", text: value.text ?? "" };
  const form = useCallForm({ initialValues, failAt: "form" }, async ({ title, text }) => {
    const page: Page = { title: title.trim() || null, text: text.trim() || null };
    try {
      await call.put(`/qrcodes/${id}/page`, page, tag);
    } catch (error) {
      throw isStale(error) ? new Error(words.changedSince) : error;
    }
    void refresh();
    tell(words.saved);
    onClose();
  });
  return (
    <form {...form.props}>
      <Stack>
        <TextInput
          label={words.titleLabel}
          description={isRedirect ? words.titleHelpOfRedirect : words.titleHelp}
          data-autofocus
          maxLength={200}
          autoComplete="off"
          {...form.getInputProps("title")}
        />
        {!isRedirect && (
          <Textarea
            label={words.textLabel}
            description={words.textHelp}
            maxLength={2000}
            autosize
            minRows={3}
            maxRows={12}
            {...form.getInputProps("text")}
          />
        )}
        {form.errors.form && (
          <Alert color="red" variant="light" role="alert">
            {form.errors.form}
          </Alert>
        )}
        <FormButtons {...{ form, onClose }} action={words.save} cancel={words.cancel} />
      </Stack>
    </form>
  );
}
