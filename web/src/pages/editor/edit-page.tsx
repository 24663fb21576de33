import { useParams } from "react-router";
import { useChangeCode, useCode } from "../../api/queries.ts";
import { CodeFailure } from "../../parts/code-failure.tsx";
import { KINDS } from "../../parts/kinds.ts";
import { tell, Waiting } from "../../parts/notices.tsx";
import { Page } from "../../parts/page.tsx";
import { bodyOf, draftOf } from "./draft.ts";
import { Editor } from "./editor.tsx";

export default function EditCodePage() {
  const { id = "" } = useParams();
  const code = useCode(id);
  const change = useChangeCode();
  if (code.isPending) return <Waiting />;
  if (code.isError && !code.data) {
    return <CodeFailure title="Edit the code" error={code.error} retry={() => code.refetch()} />;
  }
  return (
    <Page
      title={`Edit ${code.data.name}`}
      lead={`${KINDS[code.data.type].label}. Printed codes go on working and lead to the new content.`}
    >
      <Editor
        key={id}
        start={draftOf(code.data)}
        code={code.data}
        home={`/codes/${id}`}
        save={async (draft, start) => {
          await change.mutateAsync({ id, change: bodyOf(draft, start) });
          tell("Saved.");
          return `/codes/${id}`;
        }}
      />
    </Page>
  );
}
