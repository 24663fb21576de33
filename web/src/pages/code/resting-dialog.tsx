import { Alert, Modal, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Afterwards } from "../../../../src/routing/afterwards.ts";
import { call, isStale } from "../../api/call.ts";
import { useRefreshCodes } from "../../api/queries.ts";
import type { Code } from "../../api/types.ts";
import {
  AfterwardsFields,
  afterwardsFrom,
  afterwardsRules,
  afterwardsValues,
  placeAfterwards,
} from "../../forms/afterwards.tsx";
import { useCallForm } from "../../forms/call-form.ts";
import { FormButtons } from "../../parts/form-dialog.tsx";
import { useIsNarrow } from "../../parts/narrow.ts";
import { Failure, tell } from "../../parts/notices.tsx";
import { visitorText, resting as words } from "./words.ts";

interface Routing {
  afterwards: Afterwards | null;
}

interface RestingDialogProps {
  code: Code;
  onClose: () => void;
}

/** Where visitors of a code go while it is paused or expired. Loaded lazily. */
export default function RestingDialog({ code, onClose }: RestingDialogProps) {
  const routing = useQuery({
    queryKey: ["routing", code.id],
    queryFn: () => call.tagged<Routing>(`/qrcodes/${code.id}/routing`),
    // Read again each time the dialog opens.
    gcTime: 0,
  });
  return (
    <Modal opened onClose={onClose} title={words.title} size="lg" fullScreen={useIsNarrow()}>
      <Stack>
        <Text size="sm" c="dimmed">
          {words.lead}
        </Text>
        {routing.isPending && <Skeleton h={200} role="status" aria-label={words.loading} />}
        {routing.isError && <Failure error={routing.error} retry={() => void routing.refetch()} />}
        {routing.data && <RestingForm id={code.id} read={routing.data} onClose={onClose} />}
      </Stack>
    </Modal>
  );
}

interface RestingFormProps {
  id: string;
  read: { value: Routing; tag: string | null };
  onClose: () => void;
}

function RestingForm({ id, read, onClose }: RestingFormProps) {
  const refresh = useRefreshCodes();
  // The initial values and ETag: the query may refetch while the user types.
  const [{ value, tag }] = useState(read);
  const form = useCallForm(
    {
      initialValues: { ...afterwardsValues(value.afterwards) },
      validate: afterwardsRules,
      place: placeAfterwards,
      failAt: "form",
    },
    async (values) => {
      try {
        await call.put(`/qrcodes/${id}/routing`, { ...value, afterwards: afterwardsFrom(values) }, tag);
      } catch (error) {
        throw isStale(error) ? new Error(visitorText.changedSince) : error;
      }
      void refresh();
      tell(words.saved);
      onClose();
    },
  );
  return (
    <form {...form.props}>
      <Stack>
        <AfterwardsFields form={form} otherwise={words.otherwise} />
        {form.errors.form && (
          <Alert color="red" variant="light" role="alert">
            {form.errors.form}
          </Alert>
        )}
        <FormButtons {...{ form, onClose }} action={visitorText.save} cancel={visitorText.cancel} />
      </Stack>
    </form>
  );
}
