import { useNavigate, useParams } from "react-router";
import { useChangeCode, useCode } from "../../api/queries.ts";
import { KINDS } from "../../parts/kinds.ts";
import { Failure, tell, Waiting } from "../../parts/notices.tsx";
import { Page } from "../../parts/page.tsx";
import { bodyOf, draftOf } from "./draft.ts";
import { Editor } from "./editor.tsx";

export default function EditCodePage() {
  const { id = "" } = useParams();
  const code = useCode(id);
  const change = useChangeCode();
  const navigate = useNavigate();
  if (code.isPending) return <Waiting />;
  if (code.isError) return <Failure error={code.error} retry={() => code.refetch()} />;
  return (
    <Page
      title={`Edit ${code.data.name}`}
      lead={`${KINDS[code.data.type].label}. Printed codes go on working and lead to the new content.`}
    >
      <Editor
        start={draftOf(code.data)}
        fixedType
        shareToken={code.data.shareToken}
        button="Save"
        save={async (draft) => {
          await change.mutateAsync({ id, change: bodyOf(draft) });
          tell("Saved.");
          navigate(`/codes/${id}`);
        }}
      />
    </Page>
  );
}
