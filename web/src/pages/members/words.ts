import type { MemberRole, Webhook } from "../../api/types.ts";
import { inWords } from "../../parts/formats.ts";

const roles: Record<MemberRole, string> = { owner: "Owner", editor: "Editor", viewer: "Viewer" };

const aRole: Record<MemberRole, string> = { owner: "an owner", editor: "an editor", viewer: "a viewer" };

/** What a member made that gives access without signing in. */
export interface Belongings {
  keys: { name: string; prefix: string }[];
  webhooks: (Pick<Webhook, "id" | "createdAt" | "events"> & { host: string })[];
  /** Without a code: of all codes. */
  links: { id: string; codeName: string | null }[];
}

const numbersOf = ({ codeName }: { codeName: string | null }): string => codeName ?? "All codes";

/** A line for each kind of which there is something. */
const lines = ({ keys, webhooks, links }: Belongings, heads: Record<keyof Belongings, string>): string[] =>
  [
    { head: heads.keys, names: keys.map(({ name }) => name) },
    { head: heads.webhooks, names: webhooks.map(({ host }) => host) },
    { head: heads.links, names: links.map(numbersOf) },
  ].flatMap(({ head, names }) => (names.length === 0 ? [] : [`${head}: ${names.join(", ")}.`]));

export const words = {
  title: "People",
  lead: (workspace: string) => `Everyone who works in the workspace “${workspace}”.`,
  alone: "Only you so far. Invite people to work on the same codes.",
  onlyOwner: "You are the only owner. To leave or to change your role, make another member an owner first.",
  loading: "Loading",
  you: "You",
  joined: (day: string) => `Joined ${day}`,
  roles,
  roleOf: (name: string) => `Role of ${name}`,
  roleHelp:
    "Viewers can see and download. Editors also change codes, looks, webhooks and keys. Owners also manage people, the workspace and its audit log.",
  changed: (name: string, role: MemberRole) => `${name} is now ${aRole[role]}.`,
  numbersOf,
  /** Several may send to one host. */
  webhookOf: ({ host, createdAt, events }: Belongings["webhooks"][number]) =>
    `${host}, created ${inWords.dateTime(createdAt)}, sends ${events.join(", ")}`,
  ended: (of: Belongings) =>
    lines(of, { keys: "Revoked keys", webhooks: "Deleted webhooks", links: "Ended links to numbers" }),
  cancel: "Cancel",
  roleTitle: (name: string, role: MemberRole) => `Make ${name} ${aRole[role]}?`,
  ownTitle: (role: MemberRole) => `Become ${aRole[role]}?`,
  ownText: "Only an owner can make you an owner again.",
  viewerText:
    "Viewers cannot have API keys, webhooks or links to numbers. Those they created here stop working, and so do programs that use them.",
  roleConfirm: "Change role",

  remove: "Remove…",
  removeLabel: (name: string) => `Remove ${name}`,
  removeTitle: (name: string) => `Remove ${name}?`,
  removeText:
    "They lose access to this workspace, and the API keys, webhooks and links to numbers they created here end. Codes stay. Links to numbers that others created still work: to end one, open Share numbers on the overview or on its code.",
  keepLabels: { keys: "API keys to keep", webhooks: "Webhooks to keep", links: "Links to numbers to keep" },
  keepHelp:
    "Everything else stops working. Keys and links that you keep still work for everybody who knows them, and webhooks that you keep still send to their receiver.",
  removeConfirm: "Remove",
  removed: (name: string) => `${name} was removed.`,

  leave: "Leave workspace…",
  leaveTitle: (workspace: string) => `Leave the workspace “${workspace}”?`,
  leaveText: "You lose access to its codes. Only an owner can invite you again.",
  loses: (of: Belongings) =>
    lines(of, {
      keys: "These API keys of yours are revoked",
      webhooks: "These webhooks of yours are deleted",
      links: "These links of yours to numbers end",
    }),
  leaveConfirm: "Leave",

  invite: "Invite",
  inviteTitle: "Invite a member",
  roleLabel: "Role",
  createLink: "Create link",
  linkText: "Send this link to one person. It works once, for 7 days. You will not see it again.",
  mailedText: (email: string) =>
    `The invitation is on its way to ${email}. You can also pass this link on: it works once, for 7 days.`,
  emailLabel: "Email address",
  emailHelp: "Optional. Leave it empty to get a link that you pass on yourself.",
  sendInvitation: "Send invitation",
  copyLink: "Copy link",
  invitations: "Invitations",
  byLink: "Invitation link",
  invitation: (role: MemberRole, until: string) => `${roles[role]}, valid until ${until}`,
  revoke: "Revoke",

  join: "Join a workspace",
  joinLead: (workspace: string, role: MemberRole) =>
    `You were invited to the workspace “${workspace}” as ${aRole[role]}.`,
  alreadyIn: (workspace: string, role: MemberRole) =>
    `You are already in the workspace “${workspace}”, as ${aRole[role]}. An invitation does not change your role; an owner can, under People.`,
  openWorkspace: "Open workspace",
  toOverview: "Go to the overview",
  joinConfirm: "Join",
  joinAsNew: "Create account and join",
  haveAccount: "Already have an account?",
  signIn: "Sign in",
};
