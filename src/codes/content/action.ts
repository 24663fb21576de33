/** What a scan leads to: a redirect, or all data of a landing page, without HTML. */
export type Action = RedirectAction | LandingAction;

/** Answered with a redirect to `location`. */
export type RedirectAction = { kind: "redirect"; location: string } | WhatsappAction;

/** Answered with a landing page. */
export type LandingAction =
  | CallAction
  | MailAction
  | MessageAction
  | MapAction
  | ContactAction
  | WifiAction
  | { kind: "text"; text: string };

export interface CallAction {
  kind: "call";
  number: string;
  href: string;
}

export interface MailAction {
  kind: "mail";
  /** Comma-separated addresses; each of the three may be empty. */
  to: string;
  cc: string;
  bcc: string;
  subject: string;
  body: string;
  href: string;
}

export interface MessageAction {
  kind: "message";
  number: string;
  text: string;
  href: string;
}

export interface WhatsappAction {
  kind: "whatsapp";
  /** For display, with a plus if it had none; empty for invitations and business links. */
  number: string;
  text: string;
  location: string;
}

export interface MapAction {
  kind: "map";
  latitude: number;
  longitude: number;
  label: string;
  /** The street, from the further lines of the label; "": none. */
  address: string;
  /** The `geo:` URI, which Android and most map apps open. */
  href: string;
  /** Apple's systems do not open `geo:`. */
  appleHref: string;
  webHref: string;
}

/** A value of a contact; `href` is null if the value is not a safe link. */
export interface ContactEntry {
  value: string;
  href: string | null;
}

export interface ContactPhone extends ContactEntry {
  /** As far as the card says. */
  use: "mobile" | "work" | "home" | "fax" | null;
}

export interface ContactAddress {
  /** In lines, the postal code before the city. */
  value: string;
  place: MapAction;
}

export interface ContactAction {
  kind: "contact";
  name: string;
  organization: string;
  title: string;
  phones: ContactPhone[];
  emails: ContactEntry[];
  urls: ContactEntry[];
  addresses: ContactAddress[];
  note: string;
  /** The whole card with CRLF line ends, ready to serve as a file. */
  vcf: string;
  /** ASCII letters, digits and hyphens, then `.vcf`. */
  fileName: string;
}

export type WifiSecurity = "WPA" | "SAE" | "WEP" | "WPA2-EAP" | "nopass";

export interface WifiAction {
  kind: "wifi";
  ssid: string;
  password: string;
  security: WifiSecurity;
  hidden: boolean;
  /** The user name of an enterprise network, else empty. */
  identity: string;
  /** The canonical `WIFI:` text, for a code that joins the network. */
  join: string;
}
