/** A form for the content of one type: its fields, and the way between them and the stored text. */
export type Values = Record<string, string>;

export interface Field {
  name: string;
  label: string;
  kind?: "text" | "long" | "secret" | "choice" | "switch" | "email" | "tel" | "url";
  placeholder?: string;
  description?: string;
  required?: boolean;
  choices?: { value: string; label: string }[];
  /** Half the width on a wide screen. */
  half?: boolean;
  /** Shown only then. */
  when?: (values: Values) => boolean;
}

export interface ContentForm {
  fields: Field[];
  empty: Values;
  /** Null when the text holds more than the form can show: it is then edited as it is. */
  read(content: string): Values | null;
  build(values: Values): string;
}
