export const words = {
  lead: "For the whole service. Only administrators see this section.",
  loading: "Loading the settings",

  address: "Public address",
  addressText:
    "The links of codes contain this address, so set it before you print anything. Passkeys work only at the address where they were created, and an identity provider must know the new one. The dashboard keeps working at the address that you use now.",
  fromEnvironment: (name: string) => `Set by ${name}`,
  save: "Save",
  saved: "Saved.",

  mail: "Mail",
  mailOff: "No mail server is set, so password resets and invitations work by links that you pass on.",
  mailOn: (from: string, server: string, user: string | null) =>
    `Sent from ${from} by ${server}${user === null ? "" : ` as ${user}`}.`,
  smtpUrl: "Mail server",
  smtpHelp: "A URL with user and password.",
  smtpKept: "Leave it empty to keep the current one. It is not shown again, because it contains a password.",
  exampleSmtp: "smtp://user:password@mail.example.com:587",
  from: "Sender",
  exampleFrom: "Tessera <qr@example.com>",
  turnOff: "Turn off mail",
  sendTest: "Send a test message",
  testSent: (email: string) => `The mail server accepted a test message to ${email}.`,
  testFailed: (problem: string) => `The mail server did not accept the message: ${problem}`,

  signUp: "Sign-up",
  signUpText: "Who can create an account without being invited?",
  closed: "Nobody",
  open: "Anyone who can reach the sign-in page",
  provider: "Identity provider",
  noProvider: "None. To sign in with OpenID Connect, set OIDC_ISSUER.",

  accounts: "Accounts",
  accountsText: "Everyone who can sign in to this server: plans, passwords, access",
  more: "Accounts of this server",

  health: "Health",
  ready: "Everything works.",
  degraded: "Something needs attention:",
  versions: "Versions",
  tessera: "Tessera",
  node: "Node.js",
  database: "Database",
};
