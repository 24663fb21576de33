/** A form for the content of one type: its fields, and the way between them and the stored text. */
export type Values = Record<string, string>;

/** What is wrong, by the name of the field to change. */
export type Problems = Record<string, string>;

/** What was typed, by what it means: a number is a number in every type that has one. */
export type Facts = Partial<Record<"number" | "words" | "email" | "address" | "place", string>>;

export interface Field {
  name: string;
  label: string;
  kind?: "text" | "long" | "secret" | "choice" | "switch" | "email" | "tel" | "url";
  placeholder?: string;
  description?: string;
  required?: boolean;
  /** Said when it is required and empty. */
  missing?: string;
  choices?: { value: string; label: string }[];
  /** Half the width on a wide screen. */
  half?: boolean;
  /** Shown only then. */
  when?: (values: Values) => boolean;
  /** Required, but not then. */
  unless?: (values: Values) => boolean;
  /** What is wrong with a value, or null. It is never asked about an empty one. */
  check?: (value: string, values: Values) => string | null;
  /** What is accepted, but seldom right. */
  doubt?: (value: string, values: Values) => string | null;
  means?: keyof Facts;
  /** The part of the content, as a refusal of the server names it. */
  part?: string;
}

export interface ContentForm {
  fields: Field[];
  empty: Values;
  /** A sentence under the fields. */
  note?: string;
  /** Null when the text holds more than the form can show: it is then edited as it is. */
  read(content: string): Values | null;
  build(values: Values): string;
  /** What no field alone can say. */
  check?(values: Values): Problems;
  /** When a fact is not simply the value of a field. */
  give?(values: Values): Facts;
  take?(facts: Facts, values: Values): Values;
}

export const shownFields = (form: ContentForm, values: Values): Field[] =>
  form.fields.filter((field) => field.when?.(values) ?? true);

/** The name of a field's input in the page. */
export const inputName = (field: string): string => `content-${field}`;
