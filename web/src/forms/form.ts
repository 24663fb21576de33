/** The form of one content type: its fields, and the conversion to and from the stored text. */
export type Values = Record<string, string>;

/** Error messages by field. */
export type Problems = Record<string, string>;

/** Entered values by meaning, to carry them over to other types. */
export type Facts = Partial<Record<"number" | "words" | "email" | "address" | "place", string>>;

export interface Field {
  name: string;
  label: string;
  kind?: "text" | "long" | "secret" | "choice" | "switch" | "email" | "tel" | "url" | "place";
  placeholder?: string;
  description?: string;
  required?: boolean;
  /** The message if it is required and empty. */
  missing?: string;
  choices?: { value: string; label: string }[];
  /** Half width on a wide screen. */
  half?: boolean;
  /** Shown only if this is true. */
  when?: (values: Values) => boolean;
  /** Not required if this is true. */
  unless?: (values: Values) => boolean;
  /** Returns an error message or null. Not called with an empty value. */
  check?: (value: string, values: Values) => string | null;
  /** Returns a warning about a value that is valid but seldom right. */
  doubt?: (value: string, values: Values) => string | null;
  means?: keyof Facts;
  /** The name of this part of the content in the server's errors. */
  part?: string;
}

export interface ContentForm {
  fields: Field[];
  empty: Values;
  /** Shown below the fields. */
  note?: string;
  /** Null if the form cannot show all of the content; the raw text is edited then. */
  read(content: string): Values | null;
  build(values: Values): string;
  /** Checks that involve several fields. */
  check?(values: Values): Problems;
  /** For facts that are not just the value of a field. */
  give?(values: Values): Facts;
  take?(facts: Facts, values: Values): Values;
}

export const shownFields = (form: ContentForm, values: Values): Field[] =>
  form.fields.filter((field) => field.when?.(values) ?? true);

/** The name of a field's input element. */
export const inputName = (field: string): string => `content-${field}`;
