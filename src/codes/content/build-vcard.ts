export interface VcardFields {
  firstName?: string;
  lastName?: string;
  organization?: string;
  title?: string;
  phones?: string[];
  mobile?: string;
  emails?: string[];
  url?: string;
  street?: string;
  city?: string;
  region?: string;
  postalCode?: string;
  country?: string;
  birthday?: string;
  nickname?: string;
  note?: string;
}

/** A vCard 3.0: CRLF, escaped values, lines folded at 75 bytes. */
export function buildVcard(fields: VcardFields): string {
  const { firstName = "", lastName = "", organization = "", title = "", url = "" } = fields;
  const fullName = [firstName, lastName].filter((part) => part !== "").join(" ");
  const address = ["", "", fields.street, fields.city, fields.region, fields.postalCode];
  const place = [...address, fields.country].map((part) => escapeText(part ?? "")).join(";");
  const lines = [
    "BEGIN:VCARD",
    "VERSION:3.0",
    `N:${escapeText(lastName)};${escapeText(firstName)};;;`,
    `FN:${escapeText(fullName || organization)}`,
    organization && `ORG:${escapeText(organization)}`,
    title && `TITLE:${escapeText(title)}`,
    ...(fields.phones ?? []).map((phone) => phone && `TEL:${escapeText(phone)}`),
    fields.mobile && `TEL;TYPE=CELL:${escapeText(fields.mobile)}`,
    ...(fields.emails ?? []).map((email) => email && `EMAIL:${escapeText(email)}`),
    url && `URL:${escapeText(url)}`,
    /[^;]/.test(place) && `ADR:${place}`,
    fields.birthday && `BDAY:${escapeText(fields.birthday)}`,
    fields.nickname && `NICKNAME:${escapeText(fields.nickname)}`,
    fields.note && `NOTE:${escapeText(fields.note)}`,
    "END:VCARD",
  ];
  return lines.map((line) => (line ? `${fold(line)}\r\n` : "")).join("");
}

function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, "\\$&").replace(/\r\n?|\n/g, "\\n");
}

/** Lines over 75 bytes continue on the next line after a space; no character is split. */
function fold(line: string): string {
  let folded = "";
  let left = 75;
  for (const character of line) {
    const size = utf8Length(character.codePointAt(0)!);
    if (size > left) {
      folded += "\r\n ";
      left = 74;
    }
    folded += character;
    left -= size;
  }
  return folded;
}

/** Calling an encoder for each character would dominate the run time. */
function utf8Length(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}
