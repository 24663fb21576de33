import { useParams } from "react-router";
import { CallError } from "../../api/call.ts";
import { saveStyle } from "../../api/looks.ts";
import { useChangeCode, useCode, useRefreshCodes } from "../../api/queries.ts";
import { saveTags, useChangeTags } from "../../api/tags.ts";
import { KINDS } from "../../parts/kinds.ts";
import { tell, Waiting } from "../../parts/notices.tsx";
import { CodeFailure } from "../../parts/page.tsx";
import { head } from "../code/words.ts";
import { bodyOf, changedNetwork, draftOf, isSameTags, type Settled } from "./draft.ts";
import { Editor } from "./editor.tsx";
import { isSameStyle } from "./look/parts.ts";
import { WORDS } from "./words.ts";

export default function EditCodePage() {
  const { id = "" } = useParams();
  const code = useCode(id);
  const save = useSave(id);
  const changeTags = useChangeTags();
  if (code.isPending) return <Waiting />;
  if (code.isError && !code.data) {
    return <CodeFailure title={WORDS.editFailed} error={code.error} retry={() => code.refetch()} />;
  }
  return (
    <Editor
      key={id}
      title={WORDS.editTitle(code.data.name)}
      lead={code.data.type === "wifi" ? WORDS.editNetworkLead : WORDS.editLead(KINDS[code.data.type].label)}
      start={draftOf(code.data)}
      code={code.data}
      home={`/codes/${id}`}
      save={async (draft, start) => {
        await save(draft, start);
        if (!isSameTags(draft, start)) await changeTags.mutateAsync(() => saveTags(id, draft.tags));
        if (changedNetwork(draft, code.data) !== null) {
          tell(head.networkSaved, { next: { label: head.printNew, to: `/codes/${id}/created` } });
        } else tell(WORDS.saved);
        return { to: `/codes/${id}` };
      }}
    />
  );
}

/** Saves the code, then its look. If only the first succeeds, the user is told and the next attempt saves the rest. */
function useSave(id: string) {
  const change = useChangeCode();
  const refresh = useRefreshCodes();
  return async (draft: Settled, start: Settled): Promise<void> => {
    const body = bodyOf(draft, start);
    const isLookSame = isSameStyle(draft.style, start.style);
    const isCodeSame = Object.keys(body).length === 0;
    if (!isCodeSame || isLookSame) await change.mutateAsync({ id, change: body });
    if (isLookSame) return;
    try {
      await saveStyle(id, draft.style);
    } catch (error) {
      throw isCodeSame || !(error instanceof CallError) ? error : unsavedLook(error);
    } finally {
      void refresh();
    }
  };
}

const unsavedLook = ({ status, error, message, fields }: CallError): CallError =>
  new CallError(status, {
    error,
    message: WORDS.onlyLookNotSaved(message),
    details: Object.entries(fields).map(([field, what]) => ({ field, message: what })),
  });
