import { useNavigate, useSearchParams } from "react-router";
import { call } from "../../api/call.ts";
import { useCode, useRefreshCodes } from "../../api/queries.ts";
import type { Code } from "../../api/types.ts";
import { Failure, tell, Waiting } from "../../parts/notices.tsx";
import { Page } from "../../parts/page.tsx";
import { bodyOf, type Draft, draftOf, emptyDraft } from "./draft.ts";
import { Editor } from "./editor.tsx";

/** A new code, from nothing or from another one. */
export default function NewCodePage() {
  const [params] = useSearchParams();
  const from = params.get("from");
  return from ? <Copied from={from} /> : <Form start={emptyDraft()} />;
}

function Copied({ from }: { from: string }) {
  const code = useCode(from);
  if (code.isPending) return <Waiting />;
  if (code.isError) return <Failure error={code.error} retry={() => code.refetch()} />;
  const draft = draftOf(code.data);
  return <Form start={{ ...draft, name: `${draft.name} (copy)`.slice(0, 100) }} />;
}

function Form({ start }: { start: Draft }) {
  const navigate = useNavigate();
  const refresh = useRefreshCodes();
  return (
    <Page title="New code">
      <Editor
        start={start}
        fixedType={false}
        button="Create the code"
        save={async (draft) => {
          const body = { ...bodyOf(draft), type: draft.type };
          const created = await call.post<Pick<Code, "id">>("/qrcodes", body);
          void refresh();
          tell("The code is made, and shared.");
          navigate(`/codes/${created.id}`, { replace: true });
        }}
      />
    </Page>
  );
}
