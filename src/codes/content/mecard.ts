import { buildVcard } from "./build-vcard.ts";
import { fieldsOf, listValue, plainValue } from "./fields.ts";

/** The vCard that says what `MECARD:N:Lovelace,Ada;TEL:…;;` says; null when it says nothing. */
export function vcardOfMecard(content: string): string | null {
  const scheme = /^\s*MECARD:/i.exec(content);
  const fields = scheme && fieldsOf(content.slice(scheme[0].length));
  if (!fields) return null;
  const all = (name: string) => fields.filter((field) => field.name === name);
  const texts = (name: string) =>
    all(name)
      .map(({ value }) => plainValue(value).trim())
      .filter((value) => value !== "");
  const one = (...names: string[]) => names.flatMap(texts)[0] ?? "";
  const [lastName = "", firstName = ""] = listValue(all("N")[0]?.value ?? "");
  const card = {
    firstName,
    lastName,
    organization: one("ORG"),
    title: one("TITLE"),
    phones: [...texts("TEL"), ...texts("TEL-AV")],
    emails: texts("EMAIL"),
    url: one("URL"),
    // The order of its parts differs from land to land, so they stay one line.
    street: listValue(all("ADR")[0]?.value ?? "")
      .filter((part) => part !== "")
      .join(", "),
    birthday: one("BDAY"),
    nickname: one("NICKNAME"),
    note: one("NOTE", "MEMO"),
  };
  return Object.values(card).some((value) => value.length > 0) ? buildVcard(card) : null;
}
