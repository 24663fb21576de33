import { inWords, withoutScheme } from "./formats.ts";

const counted = (count: number, isMore: boolean) =>
  isMore ? `More than ${inWords.times(count, "code")}` : inWords.times(count, "code");

export const words = {
  loading: "Loading the public address",
  title: "Can phones reach it?",
  reachable: (host: string) => `Codes lead to ${host}.`,
  local: (host: string) => `Codes lead to ${host}, which only the computer of the server can open.`,
  useOther: "Use its address in your network instead, or your own domain.",
  askAdmin: "Ask your administrator to set a public address that phones can open.",
  address: "Public address",
  example: "https://qr.example.com",
  use: "Use this",
  empty: (example: string) => `Such as ${example}. Leave it empty for the default.`,
  enter: "Enter an address, such as https://qr.example.com.",
  found: "Also possible:",
  here: "the one you use now",
  none: "No network address of this computer was found. Enter the address at which others reach it.",
  fixed: (name: string) => `${name} is set where Tessera is started, so it cannot be changed here.`,
  restart: "To change it, restart Tessera like this:",
  listensHere:
    "Tessera answers this computer only, because HOST is set to it. Without a proxy on this computer no phone gets through. To let phones in, restart Tessera like this:",
  copyLine: "Copy the line",

  waiting: "Scan to test. Waiting for your phone.",
  hint: "The phone must be in the same network. If nothing happens, a firewall may block it.",
  reached: { phone: "Your phone reached it.", device: "Another device reached it." },
  alt: (link: string) => `QR code that leads to ${link}`,

  question: "Change the public address?",
  change: "Change address",
  fromTo: (from: string, to: string) => `From ${withoutScheme(from)} to ${withoutScheme(to)}.`,
  theDefault: "the default address",
  links: (codes: number, isMore: boolean, host: string) =>
    `${counted(codes, isMore)} ${codes === 1 && !isMore ? "has a link" : "have links"} with ${host}. Links and new downloads get the new address at once.`,
  printed: (scanned: number, host: string) =>
    `${scanned === 0 ? "None was scanned so far." : `${inWords.times(scanned, "code")} ${scanned === 1 ? "was" : "were"} scanned already.`} Copies that are printed or sent keep leading to ${host}: they work only as long as that address leads to this server.`,
  domains: (count: number) =>
    `${inWords.times(count, "workspace")} with a domain of ${count === 1 ? "its" : "their"} own ${count === 1 ? "is" : "are"} not affected: the domain stays in ${count === 1 ? "its" : "their"} links.`,
  set: (host: string) => `Codes lead to ${host} now.`,
  changed: (codes: number, isMore: boolean, host: string) =>
    `${counted(codes, isMore)} ${codes === 1 && !isMore ? "leads" : "lead"} to ${host} now. Copies printed before keep the old address.`,
};
