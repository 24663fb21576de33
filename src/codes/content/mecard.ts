import { buildVcard } from "./build-vcard.ts";
import { fieldsOf, listValue, plainValue } from "./fields.ts";

/** Converts `MECARD:N:Lovelace,Ada;TEL:…;;` to a vCard; null if it is empty. */
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
    // The order of its parts differs by country, so they stay on one line.
    street: listValue(all("ADR")[0]?.value ?? "")
      .filter((part) => part !== "")
      .join(", "),
    birthday: one("BDAY"),
    nickname: one("NICKNAME"),
    note: one("NOTE", "MEMO"),
  };
  return Object.values(card).some((value) => value.length > 0) ? buildVcard(card) : null;
}
