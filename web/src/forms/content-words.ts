/** The texts of the fields for each type of content. */
const NUMBER = "+44 20 7946 0000";

export const text = {
  label: "Text",
  missing: "Enter the text that the code should show.",
};

export const raw = {
  label: "Content",
  description: "This content has details that the form cannot show, so edit it as text.",
};

export const url = {
  label: "Web address",
  placeholder: "https://example.com/menu",
  description: "You can change it at any time; printed codes keep working.",
  missing: "Enter the address that the code should open.",
  hasPassword: "Enter an address without a user name or password: others could read them.",
  wrong: "Enter a web address, such as example.com/menu.",
};

export const social = {
  network: "Network",
  other: "Another network",
  handle: "Profile name or address",
  placeholder: "@yourname",
  missing: "Enter the profile name.",
  wrong: "Enter the name as in the profile’s address, such as @yourname, or paste the whole address.",
};

export const phone = {
  label: "Phone number",
  placeholder: NUMBER,
  description: "With the country code, so that it works abroad.",
  missing: "Enter the number.",
  wrong: `Enter a phone number such as ${NUMBER}.`,
  wrongSms: `Enter a phone number such as ${NUMBER}, or several separated by commas.`,
  wrongWhatsapp: `Enter a number with its country code, such as ${NUMBER}.`,
};

export const message = {
  label: "Message",
  description: "Optional. Filled in for the visitor to send.",
};

export const email = {
  to: "To",
  placeholder: "ada@example.com",
  missing: "Enter the address that the email goes to.",
  wrong: "Enter an email address such as ada@example.com.",
  subject: "Subject",
  subjectHint: "Optional.",
};

export const wifi = {
  name: "Network name",
  namePlaceholder: "Guests",
  nameHint: "Exactly as phones show it, including capitals.",
  nameMissing: "Enter the network name.",
  nameTooLong: (most: number) =>
    `No network has a name this long: ${most} characters at most, fewer with accents or emoji.`,
  security: "Security",
  securityHint: "Most networks use WPA.",
  kinds: { WPA: "WPA/WPA2/WPA3", SAE: "WPA3 only", WEP: "WEP (very old)", nopass: "Open, no password" },
  password: "Password",
  passwordHint: "Anyone who scans the code can read it.",
  passwordMissing: "Enter the password, or choose “Open, no password”.",
  passwordDoubt: "WPA passwords have 8 to 63 characters. Check it on the router.",
  hidden: "Hidden network",
  hiddenHint: "It does not appear in the phone’s list of networks.",
  note: "Guests may not be online yet, so the downloaded image contains the network itself and phones can join without opening a page.",
};

export const place = {
  where: "Map link or coordinates",
  whereHint:
    "A link from Google, Apple, Bing, HERE or Yandex Maps, Waze or OpenStreetMap, or coordinates such as 52.5163, 13.3777.",
  whereMissing: "Paste a map link, or enter coordinates.",
  unread: "No place was found in this. Paste a map link, or coordinates such as 52.5163, 13.3777.",
  placeless: {
    short:
      "A short link names its place only when it is opened. Open it, and paste the long address or the coordinates.",
    search: "This link shows what was searched for, not one place. Open the place you mean, and paste its link.",
    route: "This link is a route to a place that it only names. Open the place itself, and paste its link.",
  },
  openMap: "Choose on the map",
  closeMap: "Close the map",
  map: "Map to set a pin",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  noPin: "No pin yet. Select a spot on the map.",
  pinAt: (coordinates: string, town: string | null) => `Pin at ${coordinates}${town === null ? "" : `, near ${town}`}.`,
  mapHelp:
    "This map finds the town, not the address: paste a map link above for the exact spot. Drag the pin to move it. Keys: arrows move the pin, with Shift faster; + and - zoom.",
  name: "Place name",
  namePlaceholder: "Brandenburg Gate",
  nameHint: "Optional. Shown on the map.",
  address: "Street and town",
  addressPlaceholder: "Pariser Platz, Berlin",
  addressHint: "Optional. Shown below the name.",
  outside: (what: string, most: number) => `The ${what} must be between -${most} and ${most}.`,
};

export const contact = {
  firstName: ["First name", "Ada"],
  lastName: ["Last name", "Lovelace"],
  organization: "Organisation",
  title: "Job title",
  phone: ["Phone", NUMBER],
  mobile: "Mobile",
  phoneDoubt: `Some phones cannot call this. Use a number such as ${NUMBER} to be safe.`,
  email: ["Email", "ada@example.com"],
  emailDoubt: "Some phones cannot write to this. Use an address such as ada@example.com to be safe.",
  website: ["Website", "https://example.com"],
  websiteDoubt: "Some phones cannot open this. Use an address such as https://example.com to be safe.",
  street: "Street and number",
  postalCode: "Postal code",
  city: "City",
  region: "Region or state",
  country: "Country",
  note: "Note",
  noName: "Enter at least a name or an organisation.",
} as const;
