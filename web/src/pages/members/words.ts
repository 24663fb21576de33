import type { MemberRole } from "../../api/types.ts";

const roles: Record<MemberRole, string> = { owner: "Owner", editor: "Editor", viewer: "Viewer" };

const inList = (keys: readonly { name: string }[]): string => keys.map(({ name }) => name).join(", ");

export const words = {
  title: "Members",
  lead: (workspace: string) => `Everyone who works in ${workspace}.`,
  loading: "Loading",
  you: "You",
  joined: (day: string) => `Joined ${day}`,
  roles,
  roleOf: (name: string) => `Role of ${name}`,
  roleHelp:
    "Viewers read and download. Editors also change codes, looks, webhooks and keys. Owners also manage members.",
  changed: (name: string, role: MemberRole) => `${name} is now ${roles[role].toLowerCase()}.`,
  revoked: (keys: readonly { name: string }[]) => `Revoked keys: ${inList(keys)}.`,
  cancel: "Cancel",

  remove: "Remove…",
  removeLabel: (name: string) => `Remove ${name}`,
  removeTitle: (name: string) => `Remove ${name}?`,
  removeText: "They lose access to this workspace, and the API keys they created here are revoked. Codes stay.",
  keepLabel: "API keys to keep",
  keepHelp: "Keys that you do not choose are revoked. Whoever knows a key that you keep can go on using it.",
  removeConfirm: "Remove",
  removed: (name: string) => `${name} was removed.`,

  leave: "Leave workspace…",
  leaveTitle: (workspace: string) => `Leave ${workspace}?`,
  leaveText: "You lose access to its codes. Only an owner can invite you again.",
  losesKeys: (keys: readonly { name: string }[]) => `These API keys of yours are revoked: ${inList(keys)}.`,
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
  invitation: (role: MemberRole, until: string) => `${roles[role]}, valid until ${until}`,
  revoke: "Revoke",

  create: "New workspace",
  createTitle: "New workspace",
  name: "Name",
  createConfirm: "Create",

  join: "Join a workspace",
  joinLead: (workspace: string, role: MemberRole) =>
    `You were invited to ${workspace} as ${roles[role].toLowerCase()}.`,
  joinConfirm: "Join",
  joinFailed: "This link does not work.",
  joinAsNew: "Create account and join",
  haveAccount: "You have an account already?",
  signIn: "Sign in",
};
