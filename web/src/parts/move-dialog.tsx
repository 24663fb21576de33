import { Select, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { call } from "../api/call.ts";
import { useRefreshCodes } from "../api/queries.ts";
import type { Code, Me } from "../api/types.ts";
import { otherEditable } from "../api/workspace.ts";
import { useCallForm } from "../forms/call-form.ts";
import { move as words } from "./dialog-words.ts";
import { FormDialog } from "./form-dialog.tsx";
import { tell } from "./notices.tsx";

/** Moves a code to another workspace of which the user is an editor. */
export default function MoveDialog({ code, onClose }: { code: Code; onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const refresh = useRefreshCodes();
  const me = client.getQueryData<Me>(["me"])!;
  const targets = otherEditable(me);
  const form = useCallForm({ initialValues: { workspaceId: targets[0]!.id } }, async (values) => {
    await call.post(`/codes/${code.id}/move`, values);
    onClose();
    tell(words.moved(code.name, targets.find(({ id }) => id === values.workspaceId)!.name));
    client.removeQueries({ queryKey: ["code", code.id] });
    void navigate("/codes");
    await refresh();
  });
  return (
    <FormDialog form={form} title={words.title(code.name)} action={words.action} onClose={onClose}>
      <Select
        label={words.to}
        data={targets.map(({ id, name }) => ({ value: id, label: name }))}
        allowDeselect={false}
        data-autofocus
        {...form.getInputProps("workspaceId")}
      />
      <Text size="sm">{words.text}</Text>
      {me.hasDomain && <Text size="sm">{words.staysOnDomain}</Text>}
    </FormDialog>
  );
}
