import type { Code, CodeType, Level } from "../../api/types.ts";
import type { ContentForm, Values } from "../../forms/form.ts";
import { FORMS, RAW } from "../../forms/index.ts";

/** What the editor holds: the content as form fields, everything else as the server takes it. */
export interface Draft {
  name: string;
  type: CodeType;
  form: ContentForm;
  values: Values;
  foregroundColor: string;
  backgroundColor: string;
  errorCorrection: Level;
  size: number;
  category: string;
  /** Stays as it is until the fields are touched. */
  kept: string | null;
}

export const emptyDraft = (): Draft => ({
  name: "",
  type: "url",
  form: FORMS.url,
  values: FORMS.url.empty,
  foregroundColor: "#1a1410",
  backgroundColor: "#ffffff",
  errorCorrection: "M",
  size: 512,
  category: "",
  kept: null,
});

export function draftOf(code: Code): Draft {
  const values = FORMS[code.type].read(code.content);
  return {
    name: code.name,
    type: code.type,
    form: values ? FORMS[code.type] : RAW,
    values: values ?? RAW.read(code.content)!,
    foregroundColor: code.foregroundColor,
    backgroundColor: code.backgroundColor,
    errorCorrection: code.errorCorrection,
    size: code.size,
    category: code.category ?? "",
    kept: code.content,
  };
}

export const contentOf = (draft: Draft): string => draft.kept ?? draft.form.build(draft.values);

/** As the server takes it. */
export const bodyOf = (draft: Draft) => ({
  name: draft.name.trim(),
  content: contentOf(draft),
  foregroundColor: draft.foregroundColor,
  backgroundColor: draft.backgroundColor,
  errorCorrection: draft.errorCorrection,
  size: draft.size,
  category: draft.category.trim() || null,
});
