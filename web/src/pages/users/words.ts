import { inWords } from "../../parts/formats.ts";

/** Where the server stops counting. */
const MAX_COUNTED = 10_000;

export const words = {
  title: "Accounts",
  lead: "Everyone who can sign in to this server.",
  notYours: "New accounts have a workspace of their own. They will not see your codes; ",
  invite: "invite them instead",
  add: "Add account",
  search: "Search by name or email address",
  loading: "Loading",
  nobody: (query: string) => `No accounts match “${query}”`,
  nobodyText: "Search for part of a name or email address.",
  showAll: "Clear search",
  account: "account",

  you: "You",
  admin: "Administrator",
  member: "Member",
  suspended: "Suspended",
  isNew: "New",
  neverSeen: (created: string) => `Created ${created}, never signed in`,
  seen: (ago: string) => `Last seen ${ago}`,
  now: "just now",
  created: (day: string) => `Created ${day}`,
  workspaces: (count: number) => inWords.times(count, "workspace"),
  codes: (count: number) =>
    count > MAX_COUNTED ? `Over ${inWords.number(MAX_COUNTED)} codes` : inWords.times(count, "code"),
  plan: (name: string) => `Plan of ${name}`,
  workspacePlans: "Plans of workspaces…",
  workspacesOf: (email: string) => `Workspaces of ${email}`,
  workspacesText:
    "A workspace gets the plan of the person who created it. You can give one another plan, which it keeps when the person’s plan changes. Limits of slugs and placements follow the person’s plan.",
  workspaceRoles: { owner: "Owner", editor: "Editor", viewer: "Viewer" },
  workspacePlanChanged: (name: string, plan: string) => `“${name}” is now on the ${plan} plan.`,
  planChanged: (email: string, plan: string) => `${email} is now on the ${plan} plan.`,
  more: (email: string) => `More for ${email}`,

  resetLink: "Create password link",
  makeMember: "Make a member…",
  makeAdmin: "Make an administrator…",
  letIn: "Reactivate",
  suspend: "Suspend…",
  remove: "Remove…",
  nowAdmin: (email: string) => `${email} is now an administrator.`,
  nowMember: (email: string) => `${email} is now a member.`,
  youAreMember: "You are now a member.",
  removed: (email: string) => `${email} was removed.`,

  cancel: "Cancel",
  suspendTitle: (email: string) => `Suspend ${email}?`,
  suspendText:
    "They are signed out. Their keys, webhooks and links to numbers do not work, and their codes are paused. You can undo this at any time.",
  suspendConfirm: "Suspend",
  removeTitle: (email: string) => `Remove ${email}?`,
  removeText:
    "Their account is deleted, with the workspaces that nobody else is in and the codes there. Their keys, webhooks and links to numbers end. You cannot undo this. To lock them out for a while, suspend them instead.",
  removeConfirm: "Remove",
  adminTitle: (email: string) => `Make ${email} an administrator?`,
  adminText: "They can see all accounts, add, suspend and remove them, and change plans and roles, including yours.",
  adminConfirm: "Make an administrator",
  memberTitle: (email: string) => `Make ${email} a member?`,
  memberText: "They can no longer see this page or manage accounts. Their codes and keys stay as they are.",
  memberConfirm: "Make a member",
  ownTitle: "Give up your administrator role?",
  ownText:
    "You will no longer see this page or manage accounts. Only another administrator can give the role back to you. Your codes and keys stay as they are.",
  ownConfirm: "Become a member",

  factorRemove: "Turn off second factor…",
  factorTitle: (email: string) => `Turn off the second factor of ${email}?`,
  factorText:
    "Do this only if they have lost their phone and their recovery codes. After that, the password alone is enough.",
  factorConfirm: "Turn off",
  factorRemoved: (email: string) => `${email} signs in with the password alone now.`,

  linkTitle: (email: string) => `A new password for ${email}`,
  linkText: (hours: number) =>
    `Send them this link. It works once, within ${hours} hours. You will not see it again; creating another one replaces it.`,
  mailedText: (hours: number) =>
    `A link is on its way to them by mail. You can also pass this one on: it works once, within ${hours} hours.`,
  copyLink: "Copy link",
  addTitle: "Add account",
  addedTitle: "Account added",
  email: "Email address",
  planLabel: "Plan",
  roleLabel: "Role",
  adminHelp: "Administrators can see, add, suspend and remove accounts, and change plans and roles.",
  create: "Add account",
  done: "Done",
};
