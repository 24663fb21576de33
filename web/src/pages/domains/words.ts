import { inWords } from "../../parts/formats.ts";

/** A CNAME record cannot lead to an address. */
const recordTo = (target: string): string => {
  if (target.startsWith("[")) return `an AAAA record to ${target.slice(1, -1)}`;
  return /^[\d.]+$/.test(target) ? `an A record to ${target}` : `a CNAME record to ${target}`;
};

export const words = {
  title: "Domains",
  lead: "Use a domain of your own in the links of your codes, such as go.example.com. Each domain serves only the codes of this workspace.",
  loading: "Loading your domains",
  onlyOwners: "Only owners can change domains.",

  host: "Domain",
  hostHelp: "A host name that you control, without https:// and without a path.",
  example: "go.example.com",
  noHost: "Enter a domain.",
  add: "Add domain",
  added: (host: string) => `${host} is added. Create its DNS record, then verify it.`,
  empty: "No domains yet",
  emptyText: (base: string) =>
    `Links of your codes start with ${base}. Codes that are already printed keep working when you add a domain.`,

  verified: "Verified",
  unverified: "Not verified",
  isDefault: "Used in links",

  step: "At the provider of your domain’s DNS:",
  txt: "Create this TXT record. It proves that the domain is yours.",
  leads: (host: string, target: string) => `Let ${host} lead to this service, usually with ${recordTo(target)}.`,
  leadsNowhere: (host: string, target: string) =>
    `Let ${host} lead to this service. No record can do that while its public address is ${target}.`,
  recordName: "Name",
  recordValue: "Value",
  copyName: "Copy the name of the record",
  copyValue: "Copy the value of the record",
  verify: "Verify",
  verifyLabel: (host: string) => `Verify ${host}`,
  wait: "A new record can take minutes, sometimes hours, to be visible.",
  nowVerified: (host: string) => `${host} is verified and serves your codes.`,
  notVerified: "Not verified",

  missing: (when: string) =>
    `The DNS record that proves this domain has been missing since ${when}. Your codes still work here, but somebody else who controls the domain could take it over. Create the record again.`,
  takenOver: (when: string) =>
    `Another workspace proved ${when} that it controls this domain, so it no longer serves your codes. If the domain is yours, remove the other record from its DNS, create this one and verify it.`,

  use: "Use in links",
  useLabel: (host: string) => `Use in links: ${host}`,
  useTitle: (host: string) => `Use ${host} in all links?`,
  useText:
    "Links and images of all codes in this workspace use it from now on. Links that are already printed keep working.",
  useCheck: "First check that the domain leads here: this page should show the Tessera icon.",
  useOpen: (host: string) => `Open ${host}`,
  used: (host: string) => `Links now start with ${host}.`,
  stop: "Stop using in links",
  stopLabel: (host: string) => `Stop using in links: ${host}`,
  stopped: (base: string) => `Links now start with ${base}. Printed links keep working.`,

  moved: "Links of codes that were moved away",
  movedLead:
    "These codes belong to another workspace now, which decides where they lead. Your domains keep serving their links, because printed copies may have them.",
  movedLoading: "Loading links of codes that were moved away",
  movedTo: "Leads to",
  movedSince: "Moved away",
  movedPage: (type: string) => `A page: ${type}`,
  movedStates: { paused: "Paused", expired: "Expired", deleted: "Deleted" },
  movedPages: "Pages of links",
  stopServing: "Stop serving…",
  stopServingLabel: (link: string) => `Stop serving… ${link}`,
  stopServingTitle: (link: string) => `Stop serving ${link}?`,
  stopServingText: (link: string) =>
    `Printed copies with ${link} stop working at once: your domains answer that there is no such page. You cannot undo this. The code itself stays in its workspace and works at the public address of this service, so no other code can get this link.`,
  stopServingConfirm: "Stop serving",
  stoppedServing: (link: string) => `${link} is no longer served.`,

  remove: "Remove…",
  removeLabel: (host: string) => `Remove… ${host}`,
  removeTitle: (host: string) => `Remove ${host}?`,
  removeCounting: "Counting the codes that use it",
  removeNone: "No code was created or scanned while links used this domain. Links with it stop working at once.",
  removeSome: (count: number) =>
    `${inWords.times(count, "code")} ${count === 1 ? "was" : "were"} created or scanned while links used this domain. Printed copies of ${count === 1 ? "it" : "them"} with this domain stop working at once.`,
  removeBack: "The codes themselves stay. To bring printed copies back, add and verify the domain again.",
  removeType: (host: string) => `Type ${host} to confirm`,
  removeConfirm: "Remove domain",
  removed: (host: string) => `${host} is removed.`,
  cancel: "Cancel",
};
