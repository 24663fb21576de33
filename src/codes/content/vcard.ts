import type { ContactAction, ContactAddress, ContactEntry, ContactPhone } from "./action.ts";
import { buildMail } from "./build.ts";
import { searchFor } from "./geo.ts";
import { isAddress } from "./mail.ts";
import { vcardOfMecard } from "./mecard.ts";
import { readPhone, shownNumber } from "./phone.ts";
import { webLink } from "./url.ts";
import { type Property, partsOf, propertiesOf, textOf } from "./vcard-lines.ts";

const CARD = /^\s*BEGIN:VCARD[ \t]*[\r\n][\s\S]*[\r\n]END:VCARD\s*$/i;

/** A card of any version, or the short form `MECARD:N:Lovelace,Ada;TEL:…;;`. */
export function readVcard(content: string): ContactAction | null {
  return readCard(vcardOfMecard(content) ?? content);
}

function readCard(content: string): ContactAction | null {
  if (!CARD.test(content)) return null;
  const all = propertiesOf(content.trim());
  // A file may contain several cards: the page shows the first, the file keeps all.
  const end = all.findIndex(({ name, value }) => name === "END" && /VCARD/i.test(value));
  const card = all.slice(0, end).filter(({ name }) => name !== "BEGIN" && name !== "VERSION");
  if (!card.some(({ value }) => /[^;\s]/.test(value))) return null;
  const name = nameIn(card);
  return {
    kind: "contact",
    name,
    organization: structured(first(card, "ORG"), ", "),
    title: textOf(first(card, "TITLE")),
    phones: entries(card, "TEL", phoneEntry),
    emails: entries(card, "EMAIL", (value) => ({ value, href: isAddress(value) ? buildMail({ to: value }) : null })),
    urls: entries(card, "URL", (value) => ({ value, href: webLink(value) })),
    addresses: valuesOf(card, "ADR")
      .map(addressIn)
      .filter(({ value }) => value !== ""),
    note: textOf(first(card, "NOTE")),
    vcf: `${content.trim().replace(/\r\n?|\n/g, "\r\n")}\r\n`,
    fileName: `${slug(name) || "contact"}.vcf`,
  };
}

function valuesOf(card: Property[], name: string): string[] {
  return card.filter((property) => property.name === name).map((property) => property.value);
}

function first(card: Property[], name: string): string {
  return valuesOf(card, name)[0] ?? "";
}

function structured(value: string, separator: string): string {
  const parts = partsOf(value).filter((part) => part !== "");
  return parts.join(separator);
}

/** FN, or N in reading order, or the organisation. */
function nameIn(card: Property[]): string {
  const [family = "", given = "", middle = "", prefix = "", suffix = ""] = partsOf(first(card, "N"));
  const spoken = [prefix, given, middle, family, suffix];
  return (
    textOf(first(card, "FN")) || spoken.filter((part) => part !== "").join(" ") || structured(first(card, "ORG"), ", ")
  );
}

function entries<T extends ContactEntry>(
  card: Property[],
  name: string,
  entry: (value: string, property: Property) => T,
): T[] {
  return card
    .filter((property) => property.name === name && textOf(property.value) !== "")
    .map((property) => entry(textOf(property.value), property));
}

function phoneEntry(value: string, { parameters }: Property): ContactPhone {
  const call = readPhone(value);
  const use = useOf(parameters);
  return call ? { value: call.number, href: call.href, use } : { value: shownNumber(value), href: null, use };
}

/** A number may have several types, as in `TYPE=CELL,WORK`: what tells most about it comes first. */
function useOf(parameters: string): ContactPhone["use"] {
  const has = (type: string) => new RegExp(`\\b${type}\\b`, "i").test(parameters);
  if (has("fax")) return "fax";
  if (has("cell")) return "mobile";
  return has("work") ? "work" : has("home") ? "home" : null;
}

function addressIn(adr: string): ContactAddress {
  const [box = "", extended = "", street = "", city = "", region = "", code = "", ...country] = partsOf(adr);
  const town = [code, city].filter((part) => part !== "").join(" ");
  const value = [box, extended, street, town, region, ...country].filter((line) => line !== "").join("\n");
  // A regular expression for the spaces around line breaks would take quadratic time.
  const lines = value.split("\n").map((line) => line.trim());
  return { value, place: searchFor(lines.filter((line) => line !== "").join(", ")) };
}

function slug(name: string): string {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain
    .replace(/[^a-z\d]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60);
}
