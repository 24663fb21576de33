import { Button, Group, Modal, Stack } from "@mantine/core";
import type { FormEvent, ReactNode } from "react";

interface SentForm {
  props: { onSubmit: (event: FormEvent<HTMLFormElement>) => void; noValidate: true };
  submitting: boolean;
}

interface ButtonsProps {
  form: Pick<SentForm, "submitting">;
  /** What the form does. */
  action: string;
  cancel?: string;
  onClose: () => void;
}

/** The last line of a form in a dialog. */
export const FormButtons = ({ form, action, cancel, onClose }: ButtonsProps) => (
  <Group justify="flex-end">
    {cancel && (
      <Button variant="default" onClick={onClose}>
        {cancel}
      </Button>
    )}
    <Button type="submit" loading={form.submitting}>
      {action}
    </Button>
  </Group>
);

interface FormDialogProps extends ButtonsProps {
  form: SentForm;
  title: string;
  children: ReactNode;
}

/** A dialog with a form of `useCallForm`. */
export const FormDialog = ({ form, title, children, ...buttons }: FormDialogProps) => (
  <Modal opened onClose={buttons.onClose} title={title}>
    <form
      {...form.props}
      onSubmit={(event) => {
        // React bubbles the event to a form around the dialog.
        event.stopPropagation();
        form.props.onSubmit(event);
      }}
    >
      <Stack>
        {children}
        <FormButtons form={form} {...buttons} />
      </Stack>
    </form>
  </Modal>
);
