import type { MemberRole } from "../../api/types.ts";

const roles: Record<MemberRole, string> = { owner: "Owner", editor: "Editor", viewer: "Viewer" };

const aRole: Record<MemberRole, string> = { owner: "an owner", editor: "an editor", viewer: "a viewer" };

const inList = (keys: readonly { name: string }[]): string => keys.map(({ name }) => name).join(", ");

export const words = {
  title: "Members",
  lead: (workspace: string) => `Everyone who works in ${workspace}.`,
  alone: "Only you so far. Invite people to work on the same codes.",
  onlyOwner: "You are the only owner. To leave or to change your role, make another member an owner first.",
  loading: "Loading",
  you: "You",
  joined: (day: string) => `Joined ${day}`,
  roles,
  roleOf: (name: string) => `Role of ${name}`,
  roleHelp:
    "Viewers read and download. Editors also change codes, looks, webhooks and keys. Owners also manage members, the workspace and its audit log.",
  changed: (name: string, role: MemberRole) => `${name} is now ${aRole[role]}.`,
  revoked: (keys: readonly { name: string }[]) => `Revoked keys: ${inList(keys)}.`,
  cancel: "Cancel",
  roleTitle: (name: string, role: MemberRole) => `Make ${name} ${aRole[role]}?`,
  ownTitle: (role: MemberRole) => `Become ${aRole[role]}?`,
  ownText: "Only an owner can make you an owner again.",
  keysText: (keys: readonly { name: string }[]) =>
    `Viewers have no API keys. These are revoked, and programs that use them stop working: ${inList(keys)}.`,
  roleConfirm: "Change role",

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
  byLink: "By link",
  invitation: (role: MemberRole, until: string) => `${roles[role]}, valid until ${until}`,
  revoke: "Revoke",

  create: "New workspace",
  createTitle: "New workspace",
  name: "Name",
  noName: "Enter a name.",
  createConfirm: "Create",

  join: "Join a workspace",
  joinLead: (workspace: string, role: MemberRole) => `You were invited to ${workspace} as ${aRole[role]}.`,
  joinConfirm: "Join",
  joinAsNew: "Create account and join",
  haveAccount: "Already have an account?",
  signIn: "Sign in",
};
