import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { isPlain, PLAIN } from "../../../../src/rendering/style.ts";
import { call } from "../../api/call.ts";
import { asAction, createKeptKey } from "../../api/kept-key.ts";
import { ensureStyle, type SavedLook, useSavedLooks } from "../../api/looks.ts";
import { useCode, useRefreshCodes } from "../../api/queries.ts";
import { saveTags } from "../../api/tags.ts";
import type { Code, CodeType, Me, Style } from "../../api/types.ts";
import { KIND_NAMES } from "../../parts/kinds.ts";
import { tellFailure, Waiting } from "../../parts/notices.tsx";
import { CodeFailure } from "../../parts/page.tsx";
import { bodyOf, copyOf, type Draft, emptyDraft, type Settled, withType } from "./draft.ts";
import { Editor } from "./editor.tsx";
import { draftKey, keepDraft } from "./kept-draft.ts";
import { WORDS } from "./words.ts";

const creation = createKeptKey("tessera.creation");

/** A new code, empty or as a copy. */
export default function NewCodePage() {
  const [params] = useSearchParams();
  const from = params.get("from");
  if (from) return <Copied key={from} from={from} />;
  const type = KIND_NAMES.find((kind) => kind === params.get("type"));
  return <Fresh key={type} type={type} />;
}

/** Undefined until looks are loaded. */
const defaultOf = (looks: SavedLook[] | undefined): Style | undefined =>
  looks && (looks.find(({ isDefault }) => isDefault)?.style ?? PLAIN);

/** Starts with the default look. If it cannot be loaded, the server applies it anyway. */
function Fresh({ type = "url" }: { type: CodeType | undefined }) {
  const looks = useSavedLooks();
  if (looks.isPending) return <Waiting />;
  const given = defaultOf(looks.data);
  return <Form start={withType(emptyDraft(given), type)} home="/" given={given} />;
}

function Copied({ from }: { from: string }) {
  const code = useCode(from);
  const given = defaultOf(useSavedLooks().data) ?? PLAIN;
  if (code.isPending) return <Waiting />;
  if (code.isError && !code.data) {
    return <CodeFailure title={WORDS.newTitle} error={code.error} retry={() => code.refetch()} />;
  }
  return <Form start={copyOf(code.data)} home={`/codes/${from}`} given={given} />;
}

interface FormProps {
  start: Draft;
  home: string;
  /** The default look, if known. */
  given: Style | undefined;
}

function Form({ start, home, given }: FormProps) {
  const refresh = useRefreshCodes();
  const keepLook = useKeepLook();
  const create = useMutation({
    mutationFn: async (draft: Settled) => {
      const body = { ...bodyOf(draft, null), type: draft.type };
      const key = creation.keyFor(JSON.stringify(body));
      // Its look and tags are part of its creation in the audit log.
      const asOne = asAction(key);
      const { id } = await call.post<Pick<Code, "id">>("/qrcodes", body, { "Idempotency-Key": key, ...asOne });
      return { id, asOne };
    },
    onSuccess: () => {
      creation.forget();
      void refresh();
    },
  });
  return (
    <Editor
      title={WORDS.newTitle}
      start={start}
      code={null}
      home={home}
      save={async (draft) => {
        const { id, asOne } = await create.mutateAsync(draft);
        // No look was chosen and the default is unknown: let the server choose.
        const isFree = given === undefined && isPlain(draft.style);
        try {
          if (!isFree) await ensureStyle(id, draft.style, asOne);
        } catch (error) {
          keepLook(id, draft, given);
          return { to: `/codes/${id}/edit`, state: { unfinished: WORDS.lookNotSaved((error as Error).message) } };
        }
        if (draft.tags.length > 0) {
          await saveTags(id, draft.tags, asOne).catch((error: Error) =>
            tellFailure(WORDS.tagsNotSaved(error.message), ""),
          );
          void refresh();
        }
        return { to: `/codes/${id}/created` };
      }}
    />
  );
}

/** The code was created without its look: continue on its edit page, so that it is not created twice. */
function useKeepLook() {
  const me = useQueryClient().getQueryData<Me>(["me"]);
  return (id: string, draft: Draft, given = PLAIN): void =>
    keepDraft(draftKey(me, `/codes/${id}/edit`), { draft, start: { ...draft, style: given } });
}
