import { buildVcard } from "../../../src/codes/content/build.ts";
import { partsOf, propertiesOf, textOf } from "../../../src/codes/content/vcard-lines.ts";
import type { ContentForm, Values } from "./form.ts";

const SHOWN = new Set("BEGIN END VERSION N FN ORG TITLE TEL EMAIL URL ADR NOTE".split(" "));
const ONCE = ["N", "FN", "ORG", "TITLE", "URL", "ADR", "NOTE"];

/** Null for a card with a picture, a birthday, three numbers: the form would lose them. */
function read(content: string): Values | null {
  const all = propertiesOf(content.trim());
  if (all.some(({ name }) => !SHOWN.has(name))) return null;
  const valuesOf = (name: string) => all.filter((p) => p.name === name).map((p) => p.value);
  if (ONCE.some((name) => valuesOf(name).length > 1)) return null;
  const phones = valuesOf("TEL").map(textOf);
  const emails = valuesOf("EMAIL").map(textOf);
  if (phones.length > 2 || emails.length > 1) return null;
  const one = (name: string) => textOf(valuesOf(name)[0] ?? "");
  const [lastName = "", firstName = one("FN")] = partsOf(valuesOf("N")[0] ?? "");
  const [, , street = "", city = "", region = "", postalCode = "", country = ""] = partsOf(
    valuesOf("ADR")[0] ?? "",
  );
  return {
    firstName,
    lastName,
    organization: one("ORG"),
    title: one("TITLE"),
    phone: phones[0] ?? "",
    mobile: phones[1] ?? "",
    email: emails[0] ?? "",
    url: one("URL"),
    street,
    city,
    region,
    postalCode,
    country,
    note: one("NOTE"),
  };
}

const plain = (name: string, label: string, placeholder?: string) => ({
  name,
  label,
  half: true,
  ...(placeholder ? { placeholder } : {}),
});

export const vcard: ContentForm = {
  fields: [
    plain("firstName", "First name", "Ada"),
    plain("lastName", "Last name", "Lovelace"),
    plain("organization", "Organisation"),
    plain("title", "Role"),
    { ...plain("phone", "Phone", "+44 20 7946 0000"), kind: "tel" },
    { ...plain("mobile", "Second phone"), kind: "tel" },
    { ...plain("email", "E-mail", "ada@example.com"), kind: "email" },
    { ...plain("url", "Website", "https://example.com"), kind: "url" },
    plain("street", "Street and number"),
    plain("postalCode", "Postal code"),
    plain("city", "City"),
    plain("region", "Region"),
    plain("country", "Country"),
    { name: "note", label: "Note", kind: "long" },
  ],
  empty: Object.fromEntries(
    "firstName lastName organization title phone mobile email url street city region postalCode country note"
      .split(" ")
      .map((name) => [name, ""]),
  ),
  read,
  build(values) {
    const trimmed = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, value.trim()]),
    );
    const { phone = "", mobile = "", email = "", ...rest } = trimmed;
    if (!rest.firstName && !rest.lastName && !rest.organization) return "";
    return buildVcard({
      ...rest,
      phones: [phone, mobile].filter((entry) => entry !== ""),
      emails: email === "" ? [] : [email],
    });
  },
};
