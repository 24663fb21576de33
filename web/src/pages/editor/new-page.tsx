import { useMutation } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { call } from "../../api/call.ts";
import { useCode, useRefreshCodes } from "../../api/queries.ts";
import type { Code } from "../../api/types.ts";
import { CodeFailure } from "../../parts/code-failure.tsx";
import { tell, Waiting } from "../../parts/notices.tsx";
import { Page } from "../../parts/page.tsx";
import { creationKey, forgetCreation } from "./creation-key.ts";
import { bodyOf, copyOf, type Draft, emptyDraft } from "./draft.ts";
import { Editor } from "./editor.tsx";

/** A new code, from nothing or from another one. */
export default function NewCodePage() {
  const [params] = useSearchParams();
  const from = params.get("from");
  return from ? <Copied key={from} from={from} /> : <Form start={emptyDraft()} home="/" />;
}

function Copied({ from }: { from: string }) {
  const code = useCode(from);
  if (code.isPending) return <Waiting />;
  if (code.isError && !code.data) {
    return <CodeFailure title="New code" error={code.error} retry={() => code.refetch()} />;
  }
  return <Form start={copyOf(code.data)} home={`/codes/${from}`} />;
}

function Form({ start, home }: { start: Draft; home: string }) {
  const refresh = useRefreshCodes();
  const create = useMutation({
    mutationFn: (draft: Draft) => {
      const body = { ...bodyOf(draft, null), type: draft.type };
      const headers = { "Idempotency-Key": creationKey(JSON.stringify(body)) };
      return call.post<Pick<Code, "id">>("/qrcodes", body, headers);
    },
    onSuccess: () => {
      forgetCreation();
      void refresh();
    },
  });
  return (
    <Page title="New code">
      <Editor
        start={start}
        code={null}
        home={home}
        save={async (draft) => {
          const created = await create.mutateAsync(draft);
          tell("The code is made, and shared.");
          return `/codes/${created.id}`;
        }}
      />
    </Page>
  );
}
