import { buildVcard } from "../../../src/codes/content/build.ts";
import { contentProblem } from "../../../src/codes/content/index.ts";
import { partsOf, propertiesOf, textOf } from "../../../src/codes/content/vcard-lines.ts";
import { contact as words } from "./content-words.ts";
import type { ContentForm, Field, Problems, Values } from "./form.ts";
import { addressProblem, withScheme } from "./links.ts";
import { mailProblem, numberProblem } from "./messages.ts";

const SHOWN = new Set("BEGIN END VERSION N FN ORG TITLE TEL EMAIL URL ADR NOTE".split(" "));
const ONCE = ["N", "FN", "ORG", "TITLE", "URL", "ADR", "NOTE"];

/** Null for a card with a photo, a birthday or three numbers, which the form would lose. */
function read(content: string): Values | null {
  const all = propertiesOf(content.trim());
  if (all.some(({ name }) => !SHOWN.has(name))) return null;
  const valuesOf = (name: string) => all.filter((p) => p.name === name).map((p) => p.value);
  if (ONCE.some((name) => valuesOf(name).length > 1)) return null;
  const phones = all.filter(({ name }) => name === "TEL");
  // Two numbers without labels are those of the two fields, in their order.
  const mobile = phones.find(({ parameters }) => /\bcell\b/i.test(parameters)) ?? phones[1];
  const phone = phones.find((one) => one !== mobile);
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
    phone: textOf(phone?.value ?? ""),
    mobile: textOf(mobile?.value ?? ""),
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

/** What the server rejects is an error; what only fails the usual rule is a warning. */
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
  ...judgedBy(numberProblem, (value) => ({ phones: [value] }), words.phoneDoubt),
};

const plain = (name: string, label: string, placeholder?: string) => ({
  name,
  label,
  half: true,
  ...(placeholder ? { placeholder } : {}),
});

export const vcard: ContentForm = {
  fields: [
    plain("firstName", ...words.firstName),
    plain("lastName", ...words.lastName),
    { ...plain("organization", words.organization), means: "place" },
    plain("title", words.title),
    { ...plain("phone", ...words.phone), ...phone, means: "number" },
    { ...plain("mobile", words.mobile), ...phone },
    {
      ...plain("email", ...words.email),
      kind: "email",
      ...judgedBy(mailProblem, (value) => ({ emails: [value] }), words.emailDoubt),
      means: "email",
      part: "EMAIL",
    },
    {
      ...plain("url", ...words.website),
      kind: "url",
      ...judgedBy(addressProblem, (value) => ({ url: withScheme(value) }), words.websiteDoubt),
      means: "address",
      part: "URL",
    },
    plain("street", words.street),
    plain("postalCode", words.postalCode),
    plain("city", words.city),
    plain("region", words.region),
    plain("country", words.country),
    { name: "note", label: words.note, kind: "long" },
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
    if (!named) problems.firstName = words.noName;
    return problems;
  },
  build(values) {
    const trimmed = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.trim()]));
    const { phone = "", email = "", url = "", ...rest } = trimmed;
    if (!rest.firstName && !rest.lastName && !rest.organization) return "";
    return buildVcard({
      ...rest,
      url: withScheme(url),
      phones: phone === "" ? [] : [phone],
      emails: email === "" ? [] : [email],
    });
  },
};
