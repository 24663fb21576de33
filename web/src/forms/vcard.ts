import { buildVcard } from "../../../src/codes/content/build.ts";
import { contentProblem } from "../../../src/codes/content/index.ts";
import { partsOf, propertiesOf, textOf } from "../../../src/codes/content/vcard-lines.ts";
import type { ContentForm, Field, Problems, Values } from "./form.ts";
import { addressProblem, withScheme } from "./links.ts";
import { mailProblem, numberProblem } from "./messages.ts";

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
  const [, , street = "", city = "", region = "", postalCode = "", country = ""] = partsOf(valuesOf("ADR")[0] ?? "");
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

/** What the server refuses is a problem; what only fails the usual rule may still mean something. */
function judgedBy(
  rule: NonNullable<Field["check"]>,
  cardOf: (value: string) => Parameters<typeof buildVcard>[0],
  doubt: string,
): Partial<Field> {
  const isRefused = (value: string) =>
    contentProblem("vcard", buildVcard({ lastName: "-", ...cardOf(value.trim()) })) !== null;
  return {
    check: (value, values) => (isRefused(value) ? rule(value, values) : null),
    doubt: (value, values) => rule(value, values) && doubt,
  };
}

const phone: Partial<Field> = {
  kind: "tel",
  part: "TEL",
  ...judgedBy(
    numberProblem,
    (value) => ({ phones: [value] }),
    "Not every phone can dial this. A number such as +44 20 7946 0000 is safe.",
  ),
};

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
    { ...plain("organization", "Organisation"), means: "place" },
    plain("title", "Role"),
    { ...plain("phone", "Phone", "+44 20 7946 0000"), ...phone, means: "number" },
    { ...plain("mobile", "Second phone"), ...phone },
    {
      ...plain("email", "E-mail", "ada@example.com"),
      kind: "email",
      ...judgedBy(
        mailProblem,
        (value) => ({ emails: [value] }),
        "Not every phone can write to this. An address such as ada@example.com is safe.",
      ),
      means: "email",
      part: "EMAIL",
    },
    {
      ...plain("url", "Website", "https://example.com"),
      kind: "url",
      ...judgedBy(
        addressProblem,
        (value) => ({ url: withScheme(value) }),
        "Not every phone can open this. An address such as https://example.com is safe.",
      ),
      means: "address",
      part: "URL",
    },
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
  check({ firstName, lastName, organization }) {
    const named = [firstName, lastName, organization].some((name) => name?.trim());
    const problems: Problems = {};
    if (!named) problems.firstName = "Enter at least a name or an organisation.";
    return problems;
  },
  build(values) {
    const trimmed = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.trim()]));
    const { phone = "", mobile = "", email = "", url = "", ...rest } = trimmed;
    if (!rest.firstName && !rest.lastName && !rest.organization) return "";
    return buildVcard({
      ...rest,
      url: withScheme(url),
      phones: [phone, mobile].filter((entry) => entry !== ""),
      emails: email === "" ? [] : [email],
    });
  },
};
